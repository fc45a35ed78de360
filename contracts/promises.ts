import { planAndAddons } from "./billing/stripe-state.ts";
import { COMPANY } from "./company.ts";
import { type DueIn, dueAt, warnAt } from "./due-times.ts";
import type { DomainEvent, EventOf, EventType } from "./events/catalogue.ts";
import type { PromiseRuleId } from "./events/promises.ts";

type On<T extends EventType = EventType> = {
  readonly event: T;
  /** The enquiry or subscription that the promise is about. */
  subjectOf(event: EventOf<T>): string;
  when(event: EventOf<T>): boolean;
};

function on<T extends EventType>(
  event: T,
  subjectOf: On<T>["subjectOf"],
  when: On<T>["when"] = () => true,
): On<T> {
  return { event, subjectOf, when };
}

const enquiry = ({ data }: { data: { submissionId: string } }) => data.submissionId;
const subscription = ({ data }: { data: { subscriptionId: string } }) => data.subscriptionId;

const REPLY = { hours: COMPANY.replyWithinHours };

/** How long before the due time, at least, the team hears of it. */
const WARN_HOURS = 2;
/** Closing time of the business day before. */
const WARN_DAY_HOURS = 24;

/** Each promise to customers with a number: what starts, keeps and releases it, and when it is due. */
export const PROMISES = {
  "answer-enquiry": {
    text: "Answer an enquiry",
    due: REPLY,
    warnHours: WARN_HOURS,
    starts: [on("ContactSubmitted", enquiry, ({ data }) => data.formType !== "free-trial")],
    keptBy: [on("EnquiryAnswered", enquiry)],
    releasedBy: [],
  },
  "contact-trial": {
    text: "Contact somebody who asked for a free trial",
    due: REPLY,
    warnHours: WARN_HOURS,
    starts: [on("ContactSubmitted", enquiry, ({ data }) => data.formType === "free-trial")],
    keptBy: [on("EnquiryAnswered", enquiry)],
    releasedBy: [],
  },
  "contact-after-payment": {
    text: "Contact a customer who has paid",
    due: REPLY,
    warnHours: WARN_HOURS,
    // The team books other services by agreement; their mail promises no contact.
    starts: [
      on("CheckoutCompleted", subscription, ({ data }) => {
        const items = data.priceIds.map((priceId) => ({ priceId }));
        return planAndAddons(items).plan !== null;
      }),
    ],
    keptBy: [on("CustomerContacted", subscription)],
    releasedBy: [on("SubscriptionEnded", subscription)],
  },
  "arrange-call": {
    text: "Arrange the 45-minute strategy call",
    due: REPLY,
    warnHours: WARN_HOURS,
    starts: [on("RetentionApplied", subscription)],
    keptBy: [on("CallArranged", subscription)],
    releasedBy: [on("SubscriptionEnded", subscription)],
  },
  "contact-after-rejection": {
    text: "Write about a request that Stripe rejected",
    due: REPLY,
    warnHours: WARN_HOURS,
    starts: [on("SubscriptionRequestRejected", subscription)],
    keptBy: [on("CustomerContacted", subscription)],
    releasedBy: [],
  },
  "decide-refund": {
    text: "Decide about a refund",
    due: { hoursOnBusinessDays: COMPANY.replyWithinHours },
    warnHours: WARN_HOURS,
    starts: [on("RefundRequested", subscription)],
    keptBy: [on("RefundApproved", subscription), on("RefundDeclined", subscription)],
    releasedBy: [],
  },
  "send-refund": {
    text: "Send a refund",
    // Of the 5 to 10 that the site promises; the rest are the bank's.
    due: { businessDays: 5 },
    warnHours: WARN_DAY_HOURS,
    // A refund that failed is owed again.
    starts: [
      on("RefundRequested", subscription),
      on("RefundApproved", subscription),
      on("RefundFailed", subscription),
    ],
    keptBy: [on("RefundIssued", subscription)],
    // After a dispute the bank decides who has the money.
    releasedBy: [on("RefundDeclined", subscription), on("RefundDisputed", subscription)],
  },
} as const satisfies Record<PromiseRuleId, PromiseRule>;

/** Each entry of a list takes its own event. */
type OnAny = {
  readonly event: EventType;
  subjectOf(event: never): string;
  when(event: never): boolean;
};

type PromiseRule = {
  readonly text: string;
  readonly due: DueIn;
  readonly warnHours: number;
  readonly starts: readonly OnAny[];
  readonly keptBy: readonly OnAny[];
  readonly releasedBy: readonly OnAny[];
};

type Rules = (typeof PROMISES)[PromiseRuleId];

/** Events that start, keep or release a promise: `insertEvent` refuses them. */
export type PromiseEventType = Rules["starts" | "keptBy" | "releasedBy"][number]["event"];

export type PromiseChange = {
  readonly rule: PromiseRuleId;
  readonly subjectId: string;
  readonly eventId: string;
  /** ISO 8601 */
  readonly at: string;
} & (
  | { readonly kind: "start"; readonly dueAt: string; readonly warnAt: string }
  | {
      readonly kind: "keep";
      /** The operator's name. */
      readonly by: string | null;
    }
  | { readonly kind: "release" }
);

/** Of several events about one promise, the last one counts. */
export function promiseChangesOf(events: readonly DomainEvent[]): PromiseChange[] {
  const changes = new Map<string, PromiseChange>();
  for (const event of events) {
    for (const rule of Object.keys(PROMISES) as PromiseRuleId[]) {
      const change = changeOf(rule, event);
      if (change !== null) changes.set(`${rule} ${change.subjectId}`, change);
    }
  }
  return [...changes.values()];
}

function changeOf(rule: PromiseRuleId, event: DomainEvent): PromiseChange | null {
  const { due, warnHours, starts, keptBy, releasedBy }: PromiseRule = PROMISES[rule];
  const { id: eventId, occurredAt: at } = event;
  const subject = (list: PromiseRule["starts"]) => subjectIn(list, event);
  const started = subject(starts);
  if (started !== null) {
    const promise = { startedAt: at, dueAt: dueAt(at, due) };
    return {
      kind: "start",
      rule,
      subjectId: started,
      eventId,
      at,
      dueAt: promise.dueAt,
      warnAt: warnAt(promise, warnHours),
    };
  }
  const kept = subject(keptBy);
  if (kept !== null) {
    const by = event.actor.kind === "ops" ? event.actor.name : null;
    return { kind: "keep", rule, subjectId: kept, eventId, at, by };
  }
  const released = subject(releasedBy);
  if (released !== null) return { kind: "release", rule, subjectId: released, eventId, at };
  return null;
}

function subjectIn(list: PromiseRule["starts"], event: DomainEvent): string | null {
  const found: On | undefined = list.find((one) => one.event === event.type);
  return found?.when(event) === true ? found.subjectOf(event) : null;
}
