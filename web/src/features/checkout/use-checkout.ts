import { isPaymentConfigured } from "../../lib/payment-config.ts";
import { isBackendConfigured, readSiteConfig } from "../../lib/site-config.ts";
import { useAction } from "../../lib/use-action.ts";
import { ApiError } from "../session/call-function.ts";
import { useGoTo } from "../session/use-go-to.ts";
import { CheckoutError } from "./checkout-error.ts";
import { type CheckoutOrder, requestCheckout } from "./request-checkout.ts";

export function useCheckout(messageOf: (error: unknown) => string) {
  const { running, error, problem, run, dismiss } = useAction(messageOf);
  const goTo = useGoTo();

  /** @param makeOrder may throw a `CheckoutError`, which is shown like any other */
  const begin = (id: string, makeOrder: () => CheckoutOrder) =>
    run(id, async () => {
      if (!isBackendConfigured(readSiteConfig())) throw new CheckoutError("not-configured");
      if (!isPaymentConfigured()) throw new CheckoutError("no-key");
      openPage(await requestCheckout(makeOrder()), goTo);
      return { leaves: true };
    });

  const isCodeRefused = error instanceof ApiError && error.code === "code_refused";
  return { pendingId: running, problem, isCodeRefused, begin, dismiss };
}

/** @throws {CheckoutError} when the browser cannot go there */
function openPage(url: string, goTo: (url: string) => void): void {
  try {
    goTo(url);
  } catch {
    throw new CheckoutError("not-opened");
  }
}
