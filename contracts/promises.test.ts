import { expect, test } from "vitest";
import type { EventOf, EventType } from "./events/catalogue.ts";
import { newEvent } from "./events/new-event.ts";
import { promiseChangesOf, reportTimes } from "./promises.ts";

const EVENT_ID = "evt_01KAHX2J3V7W8R9T0A1B2C3D4E";
const SUBMISSION_ID = "sub_01KAHX2J3V7W8R9T0A1B2C3D4E";
const AT = "2026-11-19T17:00:00.000Z";

function event<T extends EventType>(type: T, data: object) {
  const context = {
    makeId: () => EVENT_ID as never,
    now: () => new Date(AT),
    correlationId: null,
  };
  return newEvent(context, type, { kind: "visitor" }, data as EventOf<T>["data"]);
}

const enquiry = (formType: string) =>
  event("ContactSubmitted", { submissionId: SUBMISSION_ID, formType });
const ofSubscription = <T extends EventType>(type: T, data: object = {}) =>
  event(type, { subscriptionId: "sub_1", ...data });

const start = (rule: string, due: string, warn: string) => ({
  kind: "start",
  rule,
  subjectId: ["answer-enquiry", "contact-trial", "trial-content"].includes(rule)
    ? SUBMISSION_ID
    : "sub_1",
  eventId: EVENT_ID,
  at: AT,
  dueAt: new Date(due).toISOString(),
  warnAt: new Date(warn).toISOString(),
});
const end = (kind: "keep" | "release", rule: string, subjectId = "sub_1") => ({
  kind,
  rule,
  subjectId,
  eventId: EVENT_ID,
  at: AT,
  ...(kind === "keep" && { by: null }),
});

/** A post that changes or goes is not published as it was. */
const unpublished = (...postIds: string[]) =>
  ["publish-post", "publish-late-post"].flatMap((rule) =>
    postIds.map((postId) => end("release", rule, postId)),
  );

const DAY = ["2026-11-20T17:00Z", "2026-11-20T15:00Z"] as const;
const DECISION = start("decide-refund", ...DAY);
const REFUND = start("send-refund", "2026-11-26T18:00Z", "2026-11-25T18:00Z");

const TRIAL_POST = {
  userId: null,
  enquiryId: SUBMISSION_ID,
  subscriptionId: null,
  posts: [{ postId: "pst_1" }],
};

test.each([
  ["a contact form", enquiry("contact"), [start("answer-enquiry", ...DAY)]],
  ["a demo form", enquiry("demo"), [start("answer-enquiry", ...DAY)]],
  [
    "a trial form",
    enquiry("free-trial"),
    [
      start("contact-trial", ...DAY),
      start("trial-content", "2026-11-26T23:59:59Z", "2026-11-25T18:00Z"),
    ],
  ],
  [
    "the last posts of a trial",
    event("PostProposed", { ...TRIAL_POST, isTrialComplete: true }),
    [
      end("keep", "trial-content", SUBMISSION_ID),
      end("keep", "answer-changes", "pst_1"),
      end("keep", "answer-comment", "pst_1"),
      ...unpublished("pst_1"),
    ],
  ],
  [
    "the first of several posts of a trial",
    event("PostProposed", { ...TRIAL_POST, isTrialComplete: false }),
    [
      end("keep", "answer-changes", "pst_1"),
      end("keep", "answer-comment", "pst_1"),
      ...unpublished("pst_1"),
    ],
  ],
  [
    "an answered enquiry",
    event("EnquiryAnswered", { submissionId: SUBMISSION_ID, channel: "phone" }),
    [end("keep", "answer-enquiry", SUBMISSION_ID), end("keep", "contact-trial", SUBMISSION_ID)],
  ],
  [
    "a bought plan",
    ofSubscription("CheckoutCompleted", { priceIds: ["tidepost_starter_monthly"] }),
    [
      start("contact-after-payment", ...DAY),
      start("first-content", "2026-11-26T18:00Z", "2026-11-24T18:00Z"),
      start("go-live", "2026-11-26T23:59:59Z", "2026-11-25T18:00Z"),
    ],
  ],
  ["a booked service", ofSubscription("CheckoutCompleted", { priceIds: ["price_1"] }), []],
  [
    "a contacted customer",
    ofSubscription("CustomerContacted"),
    [end("keep", "contact-after-payment"), end("keep", "contact-after-rejection")],
  ],
  ["an accepted offer", ofSubscription("RetentionApplied"), [start("arrange-call", ...DAY)]],
  ["an arranged call", ofSubscription("CallArranged"), [end("keep", "arrange-call")]],
  [
    "a rejected request",
    ofSubscription("SubscriptionRequestRejected"),
    [start("contact-after-rejection", ...DAY)],
  ],
  [
    "an ended subscription",
    ofSubscription("SubscriptionEnded"),
    [
      end("release", "contact-after-payment"),
      end("release", "arrange-call"),
      end("release", "first-content"),
      end("release", "go-live"),
      end("release", "send-report"),
    ],
  ],
  ["a requested refund", ofSubscription("RefundRequested"), [DECISION, REFUND]],
  ["an approved refund", ofSubscription("RefundApproved"), [end("keep", "decide-refund"), REFUND]],
  [
    "a declined refund",
    ofSubscription("RefundDeclined"),
    [end("keep", "decide-refund"), end("release", "send-refund")],
  ],
  ["a disputed refund", ofSubscription("RefundDisputed"), [end("release", "send-refund")]],
  ["a failed refund", ofSubscription("RefundFailed"), [REFUND]],
  ["a refund", ofSubscription("RefundIssued"), [end("keep", "send-refund")]],
  [
    "proposed posts",
    ofSubscription("PostProposed", { posts: [{ postId: "pst_1" }, { postId: "pst_2" }] }),
    [
      end("keep", "first-content"),
      end("keep", "answer-changes", "pst_1"),
      end("keep", "answer-changes", "pst_2"),
      end("keep", "answer-comment", "pst_1"),
      end("keep", "answer-comment", "pst_2"),
      ...unpublished("pst_1", "pst_2"),
    ],
  ],
  [
    "changes that a customer asks for",
    event("PostChangesRequested", { postId: "pst_1" }),
    [{ ...start("answer-changes", ...DAY), subjectId: "pst_1" }, ...unpublished("pst_1")],
  ],
  [
    "an approved post",
    event("PostApproved", { postId: "pst_1" }),
    [end("release", "answer-changes", "pst_1")],
  ],
  [
    "a withdrawn post",
    event("PostWithdrawn", { postId: "pst_1" }),
    [
      end("release", "answer-changes", "pst_1"),
      end("release", "answer-comment", "pst_1"),
      ...unpublished("pst_1"),
    ],
  ],
  [
    "a customer's comment",
    event("PostCommented", { postId: "pst_1", by: "customer" }),
    [{ ...start("answer-comment", ...DAY), subjectId: "pst_1" }],
  ],
  [
    "an operator's comment",
    event("PostCommented", { postId: "pst_1", by: "operator" }),
    [end("keep", "answer-comment", "pst_1")],
  ],
  [
    "a post that is published on some of its platforms",
    ofSubscription("PostPublished", { postId: "pst_1", isComplete: false }),
    [end("keep", "go-live")],
  ],
  [
    "a post that is published everywhere",
    ofSubscription("PostPublished", { postId: "pst_1", isComplete: true }),
    [
      end("keep", "go-live"),
      end("keep", "publish-post", "pst_1"),
      end("keep", "publish-late-post", "pst_1"),
    ],
  ],
  ["a post published after the subscription", event("PostPublished", { subscriptionId: null }), []],
  ["a report", ofSubscription("ReportPublished", { revision: 1 }), [end("keep", "send-report")]],
  ["a corrected report", ofSubscription("ReportPublished", { revision: 2 }), []],
  ["a paid invoice", event("InvoicePaid", {}), []],
])("%s: changes its promises", (_, given, changes) => {
  expect(promiseChangesOf([given])).toEqual(changes);
});

test("several events about one promise: the last one counts", () => {
  const bought = ofSubscription("CheckoutCompleted", { priceIds: ["tidepost_starter_monthly"] });
  const changes = promiseChangesOf([bought, ofSubscription("SubscriptionEnded")]);
  expect(changes.filter(({ kind }) => kind !== "release")).toEqual([]);
});

test("kept by an operator: names the operator", () => {
  const answered = event("EnquiryAnswered", { submissionId: SUBMISSION_ID, channel: "phone" });
  const [change] = promiseChangesOf([{ ...answered, actor: { kind: "ops", name: "Ada" } }]);
  expect(change).toMatchObject({ kind: "keep", by: "Ada" });
});

test.each([
  ["Easter", "2027-03-25T10:00Z", "2027-04-05T17:00Z", "2027-03-30T17:00Z"],
  ["a Friday", "2026-11-20T10:00Z", "2026-11-27T18:00Z", "2026-11-25T18:00Z"],
  ["Christmas", "2026-12-24T15:00Z", "2027-01-05T18:00Z", "2026-12-29T18:00Z"],
])("first content paid before %s: warned while there is time to approve it", (_, at, due, warn) => {
  const bought = ofSubscription("CheckoutCompleted", { priceIds: ["tidepost_starter_monthly"] });
  const changes = promiseChangesOf([{ ...bought, occurredAt: new Date(at).toISOString() }]);
  expect(changes.find(({ rule }) => rule === "first-content")).toMatchObject({
    dueAt: new Date(due).toISOString(),
    warnAt: new Date(warn).toISOString(),
  });
});

const SINCE = "2026-10-01T12:00Z";

test.each([
  [SINCE, SINCE, SINCE, "2026-10-31T23:59:59Z", "2026-10-26T18:00Z"],
  [SINCE, "2026-10-31T11:59Z", SINCE, "2026-10-31T23:59:59Z", "2026-10-26T18:00Z"],
  [SINCE, "2026-10-31T12:00Z", "2026-10-31T12:00Z", "2026-11-30T23:59:59Z", "2026-11-25T18:00Z"],
  // The day begins in London first, and Good Friday is no business day.
  [
    "2027-02-28T23:30Z",
    "2027-03-20T00:00Z",
    "2027-02-28T23:30Z",
    "2027-03-31T22:59:59Z",
    "2027-03-25T18:00Z",
  ],
])("report of an account since %s, at %s: due on the day that the dashboard names", (...given) => {
  const [since = "", now = "", startedAt, dueAt, warnAt] = given.map((text) =>
    new Date(text).toISOString(),
  );
  expect(reportTimes(since, now)).toEqual({ startedAt, dueAt, warnAt });
});

test.each([
  ["three hours on: an hour after it was requested", "20:00", "18:00"],
  ["40 minutes on: a quarter of an hour before", "17:40", "17:25"],
  ["a quarter of an hour on: when it goes live", "17:15", "17:15"],
  ["ten minutes on: when it goes live", "17:10", "17:10"],
])("a stop of a post that goes live %s", (_, live, due) => {
  const requested = event("PostStopRequested", {
    postId: "pst_1",
    goesLiveAt: `2026-11-19T${live}:00.000Z`,
  });
  expect(promiseChangesOf([requested])).toContainEqual(
    expect.objectContaining({ rule: "stop-post", dueAt: `2026-11-19T${due}:00.000Z` }),
  );
});
