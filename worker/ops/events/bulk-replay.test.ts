import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { bulkReplays, eventEffects } from "#db/schema/events.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { newId } from "../../../tests/support/pipeline.ts";
import { seedEvent, seedIds, seedEnquiry } from "../../../tests/support/seed-event.ts";
import { replayBatch } from "./run-bulk-replays.ts";

const BULK_REPLAY = "/ops/events/replay-many";
const REASON: [string, string] = ["reason", "Resend is back"];

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
      { effect: "audit", status: "completed", attempts: 1 },
      { effect: "send-team-notification", status: "dead_lettered", attempts: 5 },
    ],
  });
  await db.execute(sql`update event_effects set first_attempt_at = now() - ${hoursAgo}::int * interval '1 hour'
    where event_id = ${seedIds(last).eventId} and effect = 'send-team-notification'`);
}

async function pendingOf(db: Db): Promise<string> {
  const rows = await db.select().from(eventEffects).orderBy(eventEffects.eventId);
  return rows.flatMap((row) => (row.status === "pending" ? row.eventId.at(-1) : [])).join("");
}

/** The form of a page that asks: where it goes, and its id. */
function formIn(html: string): { action: string; id: [string, string] } {
  const [, action = ""] = /<form class="stack" method="post" action="([^"]+)"/.exec(html) ?? [];
  const [, id = ""] = /name="id" value="(brp_\w+)"/.exec(html) ?? [];
  return { action: action.replaceAll("&amp;", "&"), id: ["id", id] };
}

async function runBatch(db: Db): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined };
  await replayBatch({ db, makeId: newId, log });
}

test("shows how many would run, then progress until it has ended", async ({ db }) => {
  for (const last of ["A", "B"]) await seedFailed(db, last);
  await seedFailed(db, "C", { hoursAgo: 30 });
  const { get, send } = await openOpsConsole({ db }).signIn();
  const html = await (await get(BULK_REPLAY)).text();
  expect(html).toContain("Replay 2 events");
  expect(html).toContain("Leaves 1 event in doubt");
  const { action, id } = formIn(html);
  const response = await send(action, [id, REASON]);
  expect(response.status).toBe(303);
  const progress = response.headers.get("location") ?? "";
  expect(progress).toBe(`${BULK_REPLAY}/${id[1]}`);
  // A double click.
  expect((await send(action, [id, REASON])).headers.get("location")).toBe(progress);
  expect(await db.select().from(bulkReplays)).toHaveLength(1);

  const running = await get(progress);
  expect(running.headers.get("refresh")).toBe("2");
  expect(await running.text()).toContain("0 of 3 events handled");
  await runBatch(db);
  await runBatch(db);
  const ended = await get(progress);
  expect(ended.headers.get("refresh")).toBeNull();
  const text = await ended.text();
  expect(text).toContain("3 of 3 events handled");
  expect(text).toMatch(/<dt>Left: in doubt<\/dt><dd>1<\/dd>/);
  expect(text).toContain(`href="/ops/events/${seedIds("C").eventId}"`);
  expect(text).toContain("Resend is back");
  expect(await pendingOf(db)).toBe("AB");
  expect(await (await get(BULK_REPLAY)).text()).toContain(`href="${progress}"`);
});

test("filters of the list: only what matches is replayed, and no personal data is kept", async ({
  db,
}) => {
  await seedFailed(db, "A", { occurredAt: "2026-11-19T12:00:00Z" });
  await seedFailed(db, "B");
  await seedFailed(db, "C", { type: "AccountCreated" });
  await seedEnquiry(db, { last: "B", email: "joan@sea.example" });
  await db.execute(sql`update event_effects set last_error = 'MailRejected: Resend: invalid_from (422)'
    where status = 'dead_lettered' and event_id = ${seedIds("C").eventId}`);
  const { get, send } = await openOpsConsole({ db }).signIn();
  async function askFrom(list: string): Promise<string> {
    const html = await (await get(list)).text();
    const [, link = ""] = /href="([^"]+)">Replay several…/.exec(html) ?? [];
    return (await get(link.replaceAll("&amp;", "&"))).text();
  }
  const error = encodeURIComponent("MailRejected: Resend: invalid_from (422)");
  for (const [filter, label] of [
    ["", "Replay 3 events"],
    ["&type=AccountCreated", "Replay 1 event<"],
    ["&to=2026-11-19", "Replay 1 event<"],
    ["&effect=send-team-notification", "Replay 3 events"],
    [`&error=${error}`, "Replay 1 event<"],
  ]) {
    expect(await askFrom(`/ops/events?state=failed${filter}`), filter).toContain(label);
  }
  const none = await get(`${BULK_REPLAY}?effect=send-auto-reply&error=${error}`);
  expect(await none.text()).toContain("No failed event can be replayed");
  const search = await send("/ops/events/search", [
    ["q", "joan@sea.example"],
    ["state", "failed"],
  ]);
  const form = formIn(await askFrom(search.headers.get("location") ?? ""));
  const rejected = await send(form.action, [form.id, ["reason", " "]]);
  expect(rejected.status).toBe(422);
  const html = await rejected.text();
  expect(html).toContain("Give a reason");
  const again = formIn(html);
  await send(again.action, [again.id, REASON]);
  await runBatch(db);
  expect(await pendingOf(db)).toBe("B");
  expect(await db.select().from(bulkReplays)).toMatchObject([
    { filters: { search: "for a person" } },
  ]);
});

test("failed list: counts by effect and error, and links to each", async ({ db }) => {
  for (const last of ["A", "B", "C"]) await seedFailed(db, last);
  await db.execute(sql`update event_effects set last_error = 'MailRejected: (422)'
    where status = 'dead_lettered' and event_id <> ${seedIds("C").eventId}`);
  const { get } = await openOpsConsole({ db }).signIn();
  const html = await (await get("/ops/events?state=failed")).text();
  expect(html).toMatch(
    /error=MailRejected[^"]*">Email to the team about an enquiry: <span class="figures">2</,
  );
  const one = await (await get("/ops/events?state=failed&error=MailRejected%3A+%28422%29")).text();
  expect(one).toContain(seedIds("A").eventId);
  expect(one).not.toContain(seedIds("C").eventId);
});

test("stop: what is left stays failed", async ({ db }) => {
  await seedFailed(db, "A");
  const { get, send } = await openOpsConsole({ db }).signIn();
  const { action, id } = formIn(await (await get(BULK_REPLAY)).text());
  const progress = (await send(action, [id, REASON])).headers.get("location") ?? "";
  await send(`${progress}/stop`, []);
  await runBatch(db);
  expect(await (await get(progress)).text()).toMatch(/Stopped.*by Ada/);
  expect(await pendingOf(db)).toBe("");
});

test("stop: the page refreshes until the batch that was running has ended", async ({ db }) => {
  await seedFailed(db, "A");
  const { get, send } = await openOpsConsole({ db }).signIn();
  const { action, id } = formIn(await (await get(BULK_REPLAY)).text());
  const progress = (await send(action, [id, REASON])).headers.get("location") ?? "";
  await send(`${progress}/stop`, []);
  const refreshAt = async (endedAt: string) => {
    await db.update(bulkReplays).set({ endedAt });
    return (await get(progress)).headers.get("refresh");
  };
  expect(await refreshAt("2026-11-20T23:12:55Z")).toBe("2");
  expect(await refreshAt("2026-11-20T23:12:45Z")).toBeNull();
});

test("expired code: cannot be replayed from its event's page either", async ({ db }) => {
  await seedFailed(db, "A", { type: "AuthMailRequested", occurredAt: "2026-11-19T20:00:00Z" });
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/events/${seedIds("A").eventId}`;
  const html = await (await get(path)).text();
  expect(html).toContain("Not replayable");
  expect(html).not.toContain("Replay…");
  const response = await send(`${path}/replay`, [
    ["effect", "send-team-notification|dead_lettered|5"],
    REASON,
  ]);
  expect(response.status).toBe(422);
  expect(await pendingOf(db)).toBe("");
});
