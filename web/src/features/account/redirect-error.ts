import { errorMessage } from "./account-error-message.ts";

/**
 * What to tell somebody who comes back from another company without having got in.
 *
 * @param search query of the page that they came back to
 * @param fallback for what has no text of its own
 * @returns null for everybody else
 */
export function readRedirectError(search: string, fallback: string): string | null {
  const values = new URLSearchParams(search);
  return values.has("error") ? errorMessage({ code: values.get("error_code") }, fallback) : null;
}
