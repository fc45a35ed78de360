import { BillingPortalRequest, type BillingPortalResponse } from "#contracts/api/billing-portal.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { retry } from "#db/retry.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import { takeJson } from "../http/json-body.ts";
import { findOwnSubscription, requireOwnCard } from "./own-subscription.ts";
import { requireSiteUrl } from "./require-site-url.ts";

const BODY_MAX_BYTES = 8 * 1_024;

/** `POST /functions/v1/billing-portal` */
export const billingPortalRoutes = (deps: EdgeDeps) =>
  takeJson(deps, BODY_MAX_BYTES, BillingPortalRequest, async (c, { flow, returnUrl }) => {
    const { stripe, getPortalConfiguration, isRetired } = requireStripe(deps.payments);
    const currentUser = await requireUser(c, deps);
    const returnTo = requireSiteUrl(returnUrl, deps.config.SITE_URL, "returnUrl");
    const { subscription } = await findOwnSubscription(deps, currentUser, { isAtStripe: true });
    if (subscription === null) {
      throw new AppError("not_found", BILLING_MESSAGES.checkout.noCustomer);
    }
    if (flow !== "payment_method_update") requireOwnCard(subscription);
    const openPortal = async () =>
      stripe.billingPortal.sessions.create({
        customer: subscription.customerId,
        configuration: await getPortalConfiguration(),
        return_url: returnTo,
        ...(flow !== undefined && {
          flow_data: {
            type: flow,
            after_completion: { type: "redirect", redirect: { return_url: returnTo } },
          },
        }),
      });
    const { url } = await retry(openPortal, { attempts: 2, isStale: isRetired });
    return c.json<BillingPortalResponse>({ url });
  });
