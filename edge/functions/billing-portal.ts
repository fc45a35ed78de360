import { Hono } from "hono";
import { BillingPortalRequest } from "#contracts/api/billing-portal.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { findOwnCustomer } from "#db/billing/find-own-customer.ts";
import { reach } from "../adapters/payments.ts";
import { requireAccount, signInFirst } from "../auth/account-caller.ts";
import { ownUrl } from "../billing/own-url.ts";
import { requirePayments } from "../billing/require-payments.ts";
import type { AppEnv } from "../http/env.ts";
import { takesJson } from "../http/json-body.ts";
import type { StripeCheckoutDeps } from "./stripe-checkout.ts";

const BODY_MAX_BYTES = 8 * 1024;

/** `POST /functions/v1/billing-portal`: the page of Stripe's portal where a user changes the card, or finds the invoices. */
export function billingPortalRoutes(deps: StripeCheckoutDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...takesJson(deps.limiter, BODY_MAX_BYTES, BillingPortalRequest),
    async (c) => {
      const { stripe } = requirePayments(deps.payments);
      const caller = await requireAccount(c, deps);
      const { flow, returnUrl } = c.req.valid("json");
      const returnTo = ownUrl(returnUrl, deps.config.SITE_URL);
      if (returnTo === null) {
        throw new AppError("url_not_allowed", BILLING_MESSAGES.checkout.foreignUrl, {
          details: "returnUrl",
        });
      }
      const found = await findOwnCustomer(deps.db, { ...caller, at: deps.now().toISOString() });
      if (!found.is_live) throw signInFirst();
      const { customer_id: customer } = found;
      if (customer === null) throw new AppError("not_found", BILLING_MESSAGES.checkout.noCustomer);
      const { url } = await reach(() =>
        stripe.billingPortal.sessions.create({
          customer,
          return_url: returnTo,
          ...(flow !== undefined && {
            flow_data: {
              type: flow,
              after_completion: { type: "redirect", redirect: { return_url: returnTo } },
            },
          }),
        }),
      );
      return c.json({ url });
    },
  );
}
