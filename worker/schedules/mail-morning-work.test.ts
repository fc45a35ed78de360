import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { DomainEvent, type EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { findManagerEmail } from "#db/ops/find-operators.ts";
import { getMorningWork, getWeekendWork } from "#db/ops/find-team-work.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { insertManaged, insertManager } from "../../tests/support/manager-rows.ts";
import { newId, recordingMailer } from "../../tests/support/pipeline.ts";
import { proposePost } from "../../tests/support/post-rows.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "../effects/catalogue.ts";
import { mailMorningWork, mailWeekendWork } from "./due-notices.ts";

/** A Friday: half past eight in London. */
const MORNING = "2026-11-27T08:30:00.000Z";

const runAt = (db: Db, at: string) =>
  mailMorningWork({ db, makeId: newId, now: () => new Date(at) }).run();

async function listed(db: Db): Promise<EventOf<"MorningWorkListed">[]> {
  const rows = await db
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.type, "MorningWorkListed"))
    .orderBy(asc(outboxEvents.id));
  return rows.map((row) => DomainEvent.parse(toDomainShape(row)) as EventOf<"MorningWorkListed">);
}

function effectsAt(db: Db, at: string) {
  const { mailer, sent } = recordingMailer();
  const effects = createEffects(
    effectDeps({
      mailer,
      now: () => new Date(at),
      findCustomerContact: () => Promise.resolve(null),
      getMorningWork: (of) => getMorningWork(db, { ...of, now: at }),
      findManagerEmail: (id) => findManagerEmail(db, id),
    }),
  );
  const effect = effects.MorningWorkListed["send-morning-work"];
  return {
    run: (event: EventOf<"MorningWorkListed">, key: string) => effect.run(event, key),
    sent,
  };
}

async function seedCustomer(db: Db, index: number, managerId: string | null) {
  const userId = await insertAccountRow(db, { email: `c${index}@shop.example`, isProven: true });
  await insertCustomer(db, { id: `cus_${index}`, userId });
  await insertSubscription(db, { id: `sub_${index}`, customerId: `cus_${index}`, userId });
  if (managerId !== null) await insertManaged(db, { userId, managerId });
  return userId;
}

test("each kind of work, of an account manager's customers alone; once a day; what was done meanwhile is left out", async ({
  db,
  database,
}) => {
  const managerId = await insertManager(db, "ada");
  await insertManager(db, "idle");
  const theirs = await seedCustomer(db, 1, managerId);
  await seedCustomer(db, 2, null);
  const owed = (subjectId: string, rule: "go-live" | "send-report", dueAt: string) => ({
    rule,
    subjectId,
    startedByEvent: `evt_${subjectId}_${rule}`,
    startedAt: "2026-11-20T12:00:00.000Z",
    warnAt: "2026-11-26T18:00:00.000Z",
    dueAt,
  });
  await db
    .insert(promises)
    .values([
      owed("sub_1", "go-live", "2026-11-27T23:59:59.000Z"),
      owed("sub_1", "send-report", "2026-12-01T23:59:59.000Z"),
      owed("sub_2", "go-live", "2026-11-27T23:59:59.000Z"),
      owed("sub_2", "send-report", "2026-12-01T23:59:59.000Z"),
    ]);
  const [changes, publish] = [await proposePost(db, theirs), await proposePost(db, theirs)];
  const [waiting, fresh] = [
    await proposePost(db, theirs, {}, newId("post"), "2026-11-24T08:29:59.000Z"),
    await proposePost(db, theirs, {}, newId("post"), "2026-11-24T08:32:00.000Z"),
  ];
  await database.query(
    `insert into post_decisions (post_id, version, content_hash, decision, words, decided_at, via)
     select post_id, version, content_hash, case post_id when $1 then 'changes_requested' else 'approved' end,
       case post_id when $1 then 'Warmer' end, '2026-11-26T08:00:00Z', 'link' from post_versions where post_id in ($1, $2)`,
    [changes, publish],
  );
  const call = await proposePost(db, theirs, {}, newId("post"), "2026-11-24T09:00:00.000Z");
  await database.query(
    `insert into post_reminders (post_id, version, kind, event_id, sent_at)
     values ($1, 1, 'decide_again', 'evt_1', now()), ($2, 1, 'decide', 'evt_1', now())`,
    [call, waiting],
  );
  expect(await runAt(db, MORNING)).toEqual({ mails: 2 });
  expect(await runAt(db, "2026-11-27T09:30:00.000Z")).toEqual({ mails: 0 });
  const events = await listed(db);
  expect(events.map(({ data }) => data.managerId)).toEqual([managerId, null]);
  const [own] = events;
  const { run, sent } = effectsAt(db, "2026-11-27T08:31:00.000Z");
  for (const event of events) await run(event, event.id);
  const mails = [...sent.values()];
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["ada@tidepost.example", "Today: 6 things to do"],
    ["team@tidepost.example", "Today: 2 things to do"],
  ]);
  const lists = (mails[0]?.text ?? "").split(/\n\n(?=.*\(1\)\n|Open)/).slice(1, -1);
  expect(lists).toEqual([
    expect.stringMatching(
      /^Due today, or late \(1\)\n\nBy .*: Publish the first post, Ada\nhttps:.*promises\/1$/,
    ),
    expect.stringMatching(new RegExp(`^Changes asked for \\(1\\)\\n.*posts/${changes}$`, "s")),
    expect.stringMatching(new RegExp(`^To publish \\(1\\)\\n.*posts/${publish}$`, "s")),
    expect.stringMatching(new RegExp(`^Reminded twice, or.*\\(1\\)\\n.*posts/${call}$`, "s")),
    expect.stringMatching(new RegExp(`^Waiting for.*\\(1\\)\\n.*posts/${waiting}$`, "s")),
    expect.stringMatching(
      /^Reports due \(1\)\n\nBy .*: Send the performance report.*promises\/2$/s,
    ),
  ]);
  expect(mails[0]?.text).not.toContain(fresh);

  await database.query("update promises set kept_at = now(), kept_by_event = 'evt_1'");
  await database.query("update posts set withdrawn_at = now()");
  if (own === undefined) throw new Error("no event");
  expect((await run(own, "again")).facts["reason"]).toBe("nothing_to_do");
  const tomorrow = effectsAt(db, "2026-11-28T08:31:00.000Z");
  expect((await tomorrow.run(own, "late")).facts["reason"]).toBe("no_longer_true");
});

test.for([
  ["before half past eight", "2026-11-27T07:30:00.000Z", 0],
  ["half past eight in summer", "2026-07-03T07:30:00.000Z", 1],
  ["later, as no worker ran", "2026-11-27T11:00:00.000Z", 1],
  ["a Saturday", "2026-11-28T08:30:00.000Z", 0],
  ["Christmas Day", "2026-12-25T08:30:00.000Z", 0],
] as const)("%s: mails", async ([, at, mails], { db }) => {
  await seedCustomer(db, 1, null);
  await db.insert(promises).values({
    rule: "go-live",
    subjectId: "sub_1",
    startedByEvent: "evt_1",
    startedAt: "2026-06-01T12:00:00.000Z",
    warnAt: "2026-06-02T12:00:00.000Z",
    dueAt: "2026-06-03T12:00:00.000Z",
  });
  expect(await runAt(db, at)).toEqual({ mails });
});

test("before days off: what is planned for them and in no scheduler, unanswered, or a draft, in one email", async ({
  db,
  database,
}) => {
  const managerId = await insertManager(db, "ada");
  const theirs = await seedCustomer(db, 1, managerId);
  const onSaturday = { plannedOn: "2026-11-28" };
  const [loose, handed, open] = [
    await proposePost(db, theirs, onSaturday),
    await proposePost(db, theirs, onSaturday),
    await proposePost(db, theirs, { plannedOn: "2026-11-29" }),
  ];
  await proposePost(db, theirs, { plannedOn: "2026-11-30" });
  await database.query(
    `insert into post_decisions (post_id, version, content_hash, decision, decided_at)
     select post_id, version, content_hash, 'approved', '2026-11-26T08:00:00Z' from post_versions where post_id in ($1, $2)`,
    [loose, handed],
  );
  await database.query(
    `insert into post_schedulings (post_id, platform, version, content_hash, goes_live_at, recorded_at, recorded_by)
     select post_id, platform, version, content_hash, '2026-11-28T18:00:00Z', now(), 'Ada'
     from post_versions, unnest(platforms) platform where post_id = $1`,
    [handed],
  );
  await database.query(
    `insert into post_drafts (id, business_id, text, platforms, planned_on, saved_at, saved_by)
     select 'pst_draft', id, 'Plums', '{}', '2026-11-29', now(), 'Ada' from businesses`,
  );
  const run = (at: string) => mailWeekendWork({ db, makeId: newId, now: () => new Date(at) }).run();
  expect(await run("2026-11-27T14:00:00.000Z")).toEqual({ mails: 0 });
  expect(await run("2026-11-26T15:00:00.000Z")).toEqual({ mails: 0 });
  expect(await run("2026-11-27T15:00:00.000Z")).toEqual({ mails: 1 });
  expect(await run("2026-11-27T15:30:00.000Z")).toEqual({ mails: 0 });
  const [row] = await db
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.type, "WeekendWorkListed"));
  if (row === undefined) throw new Error("no event");
  const event = DomainEvent.parse(toDomainShape(row)) as EventOf<"WeekendWorkListed">;
  expect(event.data.managerId).toBe(managerId);
  const { mailer, sent } = recordingMailer();
  const effects = createEffects(
    effectDeps({
      mailer,
      now: () => new Date("2026-11-27T15:01:00.000Z"),
      getWeekendWork: (of) => getWeekendWork(db, of),
      findManagerEmail: (id) => findManagerEmail(db, id),
    }),
  );
  await effects.WeekendWorkListed["send-weekend-work"].run(event, event.id);
  const [mail] = sent.values();
  expect(mail?.to).toBe("ada@tidepost.example");
  expect(mail?.subject).toBe("Before the days off: 3 posts to see to");
  expect(mail?.text).toMatch(
    new RegExp(
      `Saturday 28 November to Sunday 29 November.*in no scheduler yet \\(1\\).*posts/${loose}.*Without an answer.*\\(1\\).*posts/${open}.*Drafts.*\\(1\\)`,
      "s",
    ),
  );
  expect(mail?.text).not.toContain(handed);
});

test("a manager without work: no event", async ({ db }) => {
  await seedCustomer(db, 1, await insertManager(db, "ada"));
  expect(await runAt(db, MORNING)).toEqual({ mails: 0 });
  expect(await listed(db)).toEqual([]);
});
