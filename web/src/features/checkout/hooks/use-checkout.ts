import { CallError, hasCode } from "../../../lib/call-error.ts";
import type { ErrorTexts } from "../../../lib/error-message.ts";
import { isPaymentConfigured } from "../../../lib/payment-config.ts";
import { isBackendConfigured, readSiteConfig } from "../../../lib/site-config.ts";
import { LEAVING, useAction } from "../../../lib/use-action.ts";
import { useGoTo } from "../../session/use-go-to.ts";
import { type CheckoutOrder, requestCheckout } from "../api/request-checkout.ts";

export function useCheckout(texts: ErrorTexts) {
  const { running, error, errorText, runAs, dismiss } = useAction();
  const goTo = useGoTo();

  /** @param makeOrder may throw a `CallError`, which is shown like any other */
  const begin = (id: string, makeOrder: () => CheckoutOrder) =>
    runAs(id, texts, async () => {
      if (!isBackendConfigured(readSiteConfig())) throw new CallError(0, "not-configured");
      if (!isPaymentConfigured()) throw new CallError(0, "no-key");
      openPage(await requestCheckout(makeOrder()), goTo);
      return LEAVING;
    });

  const isCodeRefused = hasCode(error, "code_refused");
  return { pendingId: running, errorText, isCodeRefused, begin, dismiss };
}

/** @throws {CallError} when the browser cannot go there */
function openPage(url: string, goTo: (url: string) => void): void {
  try {
    goTo(url);
  } catch {
    throw new CallError(0, "not-opened");
  }
}
