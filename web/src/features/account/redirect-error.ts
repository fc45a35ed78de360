import { errorMessage } from "./account-error-message.ts";

/** @returns null without an error in the query */
export function readRedirectError(search: string, fallback: string): string | null {
  const values = new URLSearchParams(search);
  return values.has("error") ? errorMessage({ code: values.get("error_code") }, fallback) : null;
}
