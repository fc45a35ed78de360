import { useCallback, useEffect, useRef, useState } from "react";
import { isPaymentConfigured } from "../../lib/payment-config.ts";
import { isBackendConfigured, readSiteConfig } from "../../lib/site-config.ts";
import { ApiError } from "../session/call-function.ts";
import { useGoTo } from "../session/use-go-to.ts";
import { CheckoutError } from "./checkout-error.ts";
import { type CheckoutOrder, requestCheckout } from "./request-checkout.ts";

type State = {
  readonly pendingId: string | null;
  readonly problem: string | null;
  readonly isCodeRefused: boolean;
};

const IDLE: State = { pendingId: null, problem: null, isCodeRefused: false };

/** Stays busy until the page unloads; a return from the back/forward cache resets it. */
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

  /** Closes the error and returns the focus to the control that started the action. */
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
