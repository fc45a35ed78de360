/** The privacy policy quotes these periods. */
export const RETENTION_PERIODS = {
  enquiryYears: 2,
  /** Events with their effects, Stripe events, conversion data. */
  recordDays: 90,
  idleSessionDays: 180,
  /** An anonymous account. */
  visitorDays: 30,
} as const;
