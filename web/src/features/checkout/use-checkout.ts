import { useCallback, useEffect, useRef, useState } from "react";
import { isBackendConfigured, readSiteConfig } from "../../lib/site-config.ts";
import { CheckoutFault } from "./checkout-fault.ts";
import { type Order, requestCheckout } from "./request-checkout.ts";

type State = {
  /** What is being ordered, by the id of its button; null while nothing is. */
  readonly ordering: string | null;
  readonly problem: string | null;
};

const IDLE: State = { ordering: null, problem: null };

/**
 * Leads to the payment page, and says why when it does not. Once the way there is found it stays busy: the page is
 * about to go. Who comes back to it finds it as it was before.
 *
 * @param describe puts what went wrong into words
 */
export function useCheckout(describe: (error: unknown) => string) {
  const [state, setState] = useState(IDLE);
  const starter = useRef<HTMLElement>(null);

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setState(IDLE);
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, []);

  /** @param makeOrder what is ordered; a `CheckoutFault` that it throws is told like any other */
  const begin = useCallback(
    async (id: string, makeOrder: () => Order) => {
      const { activeElement } = document;
      starter.current = activeElement instanceof HTMLElement ? activeElement : null;
      setState({ ordering: id, problem: null });
      try {
        if (!isBackendConfigured(readSiteConfig())) throw new CheckoutFault("not-configured");
        openPage(await requestCheckout(makeOrder()));
      } catch (error) {
        setState({ ordering: null, problem: describe(error) });
      }
    },
    [describe],
  );

  /** Takes away what was said, and gives the focus back to what had begun it. */
  const dismiss = useCallback(() => {
    setState((now) => ({ ...now, problem: null }));
    starter.current?.focus();
  }, []);

  return { ...state, begin, dismiss };
}

/** @throws {CheckoutFault} when the browser cannot go there */
function openPage(url: string): void {
  try {
    window.location.assign(url);
  } catch {
    throw new CheckoutFault("not-opened");
  }
}
