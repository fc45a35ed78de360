import { useEffect } from "react";
import type { Action } from "../../../lib/use-action.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { readRedirectError } from "../redirect-error.ts";

export function useRedirectError({ run }: Action, fallback: string): void {
  useEffect(() => {
    const outcome = readRedirectError(window.location.search, fallback);
    if (outcome === null) return;
    window.history.replaceState(null, "", window.location.pathname);
    void run(async () => outcome, apiErrors(fallback));
  }, [run, fallback]);
}
