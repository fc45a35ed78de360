import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { expect } from "vitest";
import { newEvent } from "#contracts/events/new-event.ts";
import { deadLetterEvent } from "#db/events/change-due-events.ts";
import { failEffects } from "#db/events/fail-effects.ts";
import { getBacklog } from "#db/events/get-backlog.ts";
import { recordScheduleFailure, recordUnreadWebhook } from "#db/events/record-failures.ts";
import { recordRefusal } from "#db/refusals.ts";
import { disputes } from "#db/schema/billing.ts";
import { invariantChecks } from "#db/schema/invariants.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { test as base, type TestDatabase } from "../../tests/support/database.ts";
import { openOpsConsole } from "../../tests/support/ops-client.ts";
import { newId, recordingMailer } from "../../tests/support/pipeline.ts";
import {
  type AlertChannel,
  mailChannel,
  warnOfLoneChannel,
  webhookChannel,
  createHeartbeat,
  type Heartbeat,
  TIMEOUT_MS,
} from "./channels.ts";
import { checkOnce, watchOnce } from "./watch.ts";

const OPS = "https://ops.tidepost.example";
const SINCE = /, since \w{3} \d\d:\d\d/g;
const NOON = Date.parse("2026-11-20T12:00:00Z");
const minutes = (count: number) => count * 60_000;
const at = (ms: number) => new Date(ms).toISOString();

let eventCount = 0;

async function insertEvent(
  database: TestDatabase,
  event: { type?: string; occurredMs: number; dueMs?: number; deadEffect?: string },
): Promise<string> {
  eventCount += 1;
  const id = `evt_${String(eventCount).padStart(26, "0")}`;
  const isPublished = event.dueMs === undefined;
  await database.query(
    `insert into outbox_events (id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id,
       occurred_at, next_publish_at, completed_at, dead_lettered_at)
     values ($1, $2, 1, 'customer', 'cus_1', '{"kind":"visitor"}', '{}', 'req_1', $3, $4, $5, $6)`,
    [
      id,
      event.type ?? "SubscriptionCancelled",
      at(event.occurredMs),
      at(event.dueMs ?? event.occurredMs),
      isPublished && event.deadEffect === undefined ? at(event.occurredMs) : null,
      event.deadEffect === undefined ? null : at(event.occurredMs),
    ],
  );
  if (event.deadEffect !== undefined) {
    await database.query(
      `insert into event_effects (event_id, effect, status, idempotency_key) values ($1, $2, 'dead_lettered', $1 || $2)`,
      [id, event.deadEffect],
    );
  }
  return id;
}

function recordingLog() {
  const lines: unknown[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { lines, log: pino({ base: null, timestamp: false }, stream) };
}

function createWatch(db: TestDatabase["db"]) {
  const recorded = recordingMailer();
  const { mailer, sent } = recorded;
  const { log, lines } = recordingLog();
  let ms = NOON;
  const channels: AlertChannel[] = [
    mailChannel({
      mailer,
      teamEmail: "team@tidepost.example",
      siteUrl: "https://tidepost.example",
      opsUrl: OPS,
    }),
  ];
  const queues = { "send-billing-mail": "email", "send-team-notification": "email" };
  const queueRefusal = () => "ReplyError: READONLY";
  let edgeRefusal: string | null = null;
  const seen = { queues, queueRefusal, edgeRefusal: () => edgeRefusal };
  const deps = { db, channels, ...seen, log, now: () => new Date(ms) };
  const wait = (more: number) => {
    ms += more;
  };
  return {
    channels,
    logged: lines,
    failWith: (error: Error | null) => recorded.failWith(() => error),
    refuseAtEdge: (error: string | null) => {
      edgeRefusal = error;
    },
    wait,
    check: () => checkOnce(deps),
    checkAfter(more: number) {
      wait(more);
      return checkOnce(deps);
    },
    pass: (heartbeat: Heartbeat | null) => watchOnce({ heartbeat, ...deps }),
    keys: () => recorded.calls,
    subjects: () => [...sent.values()].map(({ subject }) => subject.replace(SINCE, "")),
    said: () => [...sent.values()].map(({ subject }) => subject),
    /** Without the times since when. */
    texts: () => [...sent.values()].map(({ text }) => text.replaceAll(SINCE, "")),
  };
}

const test = base.extend<{ watch: ReturnType<typeof createWatch> }>({
  watch: async ({ db }, use) => {
    await use(createWatch(db));
  },
});

test("no cause: sends no alert", async ({ watch, database }) => {
  await insertEvent(database, { occurredMs: NOON - minutes(60) });
  await insertEvent(database, { occurredMs: NOON - minutes(5), dueMs: NOON - minutes(4) });
  expect(await watch.check()).toBe(0);
  expect(watch.subjects()).toEqual([]);
});

test("each cause: one alert with a link, and another an hour later if it grew", async ({
  watch,
  database,
}) => {
  const overdue = await insertEvent(database, {
    occurredMs: NOON - minutes(9),
    dueMs: NOON - minutes(6),
  });
  const deadLettered = await insertEvent(database, {
    occurredMs: NOON - minutes(2),
    deadEffect: "send-billing-mail",
  });
  await insertEvent(database, { type: "BillingDriftFound", occurredMs: NOON - minutes(3) });
  await insertEvent(database, { type: "AccountEmailRefused", occurredMs: NOON - minutes(3) });
  await database.query(
    `insert into stripe_events (id, type, object_id, occurred_at, received_at)
     values ('evt_1', 'charge.dispute.created', 'du_1', $1, $1)`,
    [at(NOON - minutes(1))],
  );
  await database.query(
    `insert into resend_events (id, type, email_id, event_id, effect, bounce_type, occurred_at, received_at) values
     ('msg_1', 'email.bounced', 're_1', $2, 'send-billing-mail', 'Permanent', $1, $1),
     ('msg_2', 'email.bounced', 're_2', $2, 'send-invoice-mail', 'Transient', $1, $1),
     ('msg_3', 'email.delivered', 're_3', $2, 'audit', null, $1, $1)`,
    [at(NOON - minutes(1)), deadLettered],
  );
  expect(await watch.check()).toBe(6);
  expect(watch.subjects()).toHaveLength(1);
  const [text = ""] = watch.texts();
  expect(text).toContain(`${OPS}/ops/events/${overdue}`);
  expect(text).toContain(
    `1 effect “Email to the customer” dead-lettered: ${OPS}/ops/events/${deadLettered}`,
  );
  expect(text).toContain("1 drift found: a customer differs from Stripe");
  expect(text).toContain("1 account email refused by Stripe, which keeps the earlier one");
  expect(text).toContain(`1 dispute opened at Stripe: ${OPS}/ops/disputes`);
  expect(text).toContain(
    `1 email not delivered: bounced, suppressed, failed or reported as spam: ${OPS}/ops/events/${deadLettered}`,
  );

  watch.wait(minutes(30));
  await insertEvent(database, { occurredMs: NOON + minutes(20), deadEffect: "send-billing-mail" });
  await insertEvent(database, { occurredMs: NOON + minutes(25), deadEffect: "send-billing-mail" });
  expect(await watch.check()).toBe(0);

  expect(await watch.checkAfter(minutes(30))).toBe(2);
  expect(watch.texts()[1]).toContain(
    `3 effects “Email to the customer” dead-lettered: ${OPS}/ops/events?state=failed&effect=send-billing-mail&from=2026-11-20`,
  );
  expect(await watch.checkAfter(minutes(60))).toBe(1);
  expect(watch.subjects()[2]).toBe(
    "Alert: 1 event waiting to be published for more than five minutes: the queue refuses, ReplyError: READONLY",
  );
});

test("API that challenges the worker: an alert says why, and an all-clear when it answers", async ({
  watch,
}) => {
  watch.refuseAtEdge("Error: cloudflare_challenge_403");
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain("the API refuses the worker");
  expect(watch.texts()[0]).toContain("Cloudflare’s bot settings");
  expect(watch.texts()[0]).toContain("cloudflare_challenge_403");
  watch.refuseAtEdge(null);
  expect(await watch.checkAfter(minutes(1))).toBe(1);
  expect(watch.subjects()[1]).toContain("Over");
});

test("code that Twilio did not deliver: names Twilio's error and links the request", async ({
  watch,
  database,
}) => {
  const requested = await insertEvent(database, {
    type: "AuthSmsRequested",
    occurredMs: NOON - minutes(2),
  });
  await database.query(
    `insert into resend_events (id, type, email_id, event_id, effect, bounce_type, occurred_at, received_at) values
     ('SM1.sent', 'text.sent', 'SM1', $2, 'send-auth-sms', null, $1, $1),
     ('SM1.failed', 'text.failed', 'SM1', $2, 'send-auth-sms', '63016', $1, $1)`,
    [at(NOON - minutes(1)), requested],
  );
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain("1 code by SMS or WhatsApp not delivered");
  expect(watch.texts()[0]).toContain("Twilio: 63016");
  expect(watch.texts()[0]).toContain(`${OPS}/ops/events/${requested}`);
  expect(await watch.check()).toBe(0);
});

test("invoice that Stripe did not finalize: links its customer", async ({ watch, database }) => {
  await database.query(
    `insert into stripe_events (id, type, object_id, customer_id, occurred_at, received_at)
     values ('evt_1', 'invoice.finalization_failed', 'in_1', 'cus_1', $1, $1)`,
    [at(NOON - minutes(1))],
  );
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain(
    `1 invoice not finalized by Stripe, so no payment is taken: ${OPS}/ops/customers/cus_1`,
  );
  expect(await watch.checkAfter(minutes(61))).toBe(0);
});

test("drift check that found unknown customers: links the check, which names their subscriptions", async ({
  watch,
  db,
  database,
}) => {
  const ids = [];
  for (const unknown of [[], ["sub_1", "sub_2"]]) {
    const id = await insertEvent(database, { type: "BillingChecked", occurredMs: NOON });
    await database.query("update outbox_events set payload = $2 where id = $1", [
      id,
      { customers: 1, drifted: 0, unknownSubscriptionIds: unknown },
    ]);
    ids.push(id);
  }
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain(
    `paying customers at Stripe whom we do not know: ${OPS}/ops/events/${ids[1]}`,
  );
  const { get } = await openOpsConsole({ db, origin: OPS }).signIn();
  expect(await (await get(`/ops/events/${ids[1]}`)).text()).toContain("sub_2");
  expect(await watch.checkAfter(minutes(61))).toBe(0);
});

test("no completed drift check for 26 hours: alerts twice a day until one is completed", async ({
  watch,
  db,
  database,
}) => {
  expect(await watch.check()).toBe(0);
  const hours = (count: number) => minutes(60 * count);
  await insertCustomer(db, { id: "cus_never_synced" });
  await insertCustomer(db, { id: "cus_1" });
  await database.query("update customers set synced_at = $1 where id = 'cus_1'", [
    at(NOON - hours(25)),
  ]);
  expect(await watch.check()).toBe(0);
  expect(await watch.checkAfter(hours(2))).toBe(1);
  expect(watch.texts()[0]).toContain(
    `no completed drift check for more than 26 hours: ${OPS}/ops/events?type=BillingChecked`,
  );
  expect(await watch.checkAfter(hours(11))).toBe(0);
  expect(await watch.checkAfter(hours(1))).toBe(1);
  watch.wait(hours(12));
  await insertEvent(database, { type: "BillingChecked", occurredMs: NOON + hours(15) });
  expect(await watch.check()).toBe(1);
  expect(watch.subjects().at(-1)).toContain("All clear: Over after");
  expect(await watch.checkAfter(hours(16))).toBe(1);
});

test("many events of one cause: links the list that shows them", async ({
  watch,
  db,
  database,
}) => {
  const { get } = await openOpsConsole({ db, origin: OPS }).signIn();
  const ids: Record<string, string[]> = { stuck: [], failed: [], drift: [] };
  for (const _ of [1, 2]) {
    ids["stuck"]?.push(
      await insertEvent(database, { occurredMs: NOON - minutes(9), dueMs: NOON - minutes(6) }),
    );
    ids["failed"]?.push(
      await insertEvent(database, {
        occurredMs: NOON - minutes(2),
        deadEffect: "apply-subscription-request",
      }),
    );
    ids["drift"]?.push(
      await insertEvent(database, { type: "BillingDriftFound", occurredMs: NOON - minutes(3) }),
    );
  }
  expect(await watch.check()).toBe(3);
  const [text = ""] = watch.texts();
  for (const [label, listedIds] of [
    ["2 events waiting", ids["stuck"]],
    ["2 effects “Request sent to Stripe”", ids["failed"]],
    ["2 drifts", ids["drift"]],
  ] as const) {
    const link = new RegExp(`${label}.*: ${OPS}(/\\S+)`).exec(text)?.[1] ?? "";
    const html = await (await get(link)).text();
    for (const id of listedIds ?? []) expect(html, link).toContain(id);
  }
});

test("dead-lettered event: reported, counted and listed once", async ({ watch, db, database }) => {
  const id = await insertEvent(database, { occurredMs: NOON, dueMs: NOON });
  await deadLetterEvent(db, { eventId: id, error: "the event does not match its contract" });
  await database.query("update outbox_events set dead_lettered_at = $1", [at(NOON)]);
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain(
    `1 event dead-lettered before any effect: the event does not match its contract: ${OPS}/ops/events/${id}`,
  );
  expect(await watch.checkAfter(minutes(90))).toBe(0);
  expect(await getBacklog(db)).toMatchObject({ open: 0, deadLetteredEffects: 1 });
  const { get } = await openOpsConsole({ db, origin: OPS }).signIn();
  expect(await (await get("/ops/overview")).text()).toContain("Events without effects");
});

test("dead-lettered effect: reported once, also while another effect is retried", async ({
  watch,
  db,
  database,
}) => {
  const id = await insertEvent(database, { occurredMs: NOON, dueMs: Date.parse("2099-01-01") });
  await database.query("update outbox_events set dispatched_at = occurred_at");
  await database.query(
    `insert into event_effects (event_id, effect, status, idempotency_key)
     values ($1, 'send-auto-reply', 'pending', 'a'), ($1, 'send-team-notification', 'pending', 'b')`,
    [id],
  );
  const deadLetter = (effect: string) =>
    failEffects(db, [
      {
        eventId: id,
        effect,
        number: 1,
        worker: "w1",
        startedAt: new Date(NOON).toISOString(),
        outcome: "dead_lettered",
        error: "MailRejected",
        httpStatus: 422,
        message: null,
      },
    ]);
  await deadLetter("send-auto-reply");
  expect(await watch.checkAfter(Date.now() - NOON + minutes(1))).toBe(1);
  expect(watch.subjects()[0]).toContain("1 effect “Auto-reply email” dead-lettered");
  await deadLetter("send-team-notification");
  await database.query("update outbox_events set dead_lettered_at = now() + interval '30 minutes'");
  expect(await watch.checkAfter(minutes(90))).toBe(1);
  expect(watch.subjects()[1]).toContain("1 effect “Email to the team about an enquiry”");
  expect(watch.texts()[1]).not.toContain("Auto-reply email");
});

test("schedule that fails each minute: recorded once a day, and alerts", async ({ watch, db }) => {
  for (const minute of [-3, -2]) {
    const event = newEvent(
      { makeId: newId, now: () => new Date(NOON + minutes(minute)), correlationId: null },
      "ScheduleFailed",
      { kind: "system", name: "schedules" },
      { schedule: "notice-cards", failedIds: ["sub_1"] },
    );
    await recordScheduleFailure(db, event);
  }
  expect(await watch.check()).toBe(1);
  expect(watch.subjects()).toEqual([
    "Alert: 1 schedule failed, or left out the rows that the event names",
  ]);
});

test("signed notification that we cannot read: alerts, and leads to its event", async ({
  watch,
  db,
}) => {
  const event = newEvent(
    { makeId: newId, now: () => new Date(NOON + minutes(-2)), correlationId: null },
    "WebhookUnread",
    { kind: "system", name: "calendly" },
    { webhook: "calendly", notification: "invitee.created", objectId: null, fields: [] },
  );
  await recordUnreadWebhook(db, event);
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain(
    `1 signed notification of Stripe, Resend or Calendly that we cannot read: look there what happened: ${OPS}/ops/events/${event.id}`,
  );
});

test("status at Stripe that is new to us: alerts once a day while it is there, and links the customer", async ({
  watch,
  db,
  database,
}) => {
  await insertCustomer(db, { id: "cus_1" });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", status: "unknown" });
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain(
    `1 subscription, invoice or dispute with a status at Stripe that is new to us: ${OPS}/ops/customers/cus_1`,
  );
  expect(await watch.checkAfter(minutes(19 * 60))).toBe(0);
  expect(await watch.checkAfter(minutes(60))).toBe(1);
  await database.query("update subscriptions set status = 'active'");
  expect(await watch.checkAfter(minutes(24 * 60))).toBe(1);
  expect(watch.subjects().at(-1)).toContain("All clear: Over after 1 day 20 h");
});

test.for([["currency = 'eur'"], ['upcoming = \'{"pence": null, "balancePence": 0}\'']])(
  "subscription whose payments we cannot name, with %s: alerts once a week",
  async ([change], { watch, db, database }) => {
    await insertCustomer(db, { id: "cus_1" });
    await insertSubscription(db, { id: "sub_1", customerId: "cus_1" });
    expect(await watch.check()).toBe(0);
    await database.query(`update subscriptions set ${change}`);
    expect(await watch.check()).toBe(1);
    expect(watch.texts()[0]).toContain("1 subscription whose payments we cannot name");
    expect(watch.texts()[0]).toContain(`${OPS}/ops/customers/cus_1`);
    expect(await watch.checkAfter(minutes(6 * 24 * 60))).toBe(0);
    expect(await watch.checkAfter(minutes(24 * 60))).toBe(1);
  },
);

test("last-sent time in the future: ignored once the clock is right", async ({
  watch,
  database,
}) => {
  await insertEvent(database, {
    occurredMs: NOON - minutes(1),
    deadEffect: "send-team-notification",
  });
  expect(await watch.checkAfter(minutes(300))).toBe(1);
  watch.wait(minutes(-300));
  await insertEvent(database, { occurredMs: NOON, deadEffect: "send-team-notification" });
  expect(await watch.check()).toBe(1);
  expect(await watch.check()).toBe(0);
});

test("dispute: alerts in the three days before its deadline, once a day, until it is answered", async ({
  watch,
  db,
  database,
}) => {
  await insertCustomer(db, { id: "cus_1" });
  const days = (count: number) => at(NOON + count * minutes(24 * 60));
  const dispute = {
    customerId: "cus_1",
    reason: "fraudulent",
    amountPence: 175_00,
    currency: "gbp",
    isRefundable: false,
    openedAt: days(-4),
  };
  await db.insert(disputes).values([
    { ...dispute, id: "du_1", status: "needs_response", dueBy: days(4) },
    { ...dispute, id: "du_2", status: "under_review", dueBy: days(1) },
    { ...dispute, id: "du_3", status: "needs_response", dueBy: days(-1) },
  ]);
  expect(await watch.check()).toBe(0);
  expect(await watch.checkAfter(minutes(25 * 60))).toBe(1);
  expect(watch.texts()[0]).toContain(
    `1 dispute to answer at Stripe within three days: ${OPS}/ops/disputes`,
  );
  expect(await watch.checkAfter(minutes(19 * 60))).toBe(0);
  expect(await watch.checkAfter(minutes(60))).toBe(1);
  await database.query("update disputes set status = 'under_review'");
  expect(await watch.checkAfter(minutes(24 * 60))).toBe(1);
  expect(watch.subjects().at(-1)).toContain("All clear");
});

test("promise late for an hour: alerts daily, until it is kept", async ({ watch, database }) => {
  await database.query(
    `insert into promises (rule, subject_id, started_by_event, started_at, warn_at, due_at)
     values ('answer-enquiry', 'sub_1', 'evt_1', $1, $1, $1), ('answer-enquiry', 'sub_2', 'evt_2', $1, $1, $2)`,
    [at(NOON - minutes(59)), at(NOON + minutes(24 * 60))],
  );
  expect(await watch.check()).toBe(0);
  expect(await watch.checkAfter(minutes(1))).toBe(1);
  expect(watch.texts()[0]).toContain(
    `1 promise to customers late for more than an hour: ${OPS}/ops/promises`,
  );
  expect(await watch.checkAfter(minutes(19 * 60))).toBe(0);
  expect(await watch.checkAfter(minutes(60))).toBe(1);
  await database.query("update promises set kept_at = now(), kept_by_event = 'evt_3' where id = 1");
  watch.wait(minutes(24 * 60));
  await database.query(
    "update promises set released_at = now(), released_reason = 'Spam.' where id = 2",
  );
  expect(await watch.check()).toBe(1);
  expect(watch.subjects().at(-1)).toContain("All clear");
});

test("violated invariant: alerts daily, while each hour's check finds it", async ({
  watch,
  db,
}) => {
  const found = (minute: number, violations: number) => ({
    invariant: "approved-refund-is-issued",
    checkedAt: at(NOON + minutes(minute)),
    violations,
    examples: [],
  });
  const save = async (check: ReturnType<typeof found>) => {
    await db
      .insert(invariantChecks)
      .values(check)
      .onConflictDoUpdate({ target: invariantChecks.invariant, set: check });
  };
  await save(found(0, 0));
  expect(await watch.check()).toBe(0);
  await save(found(0, 2));
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain(
    `2 violations: an approved refund has not been issued for a day: ${OPS}/ops/overview#invariants`,
  );
  watch.wait(minutes(19 * 60));
  await save(found(19 * 60, 2));
  expect(await watch.check()).toBe(0);
  expect(await watch.checkAfter(minutes(60))).toBe(1);
  expect(await watch.checkAfter(minutes(24 * 60))).toBe(1);
  expect(watch.subjects().at(-1)).toContain("1 invariant not checked for three hours");
  await save(found(44 * 60, 0));
  expect(await watch.check()).toBe(2);
  expect(watch.subjects().at(-1)).toContain("All clear");
});

test("bank holidays known for less than 120 days: alerts weekly", async ({ watch }) => {
  const firstMs = Date.parse("2028-09-02T00:01:00Z");
  expect(await watch.checkAfter(firstMs - NOON - minutes(2))).toBe(0);
  expect(await watch.checkAfter(minutes(2))).toBe(1);
  expect(watch.texts()[0]).toContain("no bank holidays known after 2028-12-31");
  expect(await watch.checkAfter(minutes(6 * 24 * 60))).toBe(0);
  expect(await watch.checkAfter(minutes(24 * 60))).toBe(1);
});

test("early fraud warning: alerts with a link to its customer", async ({ watch, database }) => {
  await database.query(
    `insert into stripe_events (id, type, object_id, occurred_at, received_at)
     values ('evt_1', 'radar.early_fraud_warning.created', 'issfr_1', $1, $1)`,
    [at(NOON - minutes(1))],
  );
  expect(await watch.check()).toBe(1);
  expect(watch.texts()[0]).toContain(
    `1 early fraud warning from Stripe: most become disputes unless refunded in full: ${OPS}/ops/customers/issfr_1`,
  );
});

test("spent mail budget: alerts at once, and again while it goes on refusing", async ({
  watch,
  db,
  database,
}) => {
  await recordRefusal(db, "email_sent", at(NOON - minutes(1)));
  await recordRefusal(db, "sms_sent_proven", at(NOON - minutes(1)));
  expect(await watch.check()).toBe(2);
  expect(watch.texts()[0]).toContain(
    `emails to new addresses refused: this hour’s budget is spent: ${OPS}/ops/events?type=AuthMailRequested`,
  );
  expect(watch.texts()[0]).toContain(
    `SMS to users refused: this hour’s budget is spent: ${OPS}/ops/events?type=AuthSmsRequested`,
  );
  expect(await watch.checkAfter(minutes(61))).toBe(0);
  await recordRefusal(db, "email_sent", at(NOON + minutes(60)));
  expect(await watch.check()).toBe(1);
  const { rows } = await database.query("select count from refusals where cause = 'email_sent'");
  expect(rows).toEqual([{ count: "2" }]);
});

test("two workers at once: one sends the alert", async ({ watch, database }) => {
  await insertEvent(database, { occurredMs: NOON, deadEffect: "apply-subscription-request" });
  const sentCounts = await Promise.all([watch.check(), watch.check(), watch.check()]);
  expect(sentCounts.filter((count) => count === 1)).toHaveLength(1);
  expect(watch.subjects()).toHaveLength(1);
});

/** A service outside, whose next answers a test chooses. */
async function openReceiver() {
  const received: { path: string; body: string }[] = [];
  let answer: (response: ServerResponse) => void = (response) => response.end("ok");
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ path: request.url ?? "", body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/a-secret`,
    received,
    answerWith(next: typeof answer) {
      answer = next;
    },
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end();

async function overviewOf(db: TestDatabase["db"]): Promise<string> {
  const { get } = await openOpsConsole({ db, origin: OPS }).signIn();
  return (await get("/ops/overview")).text();
}

test("webhook fails: email tells once, and the webhook alone is tried again with what it missed", async ({
  watch,
  db,
  database,
}) => {
  using receiver = await openReceiver();
  const deadLettered = await insertEvent(database, {
    occurredMs: NOON,
    deadEffect: "apply-subscription-request",
  });
  const webhookWithin = (timeoutMs: number) =>
    webhookChannel({ url: receiver.url, opsUrl: OPS, timeoutMs });
  for (const [answer, error, timeoutMs] of [
    [status(500), "answered 500", TIMEOUT_MS],
    [status(302, { location: "/elsewhere" }), "answered 302", TIMEOUT_MS],
    [() => undefined, "no answer in time", 200],
  ] as const) {
    watch.channels[1] = webhookWithin(timeoutMs);
    receiver.answerWith(answer);
    await watch.check();
    const html = await overviewOf(db);
    expect(html).toMatch(
      /by webhook<\/strong>: effects “Request sent to Stripe” dead-lettered, since <time datetime="2026-11-20T12:00:00/,
    );
    expect(html).toContain(`<code>${error}</code>`);
    expect(html).not.toMatch(/by email|a-secret/);
    watch.wait(minutes(1));
  }
  const causes = "effect:apply-subscription-request";
  const failed = { level: 40, channel: "webhook", causes, msg: "alert_channel_failed" };
  expect(watch.logged).toHaveLength(4);
  expect(watch.logged).toEqual(
    expect.arrayContaining([
      { level: 40, channel: "email", causes, msg: "alert_sent" },
      { ...failed, error: "Error: answered 500" },
      { ...failed, error: "Error: answered 302" },
      { ...failed, error: "Error: no answer in time" },
    ]),
  );
  expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(["/a-secret"]));
  watch.channels[1] = webhookWithin(TIMEOUT_MS);
  const later = await insertEvent(database, { occurredMs: NOON, deadEffect: "send-billing-mail" });
  receiver.answerWith(status(200));
  expect(await watch.check()).toBe(2);
  expect(JSON.parse(receiver.received.at(-1)?.body.replaceAll(SINCE, "") ?? "")).toEqual({
    text: [
      `1 effect “Request sent to Stripe” dead-lettered: ${OPS}/ops/events/${deadLettered}`,
      `1 effect “Email to the customer” dead-lettered: ${OPS}/ops/events/${later}`,
    ].join("\n"),
  });
  expect(watch.subjects()).toEqual([
    "Alert: 1 effect “Request sent to Stripe” dead-lettered",
    "Alert: 1 effect “Email to the customer” dead-lettered",
  ]);
  expect(await overviewOf(db)).not.toContain("Alerts not delivered");
  expect(await watch.checkAfter(minutes(1))).toBe(0);
});

test.each([
  [{ OPS_URL: OPS, ALERT_WEBHOOK_URL: undefined }, ["alert_channel_alone"]],
  [{ OPS_URL: OPS, ALERT_WEBHOOK_URL: "https://alerts.example" }, []],
  [{ OPS_URL: "http://localhost:8080", ALERT_WEBHOOK_URL: undefined }, []],
])("start of the worker with %o: logs %o", (config, messages) => {
  const { log, lines } = recordingLog();
  warnOfLoneChannel(config, log);
  expect(lines).toEqual(messages.map((msg) => expect.objectContaining({ msg })));
});

test("channel that is no longer configured: what it missed is forgotten", async ({
  watch,
  db,
  database,
}) => {
  watch.channels.push(webhookChannel({ url: "http://127.0.0.1:1", opsUrl: OPS }));
  await insertEvent(database, { occurredMs: NOON, deadEffect: "apply-subscription-request" });
  expect(await watch.check()).toBe(1);
  expect(await overviewOf(db)).toContain("could not be reached");
  watch.channels.pop();
  await watch.check();
  expect(await overviewOf(db)).not.toContain("Alerts not delivered");
});

test("heartbeat: sent while alerts can be told, withheld when none can, and its failure is shown", async ({
  watch,
  db,
  database,
}) => {
  using receiver = await openReceiver();
  const heartbeat = createHeartbeat(receiver.url);
  await watch.pass(heartbeat);
  expect(receiver.received).toHaveLength(1);

  await insertEvent(database, { occurredMs: NOON, deadEffect: "apply-subscription-request" });
  watch.failWith(new Error("away"));
  await expect(watch.pass(heartbeat)).rejects.toThrow("no channel took the alert");
  expect(receiver.received).toHaveLength(1);
  expect(await overviewOf(db)).toContain("Alerts not delivered by email");

  watch.failWith(null);
  watch.wait(minutes(1));
  receiver.answerWith(status(500));
  await watch.pass(heartbeat);
  watch.wait(minutes(1));
  await watch.pass(heartbeat);
  expect(watch.subjects()).toHaveLength(1);
  expect(receiver.received).toHaveLength(3);
  const html = await overviewOf(db);
  expect(html).toMatch(
    /heartbeat has been failing<\/strong> since <time datetime="2026-11-20T12:01:00/,
  );
  expect(html).toMatch(/answered 500.*last at <time datetime="2026-11-20T12:02:00/s);
  expect(html).not.toMatch(/by email|a-secret/);

  receiver.answerWith(status(200));
  await watch.pass(heartbeat);
  expect(await overviewOf(db)).not.toContain("heartbeat has been failing");
});

test("email without an answer: repeated under the same key, which Resend sends once", async ({
  watch,
  database,
}) => {
  await insertEvent(database, { occurredMs: NOON, deadEffect: "apply-subscription-request" });
  watch.failWith(new Error("Resend did not answer in time"));
  await expect(watch.check()).rejects.toThrow("no channel took the alert");
  watch.failWith(null);
  expect(await watch.checkAfter(minutes(1))).toBe(1);
  const [first, second] = watch.keys();
  expect(second).toBe(first);
  await insertEvent(database, { occurredMs: NOON, deadEffect: "send-billing-mail" });
  expect(await watch.check()).toBe(1);
  expect(watch.keys()[2]).not.toBe(first);
});

const RESEND_500 = "Error: Resend: application_error (500)";

/** An event whose email has failed and is retried. */
async function insertFailingMail(
  database: TestDatabase,
  {
    firstMs,
    error = RESEND_500,
    dueMs = firstMs,
  }: { firstMs: number; error?: string; dueMs?: number },
): Promise<string> {
  const id = await insertEvent(database, { occurredMs: firstMs, dueMs });
  await database.query(
    `with event as (update outbox_events set dispatched_at = occurred_at where id = $1), effect as (
      insert into event_effects (event_id, effect, idempotency_key, attempts, first_attempt_at, last_error)
      values ($1, 'send-billing-mail', $1, 8, $2, $3)
    )
    insert into effect_attempts (event_id, effect, number, worker, started_at, ended_at, outcome, error, http_status)
    values ($1, 'send-billing-mail', 8, 'w1', $2, $2, 'failed', $3, 500)`,
    [id, at(firstMs), error],
  );
  return id;
}

test("company that fails: told five minutes after the first try, in its words, and its end", async ({
  watch,
  db,
  database,
}) => {
  // The relay publishes each again and again, so that none is due for long.
  const first = await insertFailingMail(database, { firstMs: NOON, dueMs: NOON + minutes(60) });
  for (const second of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await insertFailingMail(database, {
      firstMs: NOON + second * 1_000,
      dueMs: NOON + minutes(60),
      ...(second === 8 && { error: "Error: Resend: no answer in time" }),
    });
  }
  expect(await watch.checkAfter(minutes(5))).toBe(0);
  expect(await watch.checkAfter(minutes(1))).toBe(1);
  expect(watch.said()).toEqual([
    "Alert: 9 emails wait after a failed attempt: Resend: application_error (500), since Fri 12:00",
  ]);
  const [, link = ""] = /(\/ops\/events\?\S+)/.exec(watch.texts()[0] ?? "") ?? [];
  const { get } = await openOpsConsole({ db, origin: OPS }).signIn();
  expect(await (await get(link)).text()).toContain(first);

  watch.wait(minutes(17));
  await database.query("update event_effects set status = 'completed'");
  await database.query("update outbox_events set completed_at = now()");
  expect(await watch.check()).toBe(1);
  expect(watch.said()[1]).toBe(
    "All clear: Over after 23 min: 9 emails wait after a failed attempt: Resend: application_error (500)",
  );
  expect(await watch.checkAfter(minutes(1))).toBe(0);
});

test("event that a queue refuses again and again: told though it is due anew each time", async ({
  watch,
  database,
}) => {
  await insertEvent(database, { occurredMs: NOON - minutes(6), dueMs: NOON + 1_000 });
  const newer = await insertEvent(database, { occurredMs: NOON - minutes(6), dueMs: NOON + 1_000 });
  await database.query("update outbox_events set version = 99 where id = $1", [newer]);
  expect(await watch.check()).toBe(1);
  expect(watch.subjects()).toEqual([
    "Alert: 1 event waiting to be published for more than five minutes: the queue refuses, ReplyError: READONLY",
  ]);
});

test("one effect with two errors: each is told by itself, also within the hour of the other", async ({
  watch,
  database,
}) => {
  const fail = async (error: string) => {
    const id = await insertEvent(database, { occurredMs: NOON, deadEffect: "send-auto-reply" });
    await database.query("update event_effects set last_error = $2 where event_id = $1", [
      id,
      error,
    ]);
  };
  await fail("MailRejected: Resend: validation_error (422)");
  expect(await watch.check()).toBe(1);
  watch.wait(minutes(10));
  await fail("MailRejected: Resend: validation_error (422)");
  await fail("MailRejected: Resend: invalid_from_address (403)");
  expect(await watch.check()).toBe(1);
  expect(watch.subjects()).toEqual([
    "Alert: 1 effect “Auto-reply email” dead-lettered: MailRejected: Resend: validation_error (422)",
    "Alert: 1 effect “Auto-reply email” dead-lettered: MailRejected: Resend: invalid_from_address (403)",
  ]);
});

test("alert that somebody has: silent until it grows tenfold, and its end is told", async ({
  watch,
  db,
  database,
}) => {
  const { get, send } = await openOpsConsole({ db, origin: OPS }).signIn();
  const fail = () => insertEvent(database, { occurredMs: NOON, deadEffect: "send-auto-reply" });
  await fail();
  await watch.check();
  const acknowledge = () =>
    send("/ops/overview/acknowledge", [["cause", "effect:send-auto-reply"]]);
  expect((await acknowledge()).headers.get("location")).toContain("acknowledged");
  expect((await acknowledge()).headers.get("location")).toContain("taken");
  expect(await (await get("/ops/overview")).text()).toContain("Ada has it");
  const { rows } = await database.query(
    "select actor->>'name' as by, subject_id from audit_log where action = 'alert.acknowledged'",
  );
  expect(rows).toEqual([{ by: "Ada", subject_id: "effect:send-auto-reply" }]);

  watch.wait(minutes(90));
  await fail();
  await database.query("update outbox_events set dead_lettered_at = $1", [at(NOON + minutes(80))]);
  expect(await watch.check()).toBe(0);
  for (const _ of Array.from({ length: 18 })) await fail();
  await database.query("update outbox_events set dead_lettered_at = $1", [at(NOON + minutes(85))]);
  expect(await watch.check()).toBe(1);
  expect(watch.subjects()[1]).toBe("Alert: 20 effects “Auto-reply email” dead-lettered");

  await database.query("update event_effects set status = 'completed'");
  await database.query("update outbox_events set dead_lettered_at = null, completed_at = now()");
  expect(await watch.checkAfter(minutes(30))).toBe(1);
  expect(watch.subjects()[2]).toBe(
    "All clear: Over after 2 h: 20 effects “Auto-reply email” dead-lettered",
  );
});
