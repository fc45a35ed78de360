/** The privacy policy quotes these periods. */
export const RETENTION_PERIODS = {
  enquiryYears: 2,
  /** A brief and its approvers, after the last subscription ended. */
  briefYears: 1,
  pageViewMonths: 25,
  /** Events with their effects, Stripe events, conversion data. */
  recordDays: 90,
  idleSessionDays: 180,
  /** How long we keep anonymous accounts, unconfirmed accounts, and customers of guests who never bought. */
  visitorDays: 30,
  /** An address that an account no longer has, and whose last mail could not be sent. */
  erasedAddressDays: 7,
  unfinishedUploadDays: 1,
} as const;
