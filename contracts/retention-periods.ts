/** Retention periods. The privacy policy quotes them. */
export const RETENTION_PERIODS = {
  enquiryYears: 2,
  /** Events with their effects, Stripe events, conversion data. */
  recordDays: 90,
  /** A session that is not used. */
  idleSessionDays: 180,
  /** An anonymous account. */
  visitorDays: 30,
} as const;
