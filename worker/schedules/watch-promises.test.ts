import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { dueAt, warnAt } from "#contracts/due-times.ts";
import { HOUR_MS } from "#contracts/durations.ts";
import { DomainEvent, type EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { PROMISES } from "#contracts/promises.ts";
import type { Db } from "#db/client.ts";
import { contentTokenHash } from "#db/content/content-link.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { publishPost } from "#db/ops/change-post.ts";
import { findManagerEmail } from "#db/ops/find-operators.ts";
import { publishReport } from "#db/ops/write-report.ts";
import { keepPromise } from "#db/promises/change-promises.ts";
import { listNamedPromises } from "#db/promises/find-promises.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import { mailedToken, openLinks, proposalOf } from "../../tests/support/approval-links.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { insertManaged, insertManager } from "../../tests/support/manager-rows.ts";
import { newId, recordingMailer } from "../../tests/support/pipeline.ts";
import { decidePost, changeTo, commentOn, proposePost } from "../../tests/support/post-rows.ts";
import { saveDraft } from "../../tests/support/report-rows.ts";
import { stripeReader } from "../../tests/support/stripe-reader.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "../effects/catalogue.ts";
import { formatBritishTime } from "../mail/british-time.ts";
import { startDueReportPromises, watchPromises } from "./promise-schedules.ts";

/** A Friday. The account is an hour older, so its first report is due at the end of 20 December. */
const PAID = Date.parse("2026-11-20T12:00:00.000Z");
const END = "2026-12-20T23:59:59.000Z";

const RULES = [
  "contact-after-payment",
  "first-content",
  "go-live",
  "send-report",
  "answer-changes",
  "answer-comment",
] as const;
type Rule = (typeof RULES)[number];

type Row = typeof promises.$inferSelect;

type Team = [name: string, isTime: (row: Row) => boolean, seen: object];

async function announced(db: Db): Promise<EventOf<"PromisesAnnounced">[]> {
  const rows = await db
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.type, "PromisesAnnounced"))
    .orderBy(asc(outboxEvents.id));
  return rows.map((row) => DomainEvent.parse(toDomainShape(row)) as EventOf<"PromisesAnnounced">);
}

test.for<Team>([
  ["that acts at once is never warned", () => true, { warned: 0, missed: 0, kept: "in time" }],
  [
    "that acts when it is warned hears of each promise two hours before or more",
    ({ warnedAt }) => warnedAt !== null,
    { warned: 1, missed: 0, kept: "in time" },
  ],
  [
    "that acts when it is late hears of each promise two hours before or more, and once after",
    ({ missedAt }) => missedAt !== null,
    { warned: 1, missed: 1, kept: "late" },
  ],
])("30 days from a payment to the report: a team %s", async ([, isTime, seen], { db }) => {
  let ms = PAID;
  const at = () => new Date(ms).toISOString();
  const context = { makeId: newId, now: () => new Date(ms), correlationId: null };
  const ops = { kind: "ops", name: "Ada" } as const;
  const bought = { customerId: "cus_1", subscriptionId: "sub_1" };
  const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
  const [changed, liked] = [newId("post"), newId("post")];

  async function decide(postId: string, type: "PostApproved" | "PostChangesRequested") {
    const link = { tokenHash: contentTokenHash(await mailedToken(db, null)), approverId: null };
    expect(await decidePost(db, context, { userId, postId }, { type, link })).toBe("decided");
  }

  const keep: Record<Rule, (row: Row) => Promise<unknown>> = {
    "contact-after-payment": ({ id }) => {
      const facts = { ...bought, channel: "phone" } as const;
      return keepPromise(db, { id, event: newEvent(context, "CustomerContacted", ops, facts) });
    },
    "first-content": async () => {
      for (const postId of [changed, liked]) await proposePost(db, userId, {}, postId, at());
      const posts = [changed, liked].map((postId) => ({ postId, version: 1 }));
      await openLinks(db, at(), proposalOf(userId, posts));
      // The customer answers at once.
      await decide(changed, "PostChangesRequested");
      await decide(liked, "PostApproved");
      await commentOn(db, { userId, postId: liked }, { at: at() });
    },
    "go-live": () => {
      const facts = {
        userId,
        postId: liked,
        version: 1,
        subscriptionId: "sub_1",
        isComplete: true,
      };
      return publishPost(db, {
        urls: [{ platform: "instagram", url: "https://instagram.example/p/1" }],
        restLeftOut: false,
        by: "Ada",
        event: newEvent(context, "PostPublished", ops, facts),
      });
    },
    "send-report": async () => {
      const { id: reportId = "", saves = 0 } = (await saveDraft(db, userId)) ?? {};
      const report = { userId, subscriptionId: "sub_1", reportId, number: 1, revision: 1 };
      const event = newEvent(context, "ReportPublished", ops, report);
      return publishReport(db, { saves, mayBeEarly: true, event });
    },
    "answer-changes": () => changeTo(db, { userId, postId: changed, version: 2, at: at() }),
    "answer-comment": () => commentOn(db, { userId, postId: liked }, { by: "operator", at: at() }),
  };

  async function act(): Promise<void> {
    const rows = await db.select().from(promises).orderBy(asc(promises.id));
    const waiting = rows.filter((row) => row.keptAt === null && isTime(row));
    for (const row of waiting) await keep[row.rule as Rule](row);
    if (waiting.length > 0) await act();
  }

  const mails: { text: string; ms: number }[] = [];
  const effects = createEffects(
    effectDeps({
      findCustomerContact: () => Promise.resolve(null),
      listNamedPromises: (ids) => listNamedPromises(db, ids),
      now: () => new Date(ms),
      mailer: {
        send({ text }) {
          mails.push({ text, ms });
          return Promise.resolve({ externalId: null });
        },
      },
    }),
  );
  const done = new Set<string>();
  async function mailAlerts(): Promise<void> {
    for (const event of (await announced(db)).filter(({ id }) => !done.has(id))) {
      done.add(event.id);
      await effects.PromisesAnnounced["send-promise-alert"]?.run(event, event.id);
    }
  }

  await insertCustomer(db, { id: "cus_1", userId });
  const provider = stripeReader();
  provider.put({ id: "sub_1", customer: "cus_1" });
  const deps = { db, stripe: provider.stripe, ...context, correlationId: "req_1" };
  await syncCustomer(deps, { customerId: "cus_1", stripeEventId: null });
  await startDueReportPromises({ db, now: context.now }).run();
  await act();
  const schedule = watchPromises({ db, ...context });
  const timesAhead = async () =>
    (await db.select().from(promises))
      .flatMap(({ warnAt, dueAt }) => [Date.parse(warnAt), Date.parse(dueAt)])
      .filter((time) => time > ms);
  for (let ahead = await timesAhead(); ahead.length > 0; ahead = await timesAhead()) {
    ms = Math.min(...ahead);
    const run = await schedule.run();
    if (run["promises"] === 0) continue;
    await mailAlerts();
    await act();
  }
  expect(at()).toBe(END);

  const rows = await db.select().from(promises);
  const found = rows.map(({ rule, dueAt, keptAt }) => {
    const dueMs = Date.parse(dueAt);
    const line = `By ${formatBritishTime(dueAt)}: ${PROMISES[rule].text}, Ada\n`;
    const alerts = mails.filter(({ text }) => text.includes(line));
    const warned = alerts.filter((mail) => mail.ms <= dueMs - 2 * HOUR_MS).length;
    const missed = alerts.filter((mail) => mail.ms >= dueMs).length;
    const isLate = keptAt !== null && Date.parse(keptAt) >= dueMs;
    const kept = keptAt === null ? "never" : isLate ? "late" : "in time";
    return [rule, { warned, missed, others: alerts.length - warned - missed, kept }] as const;
  });
  expect(found).toHaveLength(RULES.length);
  expect(new Map(found)).toEqual(new Map(RULES.map((rule) => [rule, { ...seen, others: 0 }])));
});

test("40 enquiries of a Saturday: no warning for a day, then one mail with a line and a link each", async ({
  db,
}) => {
  const saturday = Date.parse("2026-11-28T14:00:00.000Z");
  const dueTime = dueAt(new Date(saturday).toISOString(), { hours: 24 });
  const people = Array.from({ length: 40 }, (_, index) => `Visitor ${index}`);
  for (const [index, company] of people.entries()) {
    await db.execute(sql`insert into form_submissions (id, idempotency_key, form_type, email, payload, created_at)
      values (${`sub_${index}`}, ${randomUUID()}, 'contact', 'a@shop.example',
        ${JSON.stringify({ form_type: "contact", first_name: "Ada", last_name: "B", email: "a@shop.example", company })}::jsonb, now())`);
  }
  const startedAt = new Date(saturday).toISOString();
  const warning = warnAt({ startedAt, dueAt: dueTime }, 2);
  await db.insert(promises).values(
    people.map((_, index) => ({
      rule: "answer-enquiry" as const,
      subjectId: `sub_${index}`,
      startedByEvent: `evt_${index}`,
      startedAt,
      warnAt: warning,
      dueAt: dueTime,
    })),
  );
  const run = (ms: number) => watchPromises({ db, makeId: newId, now: () => new Date(ms) }).run();
  expect(await run(saturday + HOUR_MS)).toEqual({ promises: 0, mails: 0 });
  expect(await run(Date.parse(warning))).toEqual({ promises: 40, mails: 1 });
  expect(await run(Date.parse(warning))).toEqual({ promises: 0, mails: 0 });
  const [event] = await announced(db);
  const { mailer, sent } = recordingMailer();
  await createEffects(
    effectDeps({
      mailer,
      findCustomerContact: () => Promise.resolve(null),
      listNamedPromises: (ids) => listNamedPromises(db, ids),
      now: () => new Date(warning),
    }),
  ).PromisesAnnounced["send-promise-alert"]?.run(event as EventOf<"PromisesAnnounced">, "key");
  const [mail] = sent.values();
  expect(mail).toMatchObject({
    to: "team@tidepost.example",
    subject: "Promise due soon: 40 promises",
  });
  for (const [index, company] of people.entries()) {
    expect(mail?.text).toContain(
      `By ${formatBritishTime(dueTime)}: Answer an enquiry, ${company}\nhttps://ops.tidepost.example/ops/promises/${index + 1}`,
    );
  }
});

test("customers of two account managers and an enquiry: a mail to each, which leaves out what was kept", async ({
  db,
  database,
}) => {
  const managers = [await insertManager(db, "ada"), await insertManager(db, "grace")];
  for (const [index, managerId] of managers.entries()) {
    const userId = await insertAccountRow(db, { email: `c${index}@shop.example`, isProven: true });
    await insertCustomer(db, { id: `cus_${index}`, userId });
    await insertSubscription(db, { id: `sub_${index}`, customerId: `cus_${index}`, userId });
    await insertManaged(db, { userId, managerId });
  }
  const at = "2026-11-20T11:00:00.000Z";
  const times = { startedAt: at, warnAt: at, dueAt: "2026-11-20T20:00:00.000Z" };
  const rule = "contact-after-payment" as const;
  await db.insert(promises).values(
    ["sub_0", "sub_1", "sub_other"].map((subjectId) => ({
      ...times,
      rule,
      subjectId,
      startedByEvent: `evt_${subjectId}`,
    })),
  );
  const now = () => new Date("2026-11-20T12:00:00.000Z");
  expect(await watchPromises({ db, makeId: newId, now }).run()).toEqual({ promises: 3, mails: 3 });
  await database.query(
    "update promises set kept_at = now(), kept_by_event = 'evt_1' where subject_id = 'sub_1'",
  );
  const { mailer, sent } = recordingMailer();
  const effects = createEffects(
    effectDeps({
      mailer,
      now,
      findCustomerContact: () => Promise.resolve(null),
      listNamedPromises: (ids) => listNamedPromises(db, ids),
      findManagerEmail: (id) => findManagerEmail(db, id),
    }),
  );
  const results = [];
  for (const event of await announced(db)) {
    results.push(await effects.PromisesAnnounced["send-promise-alert"]?.run(event, event.id));
  }
  expect([...sent.values()].map(({ to }) => to).toSorted()).toEqual([
    "ada@tidepost.example",
    "team@tidepost.example",
  ]);
  expect(results.map((result) => result?.facts["reason"]).filter(Boolean)).toEqual([
    "kept_or_released",
  ]);
  await database.query("update users set app_metadata = '{}' where email = 'ada@tidepost.example'");
  expect(await findManagerEmail(db, managers[0] ?? "")).toBeNull();
});
