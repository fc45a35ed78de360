import { expect, test } from "vitest";
import type { EventOf, EventType } from "./events/catalogue.ts";
import { newEvent } from "./events/new-event.ts";
import { promiseChangesOf } from "./promises.ts";

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
  subjectId: rule === "answer-enquiry" || rule === "contact-trial" ? SUBMISSION_ID : "sub_1",
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

const DAY = ["2026-11-20T17:00Z", "2026-11-20T15:00Z"] as const;
const DECISION = start("decide-refund", ...DAY);
const REFUND = start("send-refund", "2026-11-26T18:00Z", "2026-11-25T18:00Z");

test.each([
  ["a contact form", enquiry("contact"), [start("answer-enquiry", ...DAY)]],
  ["a demo form", enquiry("demo"), [start("answer-enquiry", ...DAY)]],
  ["a trial form", enquiry("free-trial"), [start("contact-trial", ...DAY)]],
  [
    "an answered enquiry",
    event("EnquiryAnswered", { submissionId: SUBMISSION_ID, channel: "phone" }),
    [end("keep", "answer-enquiry", SUBMISSION_ID), end("keep", "contact-trial", SUBMISSION_ID)],
  ],
  [
    "a bought plan",
    ofSubscription("CheckoutCompleted", { priceIds: ["tidepost_starter_monthly"] }),
    [start("contact-after-payment", ...DAY)],
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
    [end("release", "contact-after-payment"), end("release", "arrange-call")],
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
  ["a paid invoice", event("InvoicePaid", {}), []],
])("%s: changes its promises", (_, given, changes) => {
  expect(promiseChangesOf([given])).toEqual(changes);
});

test("several events about one promise: the last one counts", () => {
  const bought = ofSubscription("CheckoutCompleted", { priceIds: ["tidepost_starter_monthly"] });
  expect(promiseChangesOf([bought, ofSubscription("SubscriptionEnded")])).toEqual([
    end("release", "contact-after-payment"),
    end("release", "arrange-call"),
  ]);
});

test("kept by an operator: names the operator", () => {
  const answered = event("EnquiryAnswered", { submissionId: SUBMISSION_ID, channel: "phone" });
  const [change] = promiseChangesOf([{ ...answered, actor: { kind: "ops", name: "Ada" } }]);
  expect(change).toMatchObject({ kind: "keep", by: "Ada" });
});
