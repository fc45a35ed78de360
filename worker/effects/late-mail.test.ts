import { expect, test as pureTest } from "vitest";
import { EVENT_VERSIONS, type EventType } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { type LaterFacts, listLaterFacts } from "#db/events/list-later-facts.ts";
import { outboxEvents } from "#db/schema/events.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { commentOn, proposePost } from "../../tests/support/post-rows.ts";
import { createEffects, type EffectName } from "./catalogue.ts";
import type { EffectDeps } from "./effect-deps.ts";
import {
  factsOf,
  isLate,
  type Late,
  LATE_BILLING_MAILS,
  LATE_CONTENT_MAILS,
  LATE_TEAM_MAILS,
  REPLACING_EVENTS,
} from "./late-mail.ts";

type MailEffect = Extract<EffectName, `send-${string}`>;

/** Which table says when a mail is late, or the fact that cannot be over. */
const RECHECKED = {
  "send-billing-mail": LATE_BILLING_MAILS,
  "send-refund-declined-mail": LATE_BILLING_MAILS,
  "send-team-billing-mail": LATE_TEAM_MAILS,
  "send-comments-mail": LATE_CONTENT_MAILS,
  "send-content-notification": LATE_CONTENT_MAILS,
  "send-report-mail": LATE_CONTENT_MAILS,
  "send-approval-mail": "skips what was decided or withdrawn",
  "send-auth-mail": "skips a code that was used, replaced or has expired",
  "send-auth-sms": "skips a code that was used, replaced or has expired",
  "send-decision-notice": "leaves out decisions that were taken back",
  "send-decision-receipt": "leaves out decisions that were taken back",
  "send-post-reminder": "leaves out what was decided, withdrawn or published",
  "send-stop-alert": "skips a post that was stopped, or went live",
  "send-stopped-mail": "the post was stopped, or went live",
  "send-morning-work": "lists what is to do when it leaves",
  "send-weekend-work": "lists what is left when it leaves",
  "send-promise-alert": "leaves out what was kept or released",
  "send-account-notice": "the account was changed",
  "send-auto-reply": "the enquiry arrived",
  "send-enquiry-digest": "the enquiries arrived",
  "send-erased-mail": "the address was erased",
  "send-invoice-mail": "the invoice was paid",
  "send-purchase-claimed-mail": "the purchase was claimed",
  "send-team-notification": "the enquiry arrived",
} as const satisfies Record<MailEffect, object | string>;

pureTest("each mail is checked again when it leaves, or is about a fact that stays", () => {
  const names = Object.values(createEffects({} as EffectDeps)).flatMap(Object.keys);
  const mails = new Set(names.filter((name) => name.startsWith("send-")));
  expect([...mails].toSorted()).toEqual(Object.keys(RECHECKED).toSorted());
  const contentEvents = Object.entries(createEffects({} as EffectDeps)).flatMap(([type, own]) =>
    Object.keys(own).some(
      (name) => RECHECKED[name as keyof typeof RECHECKED] === LATE_CONTENT_MAILS,
    )
      ? [type]
      : [],
  );
  expect(contentEvents.toSorted()).toEqual(Object.keys(LATE_CONTENT_MAILS).toSorted());
});

const NOTHING: LaterFacts = {
  id: "evt_1",
  later: [],
  isCardReplaced: false,
  hasFirstEnded: false,
  isAnswered: false,
};
const fact = (type: string, more: object = {}) => ({
  type,
  request: null,
  resumes: false,
  ...more,
});

pureTest.each([
  ["a cancellation", [fact("SubscriptionCancelled")], ["SubscriptionCancelled"]],
  [
    "a cancellation that was taken back",
    [fact("SubscriptionCancelled"), fact("SubscriptionResumed")],
    ["SubscriptionResumed"],
  ],
  [
    "a cancellation after one that was taken back",
    [fact("SubscriptionResumed"), fact("SubscriptionCancelled")],
    ["SubscriptionResumed", "SubscriptionCancelled"],
  ],
  [
    "a cancellation that an offer took back",
    [fact("SubscriptionCancelled"), fact("RetentionApplied", { resumes: true })],
    ["RetentionApplied", "SubscriptionResumed"],
  ],
  ["an offer alone", [fact("RetentionApplied")], ["RetentionApplied"]],
  [
    "a rejected cancellation",
    [fact("SubscriptionRequestRejected", { request: "cancellation" })],
    ["SubscriptionResumed"],
  ],
  [
    "a rejected resumption",
    [fact("SubscriptionRequestRejected", { request: "resumption" })],
    ["SubscriptionCancelled"],
  ],
  [
    "a rejected discount",
    [fact("SubscriptionRequestRejected", { request: "discount" })],
    ["SubscriptionRequestRejected"],
  ],
])("%s: counts as what it leaves", (_, later, expected) => {
  expect(factsOf({ ...NOTHING, later })).toEqual(expected);
});

pureTest.each([
  ["renewal", "periodEnd"],
  ["price-change", "startsAt"],
  ["change-scheduled", "at"],
] as const)("%s: is late from the day that it names", async (kind, field) => {
  const day = "2026-12-20T12:00:00.000Z";
  const isLateAt = (now: string) =>
    isLate(
      { findLaterFacts: () => Promise.resolve(NOTHING), now: () => new Date(now) },
      { id: "evt_1", data: { [field]: day } },
      LATE_BILLING_MAILS[kind],
    );
  expect(await isLateAt("2026-12-20T11:59:59.999Z")).toBe(false);
  expect(await isLateAt(day)).toBe(true);
});

const AT = "2026-11-20T12:00:00.000Z";
const LATER = "2026-11-20T12:30:00.000Z";
const EARLIER = "2026-11-20T11:30:00.000Z";

async function insert(db: Db, type: EventType, at: string, payload: object, of = "cus_1") {
  const id = newId("event");
  await db.insert(outboxEvents).values({
    id,
    type,
    version: EVENT_VERSIONS[type],
    aggregateType: "customer",
    aggregateId: of,
    actor: { kind: "system", name: "billing" },
    payload,
    correlationId: "req_1",
    occurredAt: at,
    nextPublishAt: "2099-01-01T00:00:00Z",
  });
  return id;
}

async function lateIn(db: Db, id: string, late: Late) {
  const find = async (eventId: string) =>
    (await listLaterFacts(db, [eventId], REPLACING_EVENTS))[0] ?? null;
  return isLate({ findLaterFacts: find, now: () => new Date(LATER) }, { id, data: {} }, late);
}

const RULES = Object.entries({
  ...LATE_BILLING_MAILS,
  ...Object.fromEntries(
    Object.entries(LATE_TEAM_MAILS).map(([kind, late]) => [`${kind} to the team`, late]),
  ),
  ...LATE_CONTENT_MAILS,
} as Record<string, Late>).flatMap(([kind, { by }]) =>
  by.filter((one) => Object.hasOwn(EVENT_VERSIONS, one)).map((one) => [kind, one, by] as const),
);

test.for(RULES)("%s: is late after %s of the same subject only", async ([, type, by], { db }) => {
  const about = { subscriptionId: "sub_1", orderId: "in_1", postId: "post_1" };
  const own = await insert(db, "CardExpiring", AT, about);
  const replacing = type as EventType;
  await insert(db, replacing, EARLIER, about);
  await insert(db, replacing, AT, about);
  await insert(db, replacing, LATER, { ...about, subscriptionId: "sub_2" });
  await insert(db, replacing, LATER, { ...about, orderId: "in_2" });
  await insert(db, replacing, LATER, { posts: [{ postId: "post_2", version: 2 }] });
  await insert(db, replacing, LATER, about, "cus_2");
  const late = { by };
  expect(await lateIn(db, own, late)).toBe(false);
  await insert(db, replacing, LATER, { subscriptionId: "sub_1" });
  expect(await lateIn(db, own, late)).toBe(true);
});

test("change that a customer asked for: late once the post has a newer version", async ({ db }) => {
  const own = await insert(db, "PostChangesRequested", AT, { postId: "post_1" });
  await insert(db, "PostProposed", LATER, { posts: [{ postId: "post_1", version: 2 }] });
  expect(await lateIn(db, own, LATE_CONTENT_MAILS.PostChangesRequested)).toBe(true);
});

test("expiring card: late once the subscription has another one", async ({ db, database }) => {
  await insertCustomer(db, { id: "cus_1" });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1" });
  const card = { subscriptionId: "sub_1", expYear: 2026, expMonth: 11 };
  const own = await insert(db, "CardExpiring", AT, card);
  const setCard = (year: number) =>
    database.query(
      "update subscriptions set payment_method_exp_year = $1, payment_method_exp_month = 11",
      [year],
    );
  await setCard(2026);
  expect(await lateIn(db, own, LATE_BILLING_MAILS["card-expiring"])).toBe(false);
  await setCard(2029);
  expect(await lateIn(db, own, LATE_BILLING_MAILS["card-expiring"])).toBe(true);
});

test("second subscription: late once the first one has ended", async ({ db, database }) => {
  await insertCustomer(db, { id: "cus_1" });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1" });
  const two = { subscriptionId: "sub_2", firstSubscriptionId: "sub_1" };
  const own = await insert(db, "SecondSubscriptionFound", AT, two);
  expect(await lateIn(db, own, LATE_TEAM_MAILS["second-subscription"])).toBe(false);
  await database.query("update subscriptions set status = 'canceled'");
  expect(await lateIn(db, own, LATE_TEAM_MAILS["second-subscription"])).toBe(true);
});

test("comments: late once each is answered", async ({ db, database }) => {
  const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
  const postId = await proposePost(db, userId);
  await commentOn(db, { userId, postId }, { at: AT });
  const own = await insert(db, "CommentsAnnounced", AT, { userId, by: "customer" });
  await database.query("update post_comments set announced_event_id = $1", [own]);
  expect(await lateIn(db, own, LATE_CONTENT_MAILS.CommentsAnnounced)).toBe(false);
  await commentOn(db, { userId, postId }, { by: "operator", at: LATER });
  expect(await lateIn(db, own, LATE_CONTENT_MAILS.CommentsAnnounced)).toBe(true);
});
