import * as z from "zod/mini";

/** Every page of the site; `web/src/paths.ts` may have no other. */
export const PAGE_PATHS = [
  "/",
  "/accessibility",
  "/account/billing",
  "/account/security",
  "/auth",
  "/brief",
  "/calendar",
  "/call-booked",
  "/cancel-subscription",
  "/change-plan",
  "/checkout",
  "/checkout-cancel",
  "/checkout-success",
  "/checkout-success-demo",
  "/confirm",
  "/contact",
  "/cookie-policy",
  "/dashboard",
  "/dashboard-demo",
  "/fb-ad",
  "/forgot-password",
  "/free-trial",
  "/login",
  "/netlify-logout",
  "/nightlife",
  "/paid-ads",
  "/pay",
  "/portfolio",
  "/post-call",
  "/post-examples",
  "/pricing",
  "/privacy-policy",
  "/reports",
  "/results",
  "/retention-offer",
  "/review",
  "/schedule-demo",
  "/services",
  "/signup",
  "/subscription-cancelled",
  "/terms-of-service",
  "/thank-you",
  "/trial-welcome",
] as const;
export type PagePath = (typeof PAGE_PATHS)[number];

/** `POST /functions/v1/page-views`: nothing in it is about the visitor. */
export const PageView = z.strictObject({
  path: z.enum(PAGE_PATHS),
  /** The visitor came from outside the site. */
  isVisit: z.boolean(),
});
export type PageView = z.infer<typeof PageView>;
