import { useEffect, useMemo, useState } from "react";
import { useInBrowser } from "../../../lib/use-in-browser.ts";
import { useSession } from "../../session/session.ts";
import { fetchPurchase } from "../api/fetch-purchase.ts";
import { pollPurchase, type PurchaseView } from "../poll-purchase.ts";
import { currentReturnParams, type ReturnParams, stripPaymentParams } from "../return-params.ts";

const CHECKING: PurchaseView = { state: "checking" };
const UNKNOWN: PurchaseView = { state: "unknown" };

export function usePurchase(): { returnParams: ReturnParams | null; view: PurchaseView } {
  const session = useSession();
  const returnParams = useReturnParams();
  const [latest, setLatest] = useState({ view: CHECKING, asUser: false });

  const isSettled = session.state !== "unknown" && session.state !== "returning";
  const isSignedIn = session.state === "signed-in";
  const sessionId = returnParams?.sessionId ?? null;
  const isUnknown = returnParams !== null && isSettled && sessionId === null && !isSignedIn;
  const isPolled = isSettled && !isUnknown;

  useEffect(() => {
    if (!isPolled || returnParams === null) return;
    const leaving = new AbortController();
    pollPurchase({
      fetchStatus: async () => {
        if (sessionId !== null) return fetchPurchase(sessionId);
        const { fetchChangedSubscription } = await import("../api/fetch-changed-subscription.ts");
        return fetchChangedSubscription(returnParams);
      },
      show: (view) => {
        if (!leaving.signal.aborted) setLatest({ view, asUser: isSignedIn });
      },
      wait: (ms) => pause(ms, leaving.signal),
      now: () => performance.now(),
    }).catch(() => undefined);
    return () => leaving.abort();
  }, [isPolled, isSignedIn, sessionId, returnParams]);

  if (isUnknown) return { returnParams, view: UNKNOWN };
  // Signing in links the purchase to the user, so a visitor's result is stale.
  return { returnParams, view: latest.asUser === isSignedIn ? latest.view : CHECKING };
}

function useReturnParams(): ReturnParams | null {
  // It is read as text, because what is read twice has to be the same.
  const text = useInBrowser(() => JSON.stringify(currentReturnParams()), null);
  useEffect(stripPaymentParams, []);
  return useMemo(() => (text === null ? null : (JSON.parse(text) as ReturnParams)), [text]);
}

async function pause(ms: number, leaving: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    leaving.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("The page was left."));
    });
  });
}
