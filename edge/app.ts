import { authApp } from "./auth/app.ts";
import { createAuthDeps } from "./auth/create-auth-deps.ts";
import { twilioWebhookRoutes } from "./auth/phone/twilio-webhook.ts";
import { accountRoutes } from "./auth/routes/account.ts";
import { billingDetailsRoutes } from "./billing/billing-details.ts";
import { billingPortalRoutes } from "./billing/billing-portal.ts";
import { cancelSubscriptionRoutes, resumeSubscriptionRoutes } from "./billing/cancellation.ts";
import { checkoutResultRoutes } from "./billing/checkout-result.ts";
import { checkPromotionCodeRoutes, checkoutRoutes } from "./billing/checkout.ts";
import { openInvoiceRoutes, orderDocumentRoutes } from "./billing/invoices.ts";
import { planChangeRoutes } from "./billing/plan-change/routes.ts";
import { refundRequestRoutes } from "./billing/refund-request.ts";
import { acceptRetentionOfferRoutes, showRetentionOfferRoutes } from "./billing/retention-offer.ts";
import { userOrdersRoutes, userSubscriptionRoutes } from "./billing/rows.ts";
import { stripeWebhookRoutes } from "./billing/stripe-webhook.ts";
import { subscriptionDetailsRoutes } from "./billing/subscription-details.ts";
import { unclaimedPurchasesRoutes } from "./billing/unclaimed-purchases.ts";
import { calendlyWebhookRoutes } from "./calls/calendly-webhook.ts";
import { briefRoutes } from "./content/brief.ts";
import { calendarRoutes, postDecisionRoutes } from "./content/calendar.ts";
import { commentRoutes } from "./content/comments.ts";
import { materialRoutes } from "./content/material.ts";
import { mediaRoutes } from "./content/media.ts";
import { mailPictureRoutes, photoRoutes } from "./content/pictures.ts";
import { plainReviewRoutes } from "./content/plain-review.ts";
import { linkedReportRoutes, reportRoutes } from "./content/reports.ts";
import { reviewRoutes } from "./content/review.ts";
import { unsubscribeRoutes } from "./content/unsubscribe.ts";
import type { EdgeDeps } from "./deps.ts";
import { resendWebhookRoutes } from "./emails/resend-webhook.ts";
import { enquiryRoutes } from "./enquiries/enquiry.ts";
import { healthRoutes } from "./health.ts";
import { requireApiKey } from "./http/api-key.ts";
import { countRequests } from "./http/count-requests.ts";
import { newRoutes } from "./http/env.ts";
import { appErrorResponse, errorResponse, notFoundError } from "./http/errors.ts";
import { limitAll } from "./http/rate-limit.ts";
import { requestContext } from "./http/request-context.ts";
import { securityHeaders, siteCors } from "./http/response-headers.ts";
import { openApiRoutes } from "./openapi/routes.ts";
import { pageViewRoutes } from "./page-views.ts";
import { promiseFigureRoutes } from "./promise-figures.ts";

const SECURITY_FILE = "/.well-known/security.txt";

// The order of middleware counts.
export function createApp(deps: EdgeDeps) {
  const app = newRoutes();
  app.use(requestContext(deps));
  app.use(countRequests(deps));
  // Files stand before the headers of JSON responses: they have their own.
  app.route("/media", mediaRoutes(deps));
  for (const path of ["/openapi.json", "/docs", "/review"]) app.use(path, limitAll(deps));
  // The page stands before the policy of JSON responses: it has its own.
  app.route("/", openApiRoutes(deps.config));
  app.route("/review", plainReviewRoutes(deps));
  app.use(securityHeaders());
  app.route("/", healthRoutes(deps));
  app.get(SECURITY_FILE, (c) => c.redirect(deps.config.SITE_URL + SECURITY_FILE));
  app.route("/photos", photoRoutes(deps));
  app.route("/mail-pictures", mailPictureRoutes(deps));
  // The auth API stands before the site's CORS rule: any origin may use it.
  const authDeps = createAuthDeps(deps);
  app.route("/auth/v1", authApp(authDeps));
  app.route("/webhooks/stripe", stripeWebhookRoutes(deps));
  app.route("/webhooks/calendly", calendlyWebhookRoutes(deps));
  app.route("/webhooks/resend", resendWebhookRoutes(deps));
  app.route("/webhooks/twilio", twilioWebhookRoutes(authDeps));
  app.route("/unsubscribe", unsubscribeRoutes(deps));
  app.use(siteCors(deps.config.SITE_URL));
  for (const path of ["/rest/*", "/functions/*"]) {
    app.use(path, limitAll(deps), requireApiKey(deps.verifyToken));
  }
  app.route("/rest/v1/form_submissions", enquiryRoutes(deps));
  app.route("/rest/v1/user_subscription", userSubscriptionRoutes(deps));
  app.route("/rest/v1/user_orders", userOrdersRoutes(deps));
  app.route("/functions/v1/account", accountRoutes(authDeps));
  app.route("/functions/v1/stripe-checkout", checkoutRoutes(deps));
  app.route("/functions/v1/promotion-code", checkPromotionCodeRoutes(deps));
  app.route("/functions/v1/checkout-session", checkoutResultRoutes(deps));
  app.route("/functions/v1/unclaimed-purchases", unclaimedPurchasesRoutes(deps));
  app.route("/functions/v1/billing-portal", billingPortalRoutes(deps));
  app.route("/functions/v1/open-invoice", openInvoiceRoutes(deps));
  app.route("/functions/v1/order-document", orderDocumentRoutes(deps));
  app.route("/functions/v1/billing-details", billingDetailsRoutes(deps));
  app.route("/functions/v1/plan-change", planChangeRoutes(deps));
  app.route("/functions/v1/subscription", subscriptionDetailsRoutes(deps));
  app.route("/functions/v1/refund-request", refundRequestRoutes(deps));
  app.route("/functions/v1/retention-offer", showRetentionOfferRoutes(deps));
  app.route("/functions/v1/apply-retention-discount", acceptRetentionOfferRoutes(deps));
  app.route("/functions/v1/cancel-subscription", cancelSubscriptionRoutes(deps));
  app.route("/functions/v1/keep-subscription", resumeSubscriptionRoutes(deps));
  app.route("/functions/v1/brief", briefRoutes(deps));
  app.route("/functions/v1/material", materialRoutes(deps));
  app.route("/functions/v1/calendar", calendarRoutes(deps));
  app.route("/functions/v1/posts", postDecisionRoutes(deps));
  app.route("/functions/v1/posts", commentRoutes(deps));
  app.route("/functions/v1/review", reviewRoutes(deps));
  app.route("/functions/v1/reports", reportRoutes(deps));
  app.route("/functions/v1/report", linkedReportRoutes(deps));
  app.route("/functions/v1/page-views", pageViewRoutes(deps));
  app.route("/functions/v1/promise-figures", promiseFigureRoutes(deps));
  app.notFound((c) => appErrorResponse(notFoundError(), c));
  app.onError(errorResponse);
  return app;
}
