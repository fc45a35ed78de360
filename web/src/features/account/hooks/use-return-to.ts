import { useEffect } from "react";
import { useLocation } from "wouter";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { consumeReturnTo } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";
import type { Action } from "../../../lib/use-action.ts";

/** Redirects a signed-in user after the success message, or at once without one. */
export function useReturnTo(...actions: readonly Action[]): void {
  const { state } = useSession();
  const isRunning = actions.some((action) => action.isRunning);
  const pauseMs = Math.max(...actions.map(({ outcome }) => outcome?.redirectAfterMs ?? 0));
  useGo(state === "signed-in" && !isRunning ? pauseMs : null, () =>
    consumeReturnTo(sessionStorageOrNull()),
  );
}

export function useReturnAfterSuccess({ outcome }: Action, where: () => string): void {
  useGo(outcome?.redirectAfterMs ?? null, where);
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
