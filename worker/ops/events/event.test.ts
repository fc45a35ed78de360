import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { resendEvents } from "#db/schema/emails.ts";
import {
  auditLog,
  effectAttempts,
  eventEffects,
  outboxEvents,
  replays,
} from "#db/schema/events.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { seedEvent, seedIds, seedEnquiry } from "../../../tests/support/seed-event.ts";

const event = `/ops/events/${seedIds().eventId}`;
const REASON: [string, string] = ["reason", "Resend is back"];
const TEAM_MAIL: [string, string] = ["effect", "send-team-notification|dead_lettered|5"];

async function seedFailed(db: Db, hoursAgo = 1): Promise<void> {
  await seedEvent(db, {
    event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
    effects: [
      { effect: "audit", status: "completed", attempts: 1, completedAt: "2026-11-20T23:13:01Z" },
      { effect: "send-auto-reply", status: "completed", attempts: 1, externalId: "re_123" },
      {
        effect: "send-team-notification",
        status: "dead_lettered",
        attempts: 5,
        lastError: "MailRejected: invalid_from",
      },
    ],
  });
  await db.execute(sql`update event_effects set first_attempt_at = now() - ${hoursAgo}::int * interval '1 hour'
    where effect = 'send-team-notification'`);
}

async function statuses(db: Db): Promise<Record<string, string>> {
  const rows = await db.select().from(eventEffects);
  return Object.fromEntries(rows.map((row) => [row.effect, row.status]));
}

async function actions(db: Db): Promise<string[]> {
  const rows = await db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id);
  return rows.map((row) => row.action);
}

describe("event page", () => {
  test("shows time, actor and effects, without personal data", async ({ db }) => {
    await seedFailed(db);
    await seedEnquiry(db, { email: "grace@navy.example" });
    await db.update(outboxEvents).set({ occurredAt: "2026-07-20T23:13:00.123Z" });
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get(event)).text();
    expect(html).toContain("21 Jul 2026, 00:13:00 BST");
    expect(html).toContain("20 Jul 2026, 23:13:00 UTC");
    for (const text of [
      "a visitor",
      seedIds().correlationId,
      "re_123",
      "MailRejected: invalid_from",
      "Failed",
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toMatch(/grace|Hopper|sail/iu);
  });

  test("event of a newer version: waits for a newer worker, in the list too, and no other does", async ({
    db,
  }) => {
    const future = EVENT_VERSIONS.ContactSubmitted + 1;
    const { eventId } = await seedEvent(db, { last: "A", event: { version: future } });
    await seedEvent(db, { last: "B", event: { correlationId: "req_of_today" } });
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get(`/ops/events/${eventId}`)).text();
    expect(html).toContain("waits for a newer worker");
    expect(await (await get(`/ops/events/${seedIds("B").eventId}`)).text()).not.toContain(
      "newer worker",
    );
    const list = await (await get("/ops/events")).text();
    expect(list.match(/Waits for a newer worker|None yet/g)?.toSorted()).toEqual([
      "None yet",
      "Waits for a newer worker",
    ]);
  });

  test("lists every attempt with worker, duration, status and message; names one without a result", async ({
    db,
  }) => {
    const { eventId } = await seedEvent(db, {
      effects: [
        {
          effect: "send-auto-reply",
          attempts: 3,
          worker: "worker.7.c0ffee",
          startedAt: "2026-11-20T23:13:20Z",
          lastError: "MailDeferred: busy",
        },
      ],
    });
    const attempt = { eventId, effect: "send-auto-reply", worker: "worker.3.abc" };
    await db.insert(effectAttempts).values([
      {
        ...attempt,
        number: 1,
        startedAt: "2026-11-20T23:13:00.000Z",
        endedAt: "2026-11-20T23:13:01.500Z",
        outcome: "failed",
        error: "Error: Resend: application_error (500)",
        httpStatus: 500,
        message: "Internal server error",
      },
      { ...attempt, number: 2, startedAt: "2026-11-20T23:13:10Z" },
    ]);
    const html = await (await (await openOpsConsole({ db }).signIn()).get(event)).text();
    const rows = [...html.matchAll(/<tr><th scope="row">(\d)<.*?<\/tr>/g)].map(([row]) =>
      row
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    expect(rows).toEqual([
      "1 20 Nov 2026, 23:13:00 GMT 1.5 s failed, to be retried , HTTP 500 Error: Resend: application_error (500) Internal server error worker worker.3.abc",
      "2 20 Nov 2026, 23:13:10 GMT – no result: its worker stopped worker worker.3.abc",
      "3 20 Nov 2026, 23:13:20 GMT – no result yet worker worker.7.c0ffee",
    ]);
  });

  test("completed effect that was skipped: shows the reason", async ({ db }) => {
    const { eventId } = await seedEvent(db, {
      effects: [
        { effect: "send-auto-reply", status: "completed" },
        { effect: "send-team-notification", status: "completed" },
      ],
    });
    await db.insert(auditLog).values(
      [
        {
          effect: "send-auto-reply",
          data: { outcome: "skipped", reason: "one_per_mailbox_a_day" },
        },
        { effect: "send-team-notification", data: { template: "team-notification" } },
      ].map(({ effect, data }) => ({
        eventId,
        action: `effect.${effect}`,
        actor: { kind: "visitor" } as const,
        subjectType: "form_submission",
        subjectId: seedIds().submissionId,
        data,
        at: "2026-11-20T23:13:01Z",
      })),
    );
    const html = await (await (await openOpsConsole({ db }).signIn()).get(event)).text();
    expect(html.match(/<dt>Outcome<\/dt><dd>[^<]*<\/dd>/g)).toEqual([
      "<dt>Outcome</dt><dd>skipped: one per mailbox a day</dd>",
    ]);
  });

  test("emails: shows what Resend reported in the order that counts, by the email's id or its tags", async ({
    db,
  }) => {
    const { eventId } = await seedEvent(db, {
      effects: [
        { effect: "send-auto-reply", status: "completed", externalId: "re_2" },
        { effect: "send-team-notification", status: "dead_lettered" },
      ],
    });
    const reportOf = (id: string, emailId: string, effect: string, type: string) => ({
      id,
      emailId,
      eventId,
      effect,
      type,
      occurredAt: "2026-11-20T23:14:00Z",
    });
    await db.insert(resendEvents).values([
      {
        ...reportOf("1", "re_2", "send-auto-reply", "email.bounced"),
        bounceType: "Permanent",
        bounceSubType: "NoEmail",
      },
      reportOf("2", "re_2", "send-auto-reply", "email.delivered"),
      reportOf("3", "re_1", "send-auto-reply", "email.complained"),
      // The answer with the email's id was lost.
      reportOf("4", "re_3", "send-team-notification", "email.suppressed"),
    ]);
    const html = await (await (await openOpsConsole({ db }).signIn()).get(event)).text();
    const facts = [...html.matchAll(/<dt>(\w+)<\/dt><dd><time[^>]*>[^<]*<\/time>([^<]*)/g)];
    expect(facts.map(([, name, more]) => `${name}${more}`)).toEqual(
      expect.arrayContaining(["Delivered", "Bounced (Permanent, NoEmail)", "Suppressed"]),
    );
    expect(html.indexOf("Delivered")).toBeLessThan(html.indexOf("Bounced"));
    expect(html).not.toContain("Reported as spam");
  });

  test("payload that breaks its contract: hidden, since it may hold personal data", async ({
    db,
  }) => {
    await seedEvent(db, {
      event: { payload: { email: "grace@navy.example" }, deadLetteredAt: "2026-11-20T23:20:00Z" },
    });
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get(event)).text();
    expect(html).toContain("Not shown: it does not match the contract");
    expect(html).not.toContain("grace@navy.example");
  });

  test("lists effects in the order they started, and booleans of the payload", async ({ db }) => {
    const { submissionId } = seedIds();
    await seedEvent(db, {
      event: {
        payload: { submissionId, formType: "contact", conversionConsent: false },
      },
      effects: [
        { effect: "audit", status: "pending" },
        { effect: "send-auto-reply", status: "completed", firstAttemptAt: "2026-11-20T23:13:02Z" },
        {
          effect: "send-team-notification",
          status: "dead_lettered",
          firstAttemptAt: "2026-11-20T23:13:01Z",
        },
      ],
    });
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get(event)).text();
    const order = [...html.matchAll(/<dt>Effect<\/dt><dd><code>([a-z-]+)/g)].map(
      ([, name]) => name,
    );
    expect(order).toEqual(["send-team-notification", "send-auto-reply", "audit"]);
    expect(html).toMatch(/<dt>conversionConsent<\/dt><dd><code>false<\/code>/);
  });

  test("payload with payments: shows their sums", async ({ db }) => {
    await seedEvent(db, {
      event: {
        type: "PaymentRecovered",
        aggregateType: "customer",
        aggregateId: "cus_1",
        actor: { kind: "system", name: "billing" },
        payload: {
          customerId: "cus_1",
          subscriptionId: "sub_1",
          priceIds: [],
          amountPence: 97_00,
          payments: [{ at: "2026-12-01T10:00:00.000Z", pence: 84_00 }],
          periodEnd: null,
        },
      },
    });
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get(event)).text();
    expect(html).toContain("&quot;pence&quot;:8400");
    expect(html).not.toContain("object Object");
  });

  test("links to the customer", async ({ db }) => {
    const { userId } = await seedOpsCustomer(db);
    const about = async (last: string, aggregateType: string, aggregateId: string) =>
      (await seedEvent(db, { last, event: { aggregateType, aggregateId } })).eventId;
    await seedEnquiry(db, { last: "A", email: "Grace@Navy.example" });
    await seedEnquiry(db, { last: "B", email: "stranger@sea.example" });
    await db.execute(sql`insert into customers (id, origin, email)
      values ('cus_guest', 'guest', 'guest@sea.example')`);
    await seedEnquiry(db, { last: "C", email: "guest@sea.example" });
    await seedEnquiry(db, { last: "D", email: "erased@invalid" });
    const { get } = await openOpsConsole({ db }).signIn();
    for (const [eventId, key] of [
      [await about("1", "user", userId), userId],
      [await about("2", "customer", "cus_1"), userId],
      [await about("3", "customer", "cus_guest"), "cus_guest"],
      [await about("A", "form_submission", seedIds("A").submissionId), userId],
      [await about("C", "form_submission", seedIds("C").submissionId), "cus_guest"],
      [await about("B", "form_submission", seedIds("B").submissionId), seedIds("B").submissionId],
      [await about("D", "form_submission", seedIds("D").submissionId), null],
      [await about("4", "user", "nobody"), null],
      [await about("5", "customer", "cus_elsewhere"), null],
    ] as const) {
      const html = await (await get(`/ops/events/${eventId}`)).text();
      const [, link] = /href="\/ops\/customers\/([^"]+)"/.exec(html) ?? [];
      expect(link ?? null, eventId).toBe(key);
    }
  });

  test("unknown event: answers 404", async ({ db }) => {
    const { get, send } = await openOpsConsole({ db }).signIn();
    for (const path of [event, `${event}/replay`, `${event}/ignore`]) {
      expect((await get(path)).status).toBe(404);
    }
    expect((await send(`${event}/replay`, [REASON])).status).toBe(404);
    expect((await send(`${event}/ignore`, [REASON])).status).toBe(404);
  });
});

describe("replay", () => {
  test("shows first which effects would run and which stay", async ({ db }) => {
    await seedFailed(db);
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get(`${event}/replay`)).text();
    expect(html).toMatch(/name="effect" value="send-team-notification\|dead_lettered\|5" checked/);
    expect(html).not.toMatch(/value="(?:audit|auto-reply)\|/);
    expect(html.indexOf("Stays as it is")).toBeLessThan(html.indexOf("Auto-reply email"));
    expect(html).not.toContain("send again");
  });

  test("runs the failed effect, and saves the reason with the operator's name", async ({ db }) => {
    await seedFailed(db);
    const { get, send } = await openOpsConsole({ db }).signIn("Ada");
    const response = await send(`${event}/replay`, [TEAM_MAIL, REASON]);
    expect(response.status).toBe(303);
    expect(await statuses(db)).toEqual({
      audit: "completed",
      "send-auto-reply": "completed",
      "send-team-notification": "pending",
    });
    const running = await get(response.headers.get("location") ?? "");
    expect(running.headers.get("refresh")).toBe("2");
    const html = await running.text();
    expect(html).toContain("The replay is running.");
    expect(html).toContain("Resend is back");
    expect(await db.select().from(replays)).toMatchObject([
      { id: expect.stringMatching(/^rpl_/), requestedBy: "Ada", effect: "send-team-notification" },
    ]);
    await db.update(eventEffects).set({ status: "completed" });
    await db.update(outboxEvents).set({ completedAt: sql`now()` });
    const ended = await get(response.headers.get("location") ?? "");
    expect(ended.headers.get("refresh")).toBeNull();
    expect(await ended.text()).toContain("The replay has succeeded.");
  });

  test("sent twice: runs once", async ({ db }) => {
    await seedFailed(db);
    const { get, send } = await openOpsConsole({ db }).signIn();
    const answers = [
      await send(`${event}/replay`, [TEAM_MAIL, REASON]),
      await send(`${event}/replay`, [TEAM_MAIL, REASON]),
    ];
    expect(await actions(db)).toEqual(["replay.requested", "replay.nothing_to_do"]);
    expect(await db.select().from(replays)).toHaveLength(1);
    const html = await (await get(answers[1]?.headers.get("location") ?? "")).text();
    expect(html).toContain("There was nothing to replay");
  });

  test("completed event: changes nothing, says so, and is audited", async ({ db }) => {
    await seedEvent(db, {
      event: { completedAt: "2026-11-20T23:13:02Z" },
      effects: [{ effect: "send-team-notification", status: "completed", attempts: 1 }],
    });
    const { get, send } = await openOpsConsole({ db }).signIn();
    expect(await (await get(`${event}/replay`)).text()).toContain("nothing to replay");
    const response = await send(`${event}/replay`, [REASON]);
    expect(response.headers.get("location")).toBe(`${event}?notice=nothing_to_replay`);
    expect(await statuses(db)).toEqual({ "send-team-notification": "completed" });
    expect(await actions(db)).toEqual(["replay.nothing_to_do"]);
  });

  test("form without a proper reason or an effect that failed: rejected", async ({ db }) => {
    await seedFailed(db);
    const { send } = await openOpsConsole({ db }).signIn();
    const completed: [string, string] = ["effect", "send-team-notification|completed|1"];
    for (const [kind, fields, message] of [
      ["a missing reason", [TEAM_MAIL], "Give a reason"],
      ["too short a reason", [TEAM_MAIL, ["reason", " x "]], "Give a reason"],
      ["too long a reason", [TEAM_MAIL, ["reason", "x".repeat(501)]], "Give a reason"],
      ["no effect", [REASON], "Select at least one effect"],
      ["an effect that is completed", [REASON, completed], "Select at least one"],
    ] satisfies [string, [string, string][], string][]) {
      const response = await send(`${event}/replay`, fields);
      expect(response.status, kind).toBe(422);
      expect(await response.text(), kind).toContain(message);
    }
    expect(await statuses(db)).toMatchObject({ "send-team-notification": "dead_lettered" });
    expect(await actions(db)).toEqual([]);
  });

  test("in doubt after a day: needs the typed confirmation, and the form stays filled in", async ({
    db,
  }) => {
    await seedFailed(db, 24);
    const { get, send } = await openOpsConsole({ db }).signIn();
    expect(await (await get(`${event}/replay`)).text()).toContain("Type “send again” to confirm");

    const rejected = await send(`${event}/replay`, [TEAM_MAIL, REASON, ["send_again", "yes"]]);
    expect(rejected.status).toBe(422);
    expect(await rejected.text()).toContain("Resend is back");
    expect(await statuses(db)).toMatchObject({ "send-team-notification": "dead_lettered" });

    const sent = await send(`${event}/replay`, [TEAM_MAIL, REASON, ["send_again", "Send again "]]);
    expect(sent.status).toBe(303);
    expect(await statuses(db)).toMatchObject({ "send-team-notification": "pending" });
  });

  test("effect changed since the page was rendered: left alone", async ({ db }) => {
    await seedFailed(db);
    await db
      .update(eventEffects)
      .set({ attempts: 6 })
      .where(sql`effect = 'send-team-notification'`);
    const { send } = await openOpsConsole({ db }).signIn();
    const response = await send(`${event}/replay`, [TEAM_MAIL, REASON]);
    expect(response.headers.get("location")).toBe(`${event}?notice=nothing_to_replay`);
  });

  test("dead-lettered event: published again", async ({ db }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z", lastError: "unreadable" },
    });
    const { get, send } = await openOpsConsole({ db }).signIn();
    expect(await (await get(`${event}/replay`)).text()).toContain("published again");
    await send(`${event}/replay`, [["publish_again", "yes"], REASON]);
    expect(await db.select().from(outboxEvents)).toMatchObject([
      { deadLetteredAt: null, lastError: null },
    ]);
  });
});

describe("ignore", () => {
  test("shows what would be skipped, then skips it with the reason", async ({ db }) => {
    await seedFailed(db);
    const { get, send } = await openOpsConsole({ db }).signIn("Ada");
    expect(await (await get(`${event}/ignore`)).text()).toContain("Would be ignored");
    const response = await send(`${event}/ignore`, [["reason", "answered by telephone"]]);
    expect(response.headers.get("location")).toBe(`${event}?notice=ignored`);
    expect(await statuses(db)).toMatchObject({
      "send-auto-reply": "completed",
      "send-team-notification": "skipped",
    });
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        action: "ignore.requested",
        actor: { name: "Ada" },
        data: { reason: "answered by telephone" },
      },
    ]);
    const html = await (await get(event)).text();
    expect(html).toContain(">Completed</span>");
    expect(html).not.toContain("Ignore…");
  });

  test("without a reason: rejected", async ({ db }) => {
    await seedFailed(db);
    const { send } = await openOpsConsole({ db }).signIn();
    expect((await send(`${event}/ignore`, [["reason", ""]])).status).toBe(422);
    expect(await statuses(db)).toMatchObject({ "send-team-notification": "dead_lettered" });
  });

  test("without failed effects: changes nothing", async ({ db }) => {
    await seedEvent(db, { effects: [{ effect: "send-team-notification", status: "pending" }] });
    const { get, send } = await openOpsConsole({ db }).signIn();
    expect(await (await get(`${event}/ignore`)).text()).toContain("nothing to ignore");
    const response = await send(`${event}/ignore`, [REASON]);
    expect(response.headers.get("location")).toBe(`${event}?notice=nothing_to_ignore`);
    expect(await statuses(db)).toEqual({ "send-team-notification": "pending" });
  });
});
