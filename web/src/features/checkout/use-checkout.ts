import { useCallback, useEffect, useRef, useState } from "react";
import { isPaymentConfigured } from "../../lib/payment-config.ts";
import { isBackendConfigured, readSiteConfig } from "../../lib/site-config.ts";
import { ApiError } from "../session/call-function.ts";
import { useGoTo } from "../session/use-go-to.ts";
import { CheckoutError } from "./checkout-error.ts";
import { type CheckoutOrder, requestCheckout } from "./request-checkout.ts";

type State = {
  /** What is being ordered, by the id of its button; null while nothing is. */
  readonly pendingId: string | null;
  readonly problem: string | null;
  /** Whether it is the code for a reduction that stands in the way. */
  readonly isCodeRefused: boolean;
};

const IDLE: State = { pendingId: null, problem: null, isCodeRefused: false };

/**
 * Leads to the payment page, and says why when it does not. Once the way there is found it stays busy: the page is
 * about to go. Who comes back to it finds it as it was before.
 *
 * @param describe puts what went wrong into words
 */
export function useCheckout(describe: (error: unknown) => string) {
  const [state, setState] = useState(IDLE);
  const goTo = useGoTo();
  const starter = useRef<HTMLElement>(null);

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setState(IDLE);
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, []);

  /** @param makeOrder what is ordered; a `CheckoutError` that it throws is told like any other */
  const begin = useCallback(
    async (id: string, makeOrder: () => CheckoutOrder) => {
      const { activeElement } = document;
      starter.current = activeElement instanceof HTMLElement ? activeElement : null;
      setState({ ...IDLE, pendingId: id });
      try {
        if (!isBackendConfigured(readSiteConfig())) throw new CheckoutError("not-configured");
        if (!isPaymentConfigured()) throw new CheckoutError("no-key");
        openPage(await requestCheckout(makeOrder()), goTo);
      } catch (error) {
        const isCodeRefused = error instanceof ApiError && error.code === "code_refused";
        setState({ pendingId: null, problem: describe(error), isCodeRefused });
      }
    },
    [describe, goTo],
  );

  /** Takes away what was said, and gives the focus back to what had begun it. */
  const dismiss = useCallback(() => {
    setState((now) => ({ ...now, problem: null }));
    starter.current?.focus();
  }, []);

  return { ...state, begin, dismiss };
}

/** @throws {CheckoutError} when the browser cannot go there */
function openPage(url: string, goTo: (url: string) => void): void {
  try {
    goTo(url);
  } catch {
    throw new CheckoutError("not-opened");
  }
}
