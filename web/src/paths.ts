import type { PagePath } from "#contracts/api/page-views.ts";

const privatePaths = {
  login: "/login",
  signup: "/signup",
  auth: "/auth",
  forgotPassword: "/forgot-password",
  confirm: "/confirm",
  accountSecurity: "/account/security",
  accountBilling: "/account/billing",
  checkout: "/checkout",
  postCall: "/post-call",
  changePlan: "/change-plan",
  cancelSubscription: "/cancel-subscription",
  retentionOffer: "/retention-offer",
  pay: "/pay",
  dashboard: "/dashboard",
  brief: "/brief",
  calendar: "/calendar",
  review: "/review",
  reports: "/reports",
  logout: "/netlify-logout",
} as const;

export const paths = {
  ...privatePaths,
  home: "/",
  services: "/services",
  pricing: "/pricing",
  checkoutSuccess: "/checkout-success",
  checkoutSuccessDemo: "/checkout-success-demo",
  checkoutCancel: "/checkout-cancel",
  subscriptionCancelled: "/subscription-cancelled",
  dashboardDemo: "/dashboard-demo",
  thankYou: "/thank-you",
  scheduleDemo: "/schedule-demo",
  portfolio: "/portfolio",
  results: "/results",
  postExamples: "/post-examples",
  contact: "/contact",
  privacyPolicy: "/privacy-policy",
  termsOfService: "/terms-of-service",
  cookiePolicy: "/cookie-policy",
  accessibility: "/accessibility",
  paidAds: "/paid-ads",
  fbAd: "/fb-ad",
  nightlife: "/nightlife",
  callBooked: "/call-booked",
  freeTrial: "/free-trial",
  trialWelcome: "/trial-welcome",
} as const satisfies Record<string, PagePath>;

const PRIVATE_PATHS: ReadonlySet<string> = new Set(Object.values(privatePaths));

/** Third-party code never runs there. */
export function isPrivatePath(path: string): boolean {
  return PRIVATE_PATHS.has(path.replace(/\/+$/, ""));
}

export const anchors = {
  services: "services",
  yourMonth: "your-month",
  ourWork: "our-work",
  clientResults: "client-results",
  pricing: "pricing",
  testimonials: "testimonials",
  howItWorks: "how-it-works",
  faq: "faq",
} as const;

export function homeSection(name: keyof typeof anchors): string {
  return `${paths.home}#${anchors[name]}`;
}
