import { Hono } from "hono";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { requireApiKey } from "./http/api-key.ts";
import { authApp } from "./auth/app.ts";
import { createAuthDeps } from "./auth/create-auth-deps.ts";
import type { EdgeDeps } from "./deps.ts";
import { accountRoutes } from "./auth/routes/account.ts";
import { billingPortalRoutes } from "./billing/portal.ts";
import { checkoutResultRoutes } from "./billing/checkout-result.ts";
import { openInvoiceRoutes } from "./billing/open-invoice.ts";
import { planChangeRoutes } from "./billing/plan-change/routes.ts";
import { refundRequestRoutes } from "./billing/refund.ts";
import {
  acceptOfferRoutes,
  cancelSubscriptionRoutes,
  resumeSubscriptionRoutes,
  retentionOfferRoutes,
} from "./billing/cancellation.ts";
import { checkoutRoutes } from "./billing/checkout.ts";
import { subscriptionDetailsRoutes } from "./billing/subscription.ts";
import { healthRoutes } from "./health.ts";
import type { AppEnv } from "./http/env.ts";
import { appErrorResponse, errorResponse } from "./http/errors.ts";
import { requestContext } from "./http/request-context.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { siteCors } from "./http/site-cors.ts";
import { enquiryRoutes } from "./enquiries/submit.ts";
import { userOrdersRoutes, userSubscriptionRoutes } from "./billing/rows.ts";
import { stripeWebhookRoutes } from "./billing/webhook.ts";

// The order of middleware counts.
export function createApp(deps: EdgeDeps) {
  const app = new Hono<AppEnv>();
  app.use(requestContext(deps));
  app.use(securityHeaders());
  app.route("/", healthRoutes(deps.db));
  // Before the site's CORS rule: any origin may use the auth API.
  const authDeps = createAuthDeps({ ...deps, limits: deps.authLimits });
  app.route("/auth/v1", authApp(authDeps));
  app.route("/webhooks/stripe", stripeWebhookRoutes(deps));
  app.use(siteCors(deps.config.SITE_URL));
  app.use("/rest/*", requireApiKey(deps.verifyToken));
  app.route("/rest/v1/form_submissions", enquiryRoutes(deps));
  app.route("/rest/v1/user_subscription", userSubscriptionRoutes(deps));
  app.route("/rest/v1/user_orders", userOrdersRoutes(deps));
  app.use("/functions/*", requireApiKey(deps.verifyToken));
  app.route("/functions/v1/account", accountRoutes(authDeps));
  app.route("/functions/v1/stripe-checkout", checkoutRoutes(deps));
  app.route("/functions/v1/checkout-session", checkoutResultRoutes(deps));
  app.route("/functions/v1/billing-portal", billingPortalRoutes(deps));
  app.route("/functions/v1/open-invoice", openInvoiceRoutes(deps));
  app.route("/functions/v1/plan-change", planChangeRoutes(deps));
  app.route("/functions/v1/subscription", subscriptionDetailsRoutes(deps));
  app.route("/functions/v1/refund-request", refundRequestRoutes(deps));
  app.route("/functions/v1/retention-offer", retentionOfferRoutes(deps));
  app.route("/functions/v1/apply-retention-discount", acceptOfferRoutes(deps));
  app.route("/functions/v1/cancel-subscription", cancelSubscriptionRoutes(deps));
  app.route("/functions/v1/keep-subscription", resumeSubscriptionRoutes(deps));
  app.notFound((c) => appErrorResponse(new AppError("not_found", MESSAGES.refused.notFound), c));
  app.onError(errorResponse);
  return app;
}
