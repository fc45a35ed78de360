import { useEffect } from "react";
import { type Action, failure } from "../../../lib/use-action.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { readRedirectError } from "../redirect-error.ts";

export function useRedirectError({ run }: Action, fallback: string): void {
  useEffect(() => {
    const text = readRedirectError(window.location.search, fallback);
    if (text === null) return;
    window.history.replaceState(null, "", window.location.pathname);
    void run(async () => failure(text), apiErrors(fallback));
  }, [run, fallback]);
}
