import { useEffect } from "react";
import { useLocation } from "wouter";
import { sessionStorageOrNull } from "../../lib/browser-storage.ts";
import { consumeReturnTo } from "../session/return-to.ts";
import { useSession } from "../session/session.ts";
import type { Submission } from "./use-submission.ts";

/** Redirects a signed-in user after the success message, or at once without one. */
export function useReturnTo(...submissions: readonly Submission[]): void {
  const { state } = useSession();
  const busy = submissions.some((submission) => submission.busy);
  const pauseMs = Math.max(
    ...submissions.map(({ outcome }) =>
      outcome?.tone === "success" ? outcome.redirectAfterMs : 0,
    ),
  );
  useGo(state === "signed-in" && !busy ? pauseMs : null, () =>
    consumeReturnTo(sessionStorageOrNull()),
  );
}

export function useReturnAfterSuccess({ outcome }: Submission, where: () => string): void {
  useGo(outcome?.tone === "success" ? outcome.redirectAfterMs : null, where);
}

function useGo(pauseMs: number | null, where: () => string): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (pauseMs === null) return;
    const timer = setTimeout(() => navigate(where(), { replace: true }), pauseMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- Where to go is asked when it is time to go.
  }, [pauseMs, navigate]);
}
