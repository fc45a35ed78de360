import { describeProblem } from "./describe-problem.ts";

/**
 * What to tell somebody who comes back from another company without having got in.
 *
 * @param href of the page that they came back to; the service writes into query and fragment alike
 * @param fallback for what has no text of its own
 * @returns null for everybody else
 */
export function readRedirectProblem(href: string, fallback: string): string | null {
  const { search, hash } = new URL(href);
  for (const values of [new URLSearchParams(search), new URLSearchParams(hash.slice(1))]) {
    if (values.has("error") || values.has("error_code")) {
      return describeProblem({ code: values.get("error_code") }, fallback);
    }
  }
  return null;
}
