import { asc, inArray } from "drizzle-orm";
import { expect } from "vitest";
import { HOUR_MS } from "#contracts/durations.ts";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { PROMISES } from "#contracts/promises.ts";
import { contentTokenHash } from "#db/content/content-link.ts";
import { decidePosts } from "#db/content/decide-posts.ts";
import { publishPost } from "#db/ops/change-post.ts";
import { publishReport } from "#db/ops/write-report.ts";
import { isPromiseOpen } from "#db/promises/is-promise-open.ts";
import { keepPromise } from "#db/promises/keep-promise.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import { mailedToken, openLinks, proposalOf } from "../../tests/support/approval-links.ts";
import { insertAccountRow, insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, commentOn, hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { saveDraft } from "../../tests/support/report-rows.ts";
import { stripeReader } from "../../tests/support/stripe-reader.ts";
import { UNREACHABLE } from "../../tests/support/unreachable.ts";
import { createEffects } from "../effects/catalogue.ts";
import { startDueReportPromises } from "./start-due-report-promises.ts";
import { watchPromises } from "./watch-promises.ts";

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
    const { 1: contentHash = "" } = await hashesOf(db, postId);
    const facts = { userId, postId, version: 1, contentHash, approverId: null };
    const outcome = await decidePosts(db, {
      decider: { kind: "link", tokenHash: contentTokenHash(await mailedToken(db, null)) },
      events: [newEvent(context, type, { kind: "visitor" }, { ...facts, via: "link" })],
      words: type === "PostApproved" ? null : "Warmer, please.",
      takesBack: false,
    });
    expect(outcome).toEqual(["decided"]);
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
      const facts = { userId, postId: liked, version: 1, subscriptionId: "sub_1" };
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

  const mails: { subject: string; ms: number }[] = [];
  const effects = createEffects({
    ...UNREACHABLE,
    findCustomerContact: () => Promise.resolve(null),
    isPromiseOpen: (id) => isPromiseOpen(db, id),
    mailer: {
      send({ subject }) {
        mails.push({ subject, ms });
        return Promise.resolve({ externalId: null });
      },
    },
  });
  const done = new Set<string>();
  async function mailAlerts(): Promise<void> {
    const { id, type, version, occurredAt, actor, payload: data } = outboxEvents;
    const columns = {
      id,
      type,
      version,
      occurredAt,
      actor,
      correlationId: outboxEvents.correlationId,
    };
    const rows = await db
      .select({ ...columns, data })
      .from(outboxEvents)
      .where(inArray(type, ["PromiseDue", "PromiseMissed"]));
    for (const row of rows.filter((one) => !done.has(one.id))) {
      done.add(row.id);
      const event = DomainEvent.parse({
        ...row,
        occurredAt: new Date(row.occurredAt).toISOString(),
      });
      if (event.type === "PromiseDue") {
        await effects.PromiseDue["send-promise-alert"]?.run(event, row.id);
      }
      if (event.type === "PromiseMissed") {
        await effects.PromiseMissed["send-promise-alert"]?.run(event, row.id);
      }
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
    const { due = 0, missed = 0 } = await schedule.run();
    if (due + missed === 0) continue;
    await mailAlerts();
    await act();
  }
  expect(at()).toBe(END);

  const rows = await db.select().from(promises);
  const found = rows.map(({ rule, dueAt, keptAt }) => {
    const dueMs = Date.parse(dueAt);
    const alerts = mails.filter(({ subject }) => subject.endsWith(`: ${PROMISES[rule].text}`));
    const count = (kicker: string, isInTime: (mail: { ms: number }) => boolean) =>
      alerts.filter((mail) => mail.subject.startsWith(kicker) && isInTime(mail)).length;
    const warned = count("Promise due soon", (mail) => mail.ms <= dueMs - 2 * HOUR_MS);
    const missed = count("Alert, promise missed", (mail) => mail.ms >= dueMs);
    const isLate = keptAt !== null && Date.parse(keptAt) >= dueMs;
    const kept = keptAt === null ? "never" : isLate ? "late" : "in time";
    return [rule, { warned, missed, others: alerts.length - warned - missed, kept }] as const;
  });
  expect(found).toHaveLength(RULES.length);
  expect(new Map(found)).toEqual(new Map(RULES.map((rule) => [rule, { ...seen, others: 0 }])));
});
