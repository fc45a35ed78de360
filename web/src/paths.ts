export const paths = {
  home: "/",
  services: "/services",
  login: "/login",
  signup: "/signup",
  auth: "/auth",
  forgotPassword: "/forgot-password",
  confirm: "/confirm",
  accountSecurity: "/account/security",
  accountBilling: "/account/billing",
  checkout: "/checkout",
  pricing: "/pricing",
  postCall: "/post-call",
  checkoutSuccess: "/checkout-success",
  checkoutSuccessDemo: "/checkout-success-demo",
  checkoutCancel: "/checkout-cancel",
  changePlan: "/change-plan",
  cancelSubscription: "/cancel-subscription",
  retentionOffer: "/retention-offer",
  subscriptionCancelled: "/subscription-cancelled",
  pay: "/pay",
  dashboard: "/dashboard",
  brief: "/brief",
  calendar: "/calendar",
  review: "/review",
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
  paidAds: "/paid-ads",
  logout: "/netlify-logout",
  fbAd: "/fb-ad",
  nightlife: "/nightlife",
  callBooked: "/call-booked",
  freeTrial: "/free-trial",
  trialWelcome: "/trial-welcome",
} as const;

const PRIVATE_PATHS: ReadonlySet<string> = new Set([
  paths.login,
  paths.signup,
  paths.auth,
  paths.forgotPassword,
  paths.confirm,
  paths.accountSecurity,
  paths.accountBilling,
  paths.checkout,
  paths.postCall,
  paths.pay,
  paths.dashboard,
  paths.brief,
  paths.calendar,
  paths.review,
  paths.changePlan,
  paths.cancelSubscription,
  paths.retentionOffer,
  paths.logout,
]);

/** Pages for sign-in, payment and accounts, where third-party code never runs. */
export function isPrivatePath(path: string): boolean {
  return PRIVATE_PATHS.has(path.replace(/\/+$/, ""));
}

export const anchors = {
  services: "services",
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
