import { useEffect } from "react";
import { useLocation } from "wouter";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import type { Action } from "../../../lib/use-action.ts";
import { consumeReturnTo } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";

/** The page that asked for the sign-in. */
const savedTarget = () => consumeReturnTo(sessionStorageOrNull());

/** Redirects a signed-in user after the success message, or at once without one. */
export function useReturnTo({ isRunning, outcome }: Action): void {
  const { state } = useSession();
  const delayMs = outcome?.redirectAfterMs ?? 0;
  useRedirect(state === "signed-in" && !isRunning ? delayMs : null, savedTarget);
}

export function useReturnAfterSuccess({ outcome }: Action, target?: string | null): void {
  useRedirect(outcome?.redirectAfterMs ?? null, () => target ?? savedTarget());
}

/** @param delayMs null for no redirect */
function useRedirect(delayMs: number | null, target: () => string): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => navigate(target(), { replace: true }), delayMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- The target is read when the delay is over.
  }, [delayMs, navigate]);
}
