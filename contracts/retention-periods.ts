/** How long we keep what a clock deletes. The privacy policy promises the same. */
export const RETENTION_PERIODS = {
  enquiryYears: 2,
  /** Events and their effects, what the payment provider told us, what an advertiser may be told. */
  recordDays: 90,
  /** A session that nobody comes back to. */
  idleSessionDays: 180,
  /** An account of somebody who never said who they are. */
  visitorDays: 30,
} as const;
