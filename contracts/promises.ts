import { toldPriceId } from "./billing/item-names.ts";
import { planAmong } from "./billing/plans.ts";
import { nextReport } from "./billing/report-date.ts";
import { businessDaysBefore, dueAt, type DueIn, warnAt } from "./due-times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import type { DomainEvent, EventOf, EventType } from "./events/catalogue.ts";
import type { PromiseRuleId } from "./events/promises.ts";
import { hyphenated, TERMS } from "./terms.ts";

type On<T extends EventType = EventType> = {
  readonly event: T;
  /** The enquiry, subscription or posts that the promise is about. */
  subjectsOf(event: EventOf<T>): readonly string[];
  when(event: EventOf<T>): boolean;
};

function on<T extends EventType>(
  event: T,
  subjectsOf: On<T>["subjectsOf"],
  when: On<T>["when"] = () => true,
): On<T> {
  return { event, subjectsOf, when };
}

const enquiry = ({ data }: { data: { submissionId: string } }) => [data.submissionId];
const isTrial = ({ data }: EventOf<"ContactSubmitted">) => data.formType === "free-trial";
/** Its mail is the answer. */
const isSampleMonth = ({ data }: EventOf<"ContactSubmitted">) => data.formType === "sample-month";
const trial = ({ data }: EventOf<"PostProposed">) =>
  data.enquiryId === undefined ? [] : [data.enquiryId];
const isTrialComplete = ({ data }: EventOf<"PostProposed">) => data.isTrialComplete === true;
const subscription = ({ data }: { data: { subscriptionId: string | null } }) =>
  data.subscriptionId === null ? [] : [data.subscriptionId];
const call = ({ data }: { data: { callId: string } }) => [data.callId];
const post = ({ data }: { data: { postId: string } }) => [data.postId];
const posts = ({ data }: EventOf<"PostProposed">) => data.posts.map(({ postId }) => postId);

const isPlan = ({ data }: EventOf<"CheckoutCompleted">) =>
  planAmong(data.priceIds.map(toldPriceId)) !== null;

/** The team is warned at least this long before the due time. */
const WARN_HOURS = 2;
/** The warning comes at the latest when the business day before closes. */
const WARN_DAY_HOURS = 24;
/** The warning comes three business days before the due time, or earlier. */
const WARN_REPORT_HOURS = 5 * 24;

/** The team is told of a post that is not live a quarter of an hour after its hour. */
const WARN_PUBLISH_HOURS = 0.75;

/** The alert that a stop was requested leaves at once; this is the second one. */
const WARN_STOP_HOURS = 0.5;
const STOP_BEFORE_MS = 15 * MINUTE_MS;

/** An hour after it was requested, and a quarter of an hour before the post goes live; where that has passed, when it does. */
function stopDueFrom({ occurredAt, data }: EventOf<"PostStopRequested">): string {
  const requested = Date.parse(occurredAt);
  const live = Date.parse(data.goesLiveAt);
  const latest = live - STOP_BEFORE_MS > requested ? live - STOP_BEFORE_MS : live;
  return new Date(Math.min(requested, latest - TERMS.stopped.hours * HOUR_MS)).toISOString();
}

const PUBLISHING = {
  keptBy: [on("PostPublished", post, ({ data }) => data.isComplete)],
  releasedBy: [
    on("PostWithdrawn", post),
    on("PostChangesRequested", post),
    on("PostStopRequested", post),
    on("PostApprovalUndone", post),
    on("PostProposed", posts),
  ],
} as const;

const RULES = {
  "answer-enquiry": {
    text: "Answer an enquiry",
    due: TERMS.reply,
    warnHours: WARN_HOURS,
    starts: [on("ContactSubmitted", enquiry, (event) => !isTrial(event) && !isSampleMonth(event))],
    keptBy: [on("EnquiryAnswered", enquiry)],
    releasedBy: [],
  },
  "contact-trial": {
    text: "Contact somebody who asked for a free trial",
    due: TERMS.reply,
    warnHours: WARN_HOURS,
    starts: [on("ContactSubmitted", enquiry, isTrial)],
    keptBy: [on("EnquiryAnswered", enquiry)],
    releasedBy: [],
  },
  "trial-content": {
    text: "Propose the content of a free trial",
    due: TERMS.trial,
    warnHours: WARN_DAY_HOURS,
    starts: [on("ContactSubmitted", enquiry, isTrial)],
    keptBy: [on("PostProposed", trial, isTrialComplete)],
    // The first content of the plan is owed instead.
    releasedBy: [on("TrialAdopted", ({ data }) => [data.enquiryId])],
  },
  "contact-after-payment": {
    text: "Contact a customer who has paid",
    due: TERMS.reply,
    warnHours: WARN_HOURS,
    // The team books other services by agreement; their mail promises no contact.
    starts: [on("CheckoutCompleted", subscription, isPlan)],
    keptBy: [on("CustomerContacted", subscription)],
    releasedBy: [on("SubscriptionEnded", subscription)],
  },
  "arrange-call": {
    text: `Arrange the ${hyphenated(TERMS.strategyCall)} strategy call`,
    due: TERMS.reply,
    warnHours: WARN_HOURS,
    starts: [on("RetentionApplied", subscription)],
    keptBy: [on("CallArranged", subscription)],
    releasedBy: [on("SubscriptionEnded", subscription)],
  },
  "hold-call": {
    text: "Hold the call that was booked",
    // A call has ended by then, and somebody has said so.
    due: { hours: 2 },
    dueFrom: ({ data }: EventOf<"CallBooked">) => data.startsAt,
    warnHours: 2 * WARN_HOURS,
    starts: [on("CallBooked", call)],
    keptBy: [on("CallHeld", call)],
    releasedBy: [on("CallCancelled", call)],
  },
  "contact-after-rejection": {
    text: "Write about a request that Stripe rejected",
    due: TERMS.reply,
    warnHours: WARN_HOURS,
    starts: [on("SubscriptionRequestRejected", subscription)],
    keptBy: [on("CustomerContacted", subscription)],
    releasedBy: [],
  },
  "decide-refund": {
    text: "Decide about a refund",
    due: { hoursOnBusinessDays: TERMS.reply.hours },
    warnHours: WARN_HOURS,
    starts: [on("RefundRequested", subscription)],
    keptBy: [on("RefundApproved", subscription), on("RefundDeclined", subscription)],
    releasedBy: [],
  },
  "send-refund": {
    text: "Send a refund",
    due: TERMS.refundSent,
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
  "first-content": {
    text: "Propose the first content",
    due: TERMS.firstContent,
    // The due time can be the day on which the content has to be live, and the customer needs time to approve it.
    warnBy: { due: TERMS.live, businessDays: 2 },
    warnHours: WARN_DAY_HOURS,
    starts: [on("CheckoutCompleted", subscription, isPlan)],
    // One post is enough: the first ones arrive for review, and the rest of the month follows.
    keptBy: [on("PostProposed", subscription)],
    releasedBy: [on("SubscriptionEnded", subscription)],
  },
  "go-live": {
    text: "Publish the first post",
    due: TERMS.live,
    warnHours: WARN_DAY_HOURS,
    starts: [on("CheckoutCompleted", subscription, isPlan)],
    keptBy: [on("PostPublished", subscription)],
    releasedBy: [on("SubscriptionEnded", subscription)],
  },
  "send-report": {
    text: "Send the performance report",
    due: TERMS.report,
    warnHours: WARN_REPORT_HOURS,
    // A schedule of the worker starts it, with `reportTimes`.
    starts: [],
    keptBy: [on("ReportPublished", subscription, ({ data }) => data.revision === 1)],
    releasedBy: [on("SubscriptionEnded", subscription)],
  },
  "answer-changes": {
    text: "Answer a request for changes",
    due: TERMS.reply,
    warnHours: WARN_HOURS,
    starts: [on("PostChangesRequested", post), on("PostStopped", post, ({ data }) => !data.isLive)],
    keptBy: [on("PostProposed", posts)],
    releasedBy: [on("PostWithdrawn", post), on("PostApproved", post)],
  },
  "answer-comment": {
    text: "Answer a comment on a post",
    due: TERMS.reply,
    warnHours: WARN_HOURS,
    starts: [on("PostCommented", post, ({ data }) => data.by === "customer")],
    keptBy: [
      on("PostCommented", post, ({ data }) => data.by === "operator"),
      on("PostProposed", posts),
    ],
    releasedBy: [on("PostWithdrawn", post)],
  },
  // A schedule of the worker starts these two, with `publishTimes`: an approval does not know the planned hour.
  "publish-post": {
    text: "Publish a post at its hour",
    due: TERMS.published,
    warnHours: WARN_PUBLISH_HOURS,
    starts: [],
    ...PUBLISHING,
  },
  "publish-late-post": {
    text: "Publish a post that was approved after its hour",
    due: TERMS.latePost,
    warnHours: WARN_HOURS,
    starts: [],
    ...PUBLISHING,
  },
  "stop-post": {
    text: "Take a post out of the schedulers",
    due: TERMS.stopped,
    dueFrom: stopDueFrom,
    warnHours: WARN_STOP_HOURS,
    starts: [on("PostStopRequested", post)],
    // One that went live all the same did so after the due time: it was missed.
    keptBy: [on("PostStopped", post)],
    releasedBy: [],
  },
  // The statement that erases an account starts it: it alone knows what schedulers have.
  "stop-erased-posts": {
    text: "Take an erased account's posts out of the schedulers",
    due: TERMS.stopped,
    warnHours: WARN_STOP_HOURS,
    starts: [],
    keptBy: [on("ErasedPostsStopped", ({ data }) => [data.userId])],
    releasedBy: [],
  },
} as const satisfies Partial<Record<PromiseRuleId, PromiseRule>>;

export const PROMISES: Readonly<Record<PromiseRuleId, PromiseRule>> = RULES;

/** Each entry of a list takes its own event. */
type AnyTrigger = {
  readonly event: EventType;
  subjectsOf(event: never): readonly string[];
  when(event: never): boolean;
};

type PromiseRule = {
  readonly text: string;
  readonly due: DueIn;
  /** When `due` begins, in ISO 8601; without it, at the event. */
  readonly dueFrom?: (event: never) => string;
  readonly warnHours: number;
  /** The team is warned this many business days before another due time, if that is earlier. */
  readonly warnBy?: { readonly due: DueIn; readonly businessDays: number };
  readonly starts: readonly AnyTrigger[];
  readonly keptBy: readonly AnyTrigger[];
  readonly releasedBy: readonly AnyTrigger[];
};

type Rules = (typeof RULES)[keyof typeof RULES];

/** Events that start, keep or release a promise: `insertEvent` refuses them. */
export type PromiseEventType = Rules["starts" | "keptBy" | "releasedBy"][number]["event"];

type PromiseChange = {
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

/** The last one of several events about a promise counts. */
export function promiseChangesOf(events: readonly DomainEvent[]): PromiseChange[] {
  const changes = new Map<string, PromiseChange>();
  for (const event of events) {
    for (const rule of Object.keys(PROMISES) as PromiseRuleId[]) {
      for (const change of changesOf(rule, event)) {
        changes.set(`${rule} ${change.subjectId}`, change);
      }
    }
  }
  return [...changes.values()];
}

function changesOf(rule: PromiseRuleId, event: DomainEvent): PromiseChange[] {
  const { starts, keptBy, releasedBy, dueFrom } = PROMISES[rule];
  const { id: eventId, occurredAt: at } = event;
  const change = { rule, eventId, at };
  const started = subjectsIn(starts, event);
  if (started !== null) {
    const times = timesOf(rule, at, dueFrom?.(event as never));
    return started.map((subjectId) => ({ kind: "start", ...change, subjectId, ...times }));
  }
  const kept = subjectsIn(keptBy, event);
  if (kept !== null) {
    const by = event.actor.kind === "ops" ? event.actor.name : null;
    return kept.map((subjectId) => ({ kind: "keep", ...change, subjectId, by }));
  }
  const released = subjectsIn(releasedBy, event) ?? [];
  return released.map((subjectId) => ({ kind: "release", ...change, subjectId }));
}

function subjectsIn(list: PromiseRule["starts"], event: DomainEvent): readonly string[] | null {
  const found: On | undefined = list.find((one) => one.event === event.type);
  return found?.when(event) === true ? found.subjectsOf(event) : null;
}

/** @param startedAt in ISO 8601, as the times */
export function timesOf(
  rule: PromiseRuleId,
  startedAt: string,
  dueFrom = startedAt,
): { dueAt: string; warnAt: string } {
  const { due, warnHours, warnBy } = PROMISES[rule];
  const times = { startedAt, dueAt: dueAt(dueFrom, due) };
  const warning = warnAt(times, warnHours);
  if (warnBy === undefined) return { dueAt: times.dueAt, warnAt: warning };
  const by = businessDaysBefore(dueAt(startedAt, warnBy.due), warnBy.businessDays);
  return { dueAt: times.dueAt, warnAt: by < warning ? by : warning };
}

/**
 * The next report that an account is owed: due on the day that its dashboard names.
 *
 * @param since creation of the account, in ISO 8601 as `now`
 */
export function reportTimes(
  since: string,
  now: string,
): { startedAt: string; dueAt: string; warnAt: string } {
  const next = nextReport(since, now, TERMS.report.days).dueAt;
  const startedAt = new Date(Date.parse(next) - TERMS.report.days * DAY_MS).toISOString();
  const times = { startedAt, dueAt: dueAt(next, { days: 0 }) };
  return { ...times, warnAt: warnAt(times, WARN_REPORT_HOURS) };
}

/**
 * Finds what we owe for an approved post: it is live at its hour or, when it was approved later, soon after the approval. The own
 * schedulers of platforms publish a post without us, on a holiday too, so we owe its address on the next business day.
 *
 * @param post times in ISO 8601
 */
export function publishTimes({
  plannedAt,
  approvedAt,
  isScheduled,
}: {
  plannedAt: string;
  approvedAt: string;
  /** On every platform where it is not live. */
  isScheduled: boolean;
}): {
  rule: PromiseRuleId;
  startedAt: string;
  dueAt: string;
  warnAt: string;
} {
  const isLate = approvedAt >= plannedAt;
  const rule = isLate ? "publish-late-post" : "publish-post";
  const { due, warnHours } = PROMISES[rule];
  if (isScheduled && !isLate) {
    const times = { startedAt: plannedAt, dueAt: dueAt(plannedAt, TERMS.latePost) };
    return { rule, ...times, startedAt: approvedAt, warnAt: warnAt(times, WARN_HOURS) };
  }
  const times = { startedAt: approvedAt, dueAt: dueAt(isLate ? approvedAt : plannedAt, due) };
  // Nobody works towards the hour of a post before it: the morning's list has it, so its warning waits for no office hours.
  const warning = isLate
    ? warnAt(times, warnHours)
    : new Date(Date.parse(times.dueAt) - warnHours * HOUR_MS).toISOString();
  return { rule, ...times, warnAt: warning };
}
