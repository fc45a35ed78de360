import { CAPTCHA_HEADER } from "#contracts/api/captcha.ts";
import type { CheckoutRequest } from "#contracts/api/checkout.ts";
import { localStorageOrNull } from "../../../lib/browser-storage.ts";
import { CallError } from "../../../lib/call-error.ts";
import { fieldsOf } from "../../../lib/json.ts";
import { newTraceparent } from "../../../lib/new-traceparent.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import { paths } from "../../../paths.ts";
import { withCaptcha } from "../../captcha/with-captcha.ts";
import { hasConsented } from "../../consent/consent.ts";
import { callApi } from "../../session/call-api.ts";
import { readSession } from "../../session/session.ts";
import { guestKey } from "../guest-key.ts";

export type CheckoutOrder = Readonly<Pick<CheckoutRequest, "lineItems" | "priceId" | "code">> & {
  readonly cancelPath: string;
};

/**
 * @returns the address of Stripe's page
 * @throws {CallError} also for an answer without an address
 */
export async function requestCheckout({ cancelPath, ...order }: CheckoutOrder): Promise<string> {
  const { siteUrl } = readSiteConfig();
  const session = readSession();
  const request: CheckoutRequest = {
    ...order,
    mode: "subscription",
    successUrl: `${siteUrl}${paths.checkoutSuccess}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${siteUrl}${cancelPath}`,
    ...("user" in session && { customerEmail: session.user.email ?? null }),
    ...(hasConsented() && (await conversionPart())),
  };
  const idempotencyKey = guestKey(localStorageOrNull(), Date.now(), () => crypto.randomUUID());
  const traceparent = newTraceparent();
  const response = await withCaptcha("checkout", ({ captchaToken }) =>
    callApi("POST", "stripe-checkout", request, {
      "idempotency-key": idempotencyKey,
      traceparent,
      ...(captchaToken !== undefined && { [CAPTCHA_HEADER]: captchaToken }),
    }),
  );
  return readUrl(await response.json().catch(() => null));
}

/** It is fetched only with consent; when that fails, the checkout continues without it. */
function conversionPart() {
  return import("../../tracking/conversion.ts").then(
    (loaded) => loaded.conversionPart(),
    () => null,
  );
}

/** @throws {CallError} */
function readUrl(answer: unknown): string {
  const { url } = fieldsOf(answer);
  if (url === undefined) throw new CallError(0, "no-url");
  if (typeof url !== "string" || url === "") throw new CallError(0, "empty-url");
  if (!/^https?:\/\//.test(url)) throw new CallError(0, "not-opened");
  return url;
}
