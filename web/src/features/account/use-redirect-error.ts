import { useEffect } from "react";
import { readRedirectError } from "./redirect-error.ts";
import { problem, type Submission } from "./use-submission.ts";

export function useRedirectError({ run }: Submission, fallback: string): void {
  useEffect(() => {
    const text = readRedirectError(window.location.search, fallback);
    if (text === null) return;
    window.history.replaceState(null, "", window.location.pathname);
    void run(async () => problem(text), fallback);
  }, [run, fallback]);
}
