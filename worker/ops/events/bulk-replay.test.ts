import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { eventEffects, replays } from "#db/schema/events.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedEvent, seedIds, seedEnquiry } from "../../../tests/support/seed-event.ts";

const BULK_REPLAY = "/ops/events/replay-many";
const REASON: [string, string] = ["reason", "Resend is back"];
const chosen = (last: string): [string, string] => ["event", seedIds(last).eventId];

async function seedFailed(
  db: Db,
  last: string,
  options: { type?: string; occurredAt?: string; hoursAgo?: number } = {},
): Promise<void> {
  const { hoursAgo = 1, ...event } = options;
  await seedEvent(db, {
    last,
    event: { deadLetteredAt: "2026-11-20T23:20:00Z", ...event },
    effects: [
      { effect: "audit", status: "done", attempts: 1 },
      { effect: "send-team-notification", status: "dead", attempts: 5 },
    ],
  });
  await db.execute(sql`update event_effects set first_attempt_at = now() - ${hoursAgo}::int * interval '1 hour'
    where event_id = ${seedIds(last).eventId} and effect = 'send-team-notification'`);
}

const ticked = (html: string) =>
  [...html.matchAll(/value="(evt_\w+)" checked/g)].map(([, id]) => id);

async function pendingOf(db: Db): Promise<string> {
  const rows = await db.select().from(eventEffects).orderBy(eventEffects.eventId);
  return rows.flatMap((row) => (row.status === "pending" ? row.eventId.at(-1) : [])).join("");
}

test("replays the ticked events and no others", async ({ db }) => {
  for (const last of ["A", "B", "C"]) await seedFailed(db, last);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const html = await (await get(BULK_REPLAY)).text();
  for (const last of ["A", "B", "C"]) expect(html).toContain(seedIds(last).eventId);
  const response = await send(BULK_REPLAY, [chosen("A"), chosen("C"), REASON]);
  expect(await response.text()).toContain("2 replays started.");
  expect(await pendingOf(db)).toBe("AC");
  const replayRows = await db.select().from(replays);
  expect(
    replayRows.map(({ effect, requestedBy, reason }) => [effect, requestedBy, reason]),
  ).toEqual([
    ["send-team-notification", "Ada", "Resend is back"],
    ["send-team-notification", "Ada", "Resend is back"],
  ]);
});

test("same form sent twice: replays once", async ({ db }) => {
  await seedFailed(db, "A");
  const { send } = await openOpsConsole({ db }).signIn();
  await send(BULK_REPLAY, [chosen("A"), REASON]);
  const repeated = await send(BULK_REPLAY, [chosen("A"), REASON]);
  expect(await repeated.text()).toContain("0 replays started. 1 not replayed.");
  expect(await db.select().from(replays)).toHaveLength(1);
});

test("effects in doubt, expired codes and unknown events: left as they are", async ({ db }) => {
  await seedFailed(db, "A", { hoursAgo: 30 });
  await seedFailed(db, "B", { type: "AuthMailRequested", occurredAt: "2026-11-19T20:00:00Z" });
  await seedFailed(db, "C");
  const { get, send } = await openOpsConsole({ db }).signIn();
  const html = await (await get(BULK_REPLAY)).text();
  expect(ticked(html)).toEqual([seedIds("C").eventId]);
  expect(html).toContain("In doubt: replay it from its own page");
  expect(html).toContain("Not replayable");
  const response = await send(BULK_REPLAY, [
    chosen("A"),
    chosen("B"),
    chosen("C"),
    ["event", "evt_nobody"],
    REASON,
  ]);
  expect(await response.text()).toContain("1 replay started. 3 not replayed.");
  expect(await pendingOf(db)).toBe("C");
});

test("filtered list: replays only its events, also after a validation error", async ({ db }) => {
  await seedFailed(db, "A", { occurredAt: "2026-11-19T12:00:00Z" });
  await seedFailed(db, "B");
  await seedFailed(db, "C", { type: "AccountCreated" });
  await seedEnquiry(db, { last: "B", email: "joan@sea.example" });
  const { get, send } = await openOpsConsole({ db }).signIn();
  const bulkReplayUrl = async (list: string) => {
    const html = await (await get(list)).text();
    const [, link = ""] = /href="([^"]+)">Replay several…/.exec(html) ?? [];
    return link.replaceAll("&amp;", "&");
  };
  const tickedIds = async (path: string) => ticked(await (await get(path)).text());
  const [a, b, c] = ["A", "B", "C"].map((last) => seedIds(last).eventId);
  expect(await tickedIds(await bulkReplayUrl("/ops/events?state=failed"))).toEqual([c, b, a]);
  expect(
    await tickedIds(await bulkReplayUrl("/ops/events?state=failed&type=AccountCreated")),
  ).toEqual([c]);
  expect(await tickedIds(await bulkReplayUrl("/ops/events?state=failed&to=2026-11-19"))).toEqual([
    a,
  ]);
  const search = await send("/ops/events/search", [
    ["q", "joan@sea.example"],
    ["state", "failed"],
  ]);
  expect(await tickedIds(await bulkReplayUrl(search.headers.get("location") ?? ""))).toEqual([b]);

  const html = await (await get(`${BULK_REPLAY}?type=AccountCreated`)).text();
  expect(html).toContain("Only AccountCreated.");
  const [, action = ""] = /<form class="stack" method="post" action="([^"]+)"/.exec(html) ?? [];
  const rejected = await send(action, [chosen("C"), ["reason", ""]]);
  expect(ticked(await rejected.text())).toEqual([c]);
  await send(action, [chosen("C"), REASON]);
  expect(await pendingOf(db)).toBe("C");
});

test("shows for each event which effects stay completed and why one failed", async ({ db }) => {
  await seedFailed(db, "A");
  await db.execute(
    sql`update event_effects set last_error = 'MailRejected: (422)' where effect = 'send-team-notification'`,
  );
  const { get } = await openOpsConsole({ db }).signIn();
  for (const path of [BULK_REPLAY, "/ops/events"]) {
    expect(await (await get(path)).text(), path).toContain("MailRejected: (422)");
  }
  expect(await (await get(BULK_REPLAY)).text()).toContain("Already completed: audit");
});

test("no reason or no tick: rejected", async ({ db }) => {
  await seedFailed(db, "A");
  const { send } = await openOpsConsole({ db }).signIn();
  const withoutReason = await send(BULK_REPLAY, [chosen("A"), ["reason", " "]]);
  expect(withoutReason.status).toBe(422);
  expect(await withoutReason.text()).toContain("Give a reason");
  const withoutTick = await send(BULK_REPLAY, [REASON]);
  expect(withoutTick.status).toBe(422);
  expect(await withoutTick.text()).toContain("Select at least one event.");
  expect(await pendingOf(db)).toBe("");
});

test("expired code: cannot be replayed from its event's page either", async ({ db }) => {
  await seedFailed(db, "A", { type: "AuthMailRequested", occurredAt: "2026-11-19T20:00:00Z" });
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/events/${seedIds("A").eventId}`;
  const html = await (await get(path)).text();
  expect(html).toContain("Not replayable");
  expect(html).not.toContain("Replay…");
  const response = await send(`${path}/replay`, [
    ["effect", "send-team-notification|dead|5"],
    REASON,
  ]);
  expect(response.status).toBe(422);
  expect(await pendingOf(db)).toBe("");
});
