import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useSession } from "../session/session.ts";
import { lookAtPurchase } from "./look-at-purchase.ts";
import { hidePayment, type Visit, visitHere } from "./visit.ts";
import { type PurchaseView, watchPurchase } from "./watch-purchase.ts";

const CHECKING: PurchaseView = { is: "checking" };
const UNKNOWN: PurchaseView = { is: "unknown" };

/** What brought somebody here, once the browser has said it, and what is known of their purchase. */
export function usePurchase(): { visit: Visit | null; view: PurchaseView } {
  const session = useSession();
  const visit = useVisit();
  const [seen, setSeen] = useState({ view: CHECKING, asSomebody: false });

  const isSettled = session.state !== "unknown" && session.state !== "returning";
  const isSignedIn = session.state === "signed-in";
  const sessionId = visit?.sessionId ?? null;
  const isNobody = visit !== null && isSettled && sessionId === null && !isSignedIn;
  const isWatched = isSettled && !isNobody;

  useEffect(() => {
    if (!isWatched || visit === null) return;
    const leaving = new AbortController();
    watchPurchase({
      look: async () => {
        if (sessionId !== null) return lookAtPurchase(sessionId);
        const { lookAtOwn } = await import("./look-at-own.ts");
        return lookAtOwn(visit);
      },
      show: (view) => {
        if (!leaving.signal.aborted) setSeen({ view, asSomebody: isSignedIn });
      },
      wait: (ms) => pause(ms, leaving.signal),
      now: () => performance.now(),
    }).catch(() => undefined);
    return () => leaving.abort();
  }, [isWatched, isSignedIn, sessionId, visit]);

  if (isNobody) return { visit, view: UNKNOWN };
  // Signing in makes a guest's purchase somebody's, so what the guest was told is old.
  return { visit, view: seen.asSomebody === isSignedIn ? seen.view : CHECKING };
}

function useVisit(): Visit | null {
  const text = useSyncExternalStore(
    neverChanges,
    // As text, which is the same thing each time it says the same.
    () => JSON.stringify(visitHere()),
    () => null,
  );
  useEffect(hidePayment, []);
  return useMemo(() => (text === null ? null : (JSON.parse(text) as Visit)), [text]);
}

function neverChanges(): () => void {
  return () => undefined;
}

/** @throws when whoever was waited for has left */
async function pause(ms: number, leaving: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    leaving.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("Nobody waits any more."));
    });
  });
}
