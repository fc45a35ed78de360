import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useSession } from "../session/session.ts";
import { fetchPurchase } from "./fetch-purchase.ts";
import { stripPaymentParams, type ReturnParams, currentReturnParams } from "./return-params.ts";
import { type PurchaseView, pollPurchase } from "./poll-purchase.ts";

const CHECKING: PurchaseView = { is: "checking" };
const UNKNOWN: PurchaseView = { is: "unknown" };

/** What brought somebody here, once the browser has said it, and what is known of their purchase. */
export function usePurchase(): { returnParams: ReturnParams | null; view: PurchaseView } {
  const session = useSession();
  const returnParams = useReturnParams();
  const [seen, setSeen] = useState({ view: CHECKING, asSomebody: false });

  const isSettled = session.state !== "unknown" && session.state !== "returning";
  const isSignedIn = session.state === "signed-in";
  const sessionId = returnParams?.sessionId ?? null;
  const isNobody = returnParams !== null && isSettled && sessionId === null && !isSignedIn;
  const isWatched = isSettled && !isNobody;

  useEffect(() => {
    if (!isWatched || returnParams === null) return;
    const leaving = new AbortController();
    pollPurchase({
      fetchStatus: async () => {
        if (sessionId !== null) return fetchPurchase(sessionId);
        const { fetchChangedSubscription } = await import("./fetch-subscription.ts");
        return fetchChangedSubscription(returnParams);
      },
      show: (view) => {
        if (!leaving.signal.aborted) setSeen({ view, asSomebody: isSignedIn });
      },
      wait: (ms) => pause(ms, leaving.signal),
      now: () => performance.now(),
    }).catch(() => undefined);
    return () => leaving.abort();
  }, [isWatched, isSignedIn, sessionId, returnParams]);

  if (isNobody) return { returnParams, view: UNKNOWN };
  // Signing in makes a guest's purchase somebody's, so what the guest was told is old.
  return { returnParams, view: seen.asSomebody === isSignedIn ? seen.view : CHECKING };
}

function useReturnParams(): ReturnParams | null {
  const text = useSyncExternalStore(
    neverChanges,
    // As text, which is the same thing each time it says the same.
    () => JSON.stringify(currentReturnParams()),
    () => null,
  );
  useEffect(stripPaymentParams, []);
  return useMemo(() => (text === null ? null : (JSON.parse(text) as ReturnParams)), [text]);
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
