import type { EventType } from "#contracts/events/catalogue.ts";
import type { LaterFacts } from "#db/events/list-later-facts.ts";
import type { BillingMailKind } from "../mail/billing-content.ts";
import type { TeamBillingMailKind } from "../mail/team-billing-content.ts";

type Fact = EventType | "card replaced" | "first subscription ended" | "comments answered";

/** Days that a mail names; each is in ISO 8601. */
type Days = {
  readonly periodEnd?: string | null | undefined;
  readonly startsAt?: string | undefined;
  readonly at?: string | null | undefined;
};

/** When a mail says what is over: a newer fact has replaced it, or its day has passed. */
export type Late = {
  readonly by: readonly Fact[];
  readonly until?: keyof Days;
};

/** What happened stays true, whatever came later. */
const NEVER: Late = { by: [] };

const ENDED: Late = { by: ["SubscriptionEnded"] };
const LEFT: Late = { by: ["SubscriptionEnded", "SubscriptionCancelled"] };
const RENEWED: Late = { by: [...LEFT.by, "SubscriptionChanged", "RetentionApplied"] };
const CHANGED: Late = { by: [...LEFT.by, "SubscriptionChanged"] };
// A cancellation removes a booked change, also when it is taken back.
const BOOKED: Late = {
  by: [
    ...CHANGED.by,
    "SubscriptionChangeScheduled",
    "SubscriptionChangeWithdrawn",
    "SubscriptionResumed",
  ],
  until: "at",
};
const NOT_BOOKED: Late = { by: [...CHANGED.by, "SubscriptionChangeScheduled"] };
const DUE: Late = {
  by: [
    "PaymentOverdue",
    "PaymentRecovered",
    "PaymentWaived",
    "SubscriptionUnpaid",
    "SubscriptionEnded",
  ],
};
const SETTLED: Late = { by: [...LEFT.by, "PaymentFailed"] };
const OFFERED: Late = { by: [...LEFT.by, "SubscriptionRequestRejected"] };
const CONTINUES: Late = { by: [...LEFT.by, "SubscriptionResumed"] };
const ASKED: Late = { by: ["RefundApproved", "RefundDeclined"] };
const REFUSED: Late = { by: ["RefundApproved"] };
const ONE_OF_TWO: Late = { by: [...ENDED.by, "first subscription ended"] };

/** What makes each mail to a customer about money say something that is over. */
export const LATE_BILLING_MAILS = {
  welcome: LEFT,
  "service-booked": LEFT,
  renewal: { by: [...RENEWED.by, "RenewalAnnounced"], until: "periodEnd" },
  "price-change": { by: [...CHANGED.by, "PriceChangeAnnounced"], until: "startsAt" },
  "price-kept": { by: [...CHANGED.by, "PriceChangeAnnounced"] },
  "card-expiring": { by: [...LEFT.by, "card replaced"] },
  "payment-failed": DUE,
  "payment-reminder": DUE,
  "payment-last-reminder": DUE,
  "invoice-overdue": DUE,
  "payment-recovered": SETTLED,
  "payment-marked-paid": SETTLED,
  "payment-waived": SETTLED,
  unpaid: { by: ["PaymentRecovered", "PaymentWaived", "SubscriptionEnded"] },
  retention: OFFERED,
  "retention-resumed": OFFERED,
  cancelled: { by: ["SubscriptionCancelled", "SubscriptionResumed", "SubscriptionEnded"] },
  // Its end is the cancellation itself.
  "cancelled-at-once": { by: ["SubscriptionResumed"] },
  resumed: CONTINUES,
  changed: CHANGED,
  "change-scheduled": BOOKED,
  "change-withdrawn": NOT_BOOKED,
  "upgrade-lapsed": CHANGED,
  "discount-refused": { by: [...LEFT.by, "RetentionApplied"] },
  "cancellation-refused": LEFT,
  "resumption-refused": { by: ["SubscriptionResumed", "SubscriptionEnded"] },
  ended: NEVER,
  "ended-unpaid": NEVER,
  "never-begun": NEVER,
  duplicate: NEVER,
  "second-subscription": ONE_OF_TWO,
  "refund-requested": ASKED,
  "refund-declined": REFUSED,
  "refund-disputed": REFUSED,
  "refund-failed": { by: ["RefundIssued"] },
  "guarantee-refunded": { by: ["RefundFailed"] },
  refunded: { by: ["RefundFailed"] },
} as const satisfies Record<BillingMailKind, Late>;

/** The same of each mail to the team. Nobody tells it of an end that was cancelled or claimed. */
export const LATE_TEAM_MAILS = {
  sale: ENDED,
  "sale-again": ENDED,
  changed: { by: [...ENDED.by, "SubscriptionChanged"] },
  "change-scheduled": BOOKED,
  "change-withdrawn": NOT_BOOKED,
  cancelled: { by: ["SubscriptionCancelled", "SubscriptionResumed"] },
  resumed: CONTINUES,
  ended: NEVER,
  duplicate: NEVER,
  "second-subscription": ONE_OF_TWO,
  "strategy-call": { by: [...ENDED.by, "CallArranged"] },
  "refund-requested": ASKED,
  "refund-granted": NEVER,
  "refund-disputed": REFUSED,
  "refund-failed": { by: ["RefundIssued"] },
  "request-refused": ENDED,
} as const satisfies Record<TeamBillingMailKind, Late>;

/** The same of mails about content, by their event. */
export const LATE_CONTENT_MAILS = {
  BriefSubmitted: { by: ["BriefSubmitted"] },
  CommentsAnnounced: { by: ["comments answered"] },
  PostChangesRequested: {
    by: ["PostProposed", "PostApproved", "PostChangesRequested", "PostWithdrawn"],
  },
  ReportPublished: { by: ["ReportPublished"] },
} as const satisfies Partial<Record<EventType, Late>>;

/** The types of all events that replace another one. */
export const REPLACING_EVENTS: readonly string[] = [
  ...new Set(
    [LATE_BILLING_MAILS, LATE_TEAM_MAILS, LATE_CONTENT_MAILS]
      .flatMap((table) => Object.values<Late>(table))
      .flatMap(({ by }) => by),
  ),
];

/** Whether a mail would say what is over. */
export async function isLate(
  deps: { now: () => Date; findLaterFacts: (eventId: string) => Promise<LaterFacts | null> },
  { id, data }: { id: string; data: object },
  { by, until }: Late,
): Promise<boolean> {
  if (by.length === 0) return false;
  const found = await deps.findLaterFacts(id);
  if (found === null) return false;
  const day = until === undefined ? null : ((data as Days)[until] ?? null);
  const hasPassed = day !== null && Date.parse(day) <= deps.now().getTime();
  return hasPassed || factsOf(found).some((fact) => by.includes(fact));
}

/** A rejected request leaves what it would have changed, and of cancellations and their reversals the last one counts. */
export function factsOf(found: LaterFacts): Fact[] {
  const events = found.later.flatMap(({ type, request, resumes }) => {
    if (request === "cancellation") return ["SubscriptionResumed"];
    if (request === "resumption") return ["SubscriptionCancelled"];
    return resumes ? [type, "SubscriptionResumed"] : [type];
  });
  const last = events.findLast((type) => /^Subscription(?:Cancelled|Resumed)$/.test(type));
  const facts = events.filter((type) => type !== "SubscriptionCancelled" || type === last);
  return [
    ...facts,
    ...(found.isCardReplaced ? ["card replaced"] : []),
    ...(found.hasFirstEnded ? ["first subscription ended"] : []),
    ...(found.isAnswered ? ["comments answered"] : []),
  ] as Fact[];
}
