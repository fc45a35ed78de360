import { errorMessage } from "../../lib/error-message.ts";
import { apiErrors } from "../session/api-errors.ts";

/** @returns null without an error in the query */
export function readRedirectError(search: string, fallback: string): string | null {
  const values = new URLSearchParams(search);
  return values.has("error")
    ? errorMessage({ code: values.get("error_code") }, apiErrors(fallback))
    : null;
}
