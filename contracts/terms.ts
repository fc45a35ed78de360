import { counted } from "./counted.ts";

type Term =
  | { readonly minutes: number }
  | { readonly hours: number }
  | { readonly days: number }
  | { readonly businessDays: number };

/** The times that the site, the mails and the legal pages promise and that clocks count. Source: the product specification. */
export const TERMS = {
  /** The team answers an enquiry, a payment, a request or a comment. */
  reply: { hours: 24 },
  firstContent: { businessDays: 5 },
  live: { days: 7 },
  /** After the planned hour. */
  published: { hours: 1 },
  /** After a yes that comes when the planned hour has passed. */
  latePost: { businessDays: 1 },
  /** After a yes is taken back, when a platform's scheduler has the post. */
  stopped: { hours: 1 },
  /** The account's age is counted in periods as long as this. */
  report: { days: 30 },
  reportLink: { days: 90 },
  trial: { days: 7 },
  guarantee: { days: 14 },
  /** We send the money within this time; the rest is the bank's. */
  refundSent: { businessDays: 5 },
  refund: { businessDays: 10 },
  /** Customers hear of a new price or new terms this long before. */
  notice: { days: 30 },
  discoveryCall: { minutes: 15 },
  strategyCall: { minutes: 45 },
  /** A complaint about personal data is confirmed by then: Data (Use and Access) Act 2025, section 103. */
  complaint: { days: 30 },
  /** The link in the mail about a new way to sign in removes it. */
  removalLink: { hours: 24 },
  /** The site publishes how the promises of this time were kept. */
  figures: { days: 90 },
  /** A recovery lists the ways to sign in that were added so recently. */
  recovery: { days: 30 },
} as const satisfies Record<string, Term>;

function amountAndUnit(term: Term): [number, string] {
  if ("minutes" in term) return [term.minutes, "minute"];
  if ("hours" in term) return [term.hours, "hour"];
  return "days" in term ? [term.days, "day"] : [term.businessDays, "business day"];
}

/** For example `24 hours`, `5 business days`. */
export const inText = (term: Term): string => counted(...amountAndUnit(term));

/** Date of the Terms of Service, which the mail about a new subscription names. */
export const TERMS_DATED = "29 November 2026";

/** For example `14-day`, before a noun. */
export const hyphenated = (term: Term): string => amountAndUnit(term).join("-");

export const REFUND_TIME = `${TERMS.refundSent.businessDays} to ${inText(TERMS.refund)}`;
