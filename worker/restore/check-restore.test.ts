import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject } from "vitest";
import { DAY_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { createSubscriptionRequest } from "#db/billing/change-subscription-requests.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { eraseAccount } from "#db/personal-data/erase-account.ts";
import { dumpDatabase, loadDump } from "../../tests/deploy/dump.ts";
import {
  createSubscriptionFor,
  customerWithCard,
  type Running,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { insertAccountRow, insertCustomer } from "../../tests/support/customer-rows.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import {
  effectsWith,
  newId,
  openBackend,
  recordingMailer,
  startWorker,
  stripeActionsWith,
  submitTestEnquiry,
} from "../../tests/support/pipeline.ts";
import { erasedKeyOf } from "../adapters/material-store.ts";
import type { FindSent } from "../adapters/resend.ts";
import { noticeSchedules } from "../schedules/notices.ts";
import { checkRestore } from "./check-restore.ts";

let company: Running;
let price: string;
const admin = new pg.Pool({ connectionString: inject("databaseUrl"), max: 1 });
const RESTORED = `restored_${randomUUID().replaceAll("-", "")}`;
let pool: pg.Pool | undefined;

beforeAll(async () => {
  company = await startForTest();
  const { name, pricePence: pence, priceId: lookupKey } = PLAN.starter;
  price = (await createSubscriptionFor(company, { name, pence, lookupKey })).id;
});
afterEach(async () => {
  await pool?.end();
  pool = undefined;
  await admin.query(`drop database if exists ${RESTORED} with (force)`);
});
afterAll(async () => {
  await company.stop();
  await admin.end();
});

const now = () => new Date();
const storedFiles = new Set<string>();
const noteErased = (userId: string) => {
  storedFiles.add(erasedKeyOf(userId));
  return Promise.resolve(0);
};
const store = {
  async *list(under: string) {
    for (const key of storedFiles)
      if (key.startsWith(under)) yield { key, at: now().toISOString() };
  },
};

function check(
  database: Pick<TestDatabase, "db" | "url" | "query">,
  restoredTo: Date,
  findSent: FindSent | null = () => Promise.resolve(new Map()),
) {
  const stripeActions = stripeActionsWith(database, company.stripe);
  const { mailer } = recordingMailer();
  return checkRestore({
    db: database.db,
    stripe: company.stripe,
    stripeActions,
    store,
    effects: effectsWith(database, { mailer, stripeActions, material: { eraseOwner: noteErased } }),
    schedules: noticeSchedules({ db: database.db, makeId: newId, now, teamMailsPerHour: 0 }),
    findSent,
    makeId: newId,
    now,
    restoredTo,
  });
}

/** Runs a worker until nothing is left to do. */
async function work(
  database: Pick<TestDatabase, "db" | "url" | "query">,
  mailer: ReturnType<typeof recordingMailer>["mailer"],
) {
  const backend = openBackend("postgres", database);
  const stripeActions = stripeActionsWith(database, company.stripe);
  const worker = startWorker(database, backend, {
    mailer,
    stripeActions,
    material: { eraseOwner: noteErased },
  });
  await eventually("all events have ended", async () => {
    const { rows } = await database.query(
      "select 1 from outbox_events where completed_at is null and dead_lettered_at is null",
    );
    return rows.length === 0;
  });
  await worker.stopRelay();
  await worker.stopConsumers();
  await backend.close();
}

async function person({ db }: TestDatabase, name: string) {
  const email = `${name}@shop.example`;
  const userId = await insertAccountRow(db, { email, isProven: true });
  const { id: customerId } = await customerWithCard(company);
  await company.stripe.customers.update(customerId, { email, metadata: { user_id: userId } });
  return { userId, customerId, email };
}

const subscribe = (customer: string) =>
  company.stripe.subscriptions.create({ customer, items: [{ price }] });

const sync = (database: TestDatabase, customerId: string) =>
  stripeActionsWith(database, company.stripe).sync({
    customerId,
    correlationId: newId("request"),
    stripeEventId: null,
  });

const charges = async () =>
  (await company.stripe.charges.list({ limit: 100 })).data.map(({ id }) => id).toSorted();

describe("after a restore", () => {
  test("to before an hour of traffic: nothing is told, taken or erased twice, nobody is back, and each difference is listed", async ({
    database,
  }) => {
    const { db } = database;
    const { mailer, sent } = recordingMailer();
    const ada = await person(database, "ada");
    const bea = await person(database, "bea");
    const dora = await person(database, "dora");
    for (const { customerId: id, userId } of [ada, bea]) await insertCustomer(db, { id, userId });
    const adas = await subscribe(ada.customerId);
    await sync(database, ada.customerId);
    await work(database, mailer);
    const enquiry = await submitTestEnquiry(database);

    const dump: string[] = [];
    for await (const part of dumpDatabase(database.url)) dump.push(part);
    const restoredTo = now();

    await work(database, mailer);
    await subscribe(bea.customerId);
    await sync(database, bea.customerId);
    await company.stripe.subscriptions.update(adas.id, { cancel_at_period_end: true });
    await sync(database, ada.customerId);
    const { customerId: cleo, userId: cleosId } = await person(database, "cleo");
    await insertCustomer(db, { id: cleo, userId: cleosId });
    const cleos = await subscribe(cleo);
    await sync(database, cleo);
    const event = newEvent(
      { makeId: newId, now, correlationId: newId("request") },
      "AccountErased",
      { kind: "user", userId: dora.userId },
      { userId: dora.userId, by: "owner", left: "nameless_row" },
    );
    expect(await eraseAccount(db, { userId: dora.userId, sessionId: null, event })).toBe("erased");
    await work(database, mailer);
    storedFiles.add("med_new/original");
    await expect(check(database, restoredTo)).rejects.toThrow("The database is in use");
    const told = sent.size;
    expect(told).toBeGreaterThan(6);
    const chargesBefore = await charges();

    await admin.query(`create database ${RESTORED}`);
    const url = Object.assign(new URL(database.url), { pathname: `/${RESTORED}` }).href;
    await loadDump(url, toAsync(dump));
    pool = new pg.Pool({ connectionString: url, max: 5 });
    pool.on("error", () => undefined);
    const restored = { db: drizzle(pool), url, query: pool.query.bind(pool) };
    const findSent = () => Promise.resolve(new Map([...sent.keys()].map((key) => [key, "sent"])));
    const found = await check(restored, restoredTo, findSent);
    const listed = found.map(({ kind, what }) => `${kind}: ${what}`).join("\n");
    for (const what of [
      `done: ${dora.userId} was erased since`,
      `decide: ${cleo} bought ${cleos.id} since, and has no account here`,
      "decide: R2 has the file med_new",
      `done: send-team-notification of ContactSubmitted ${enquiry}`,
      "decide: send-billing-mail of CheckoutCompleted",
      "decide: send-billing-mail of SubscriptionCancelled",
    ]) {
      expect(listed).toContain(what);
    }

    await work(restored, mailer);
    expect(sent.size).toBe(told);
    expect(await charges()).toEqual(chargesBefore);
    const { rows } = await restored.query<{ text: string }>(
      "select account::text as text from users account union all select customer::text from customers customer",
    );
    expect(rows.map(({ text }) => text).join()).not.toContain(dora.email);
    const { rows: saved } = await restored.query<{ id: string; ending: boolean }>(
      "select customer_id as id, cancel_at_period_end as ending from subscriptions",
    );
    expect(new Map(saved.map(({ id, ending }) => [id, ending]))).toEqual(
      new Map([
        [ada.customerId, true],
        [bea.customerId, false],
        [cleo, false],
      ]),
    );

    const again = await check(restored, restoredTo, findSent);
    expect(again.filter(({ what }) => / of [A-Z]|erased|bought/.test(what))).toEqual([]);
  });

  test.for([
    ["a day ago", DAY_MS, undefined],
    ["now, with mails that have no idempotency key", 0, null],
  ] as const)(
    "to %s: what waited then is in doubt, and none of it is sent",
    async ([, agoMs, findSent], { database }) => {
      const enquiry = await submitTestEnquiry(database);
      const restoredTo = new Date(now().getTime() - agoMs);
      await database.query("update outbox_events set occurred_at = $1", [restoredTo]);
      await check(database, restoredTo, findSent);
      const { mailer, sent } = recordingMailer();
      await work(database, mailer);
      expect([...sent.keys()].filter((key) => key.startsWith(enquiry))).toEqual([]);
      const { rows } = await database.query(
        "select effect, last_error from event_effects where event_id = $1 and status = 'dead_lettered' order by 1",
        [enquiry],
      );
      expect(rows).toEqual(
        ["send-auto-reply", "send-team-notification"].map((effect) => ({
          effect,
          last_error: expect.stringContaining("in doubt"),
        })),
      );
    },
  );

  test("a day ago, and Resend knows one of two mails: that one is done, the other in doubt", async ({
    database,
  }) => {
    const enquiry = await submitTestEnquiry(database);
    const restoredTo = new Date(now().getTime() - DAY_MS);
    await database.query("update outbox_events set occurred_at = $1", [restoredTo]);
    const asked: Date[] = [];
    const found = await check(database, restoredTo, (since) => {
      asked.push(since);
      return Promise.resolve(new Map([[`${enquiry}/send-auto-reply`, "sent-1"]]));
    });
    expect(asked).toEqual([restoredTo]);
    expect(found.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(`^send-auto-reply .*${enquiry}.*Resend has sent it`),
    );
    const { mailer, sent } = recordingMailer();
    await work(database, mailer);
    expect([...sent.keys()].filter((key) => key.startsWith(enquiry))).toEqual([]);
    const { rows } = await database.query(
      `select effect, status, external_id as id from event_effects
       where event_id = $1 and effect like 'send-%' order by 1`,
      [enquiry],
    );
    expect(rows).toEqual([
      { effect: "send-auto-reply", status: "completed", id: "sent-1" },
      { effect: "send-team-notification", status: "dead_lettered", id: null },
    ]);
  });

  test.for([
    ["none", [], 1],
    ["one of another kind", ["evt_1/send-auto-reply"], 1],
    ["one of that kind", ["evt_1/send-billing-mail"], 0],
  ] as const)(
    "and Stripe has news, of which Resend has sent %s since: told once in all",
    async ([, keys, mails], { database }) => {
      // The customer of the case before may have subscribed in the same second, and the check then finds a purchase since.
      const { userId, customerId, email } = await person(database, `finn-${keys.length}-${mails}`);
      await insertCustomer(database.db, { id: customerId, userId });
      await subscribe(customerId);
      const known = new Map(keys.map((key) => [key, "sent"]));
      await check(database, now(), () => Promise.resolve(known));
      const { mailer, sent } = recordingMailer();
      await work(database, mailer);
      const billing = [...sent].filter(
        ([key, { to }]) => key.endsWith("/send-billing-mail") && to.includes(email),
      );
      expect(billing).toHaveLength(mails);
    },
  );

  test("with a text message on its way then: it is held, for its code has ended", async ({
    database,
  }) => {
    const event = newEvent(
      { makeId: newId, now, correlationId: newId("request") },
      "AuthSmsRequested",
      { kind: "visitor" },
      { codeId: randomUUID(), text: "sign-in", channel: "sms" },
    );
    const by = { type: "user", id: randomUUID() } as const;
    await database.db.execute(insertEvent(event, by, sql``));
    const found = await check(database, now());
    expect(found.map(({ kind, what }) => `${kind}: ${what}`)).toContainEqual(
      expect.stringMatching(/^done: send-auth-sms .*its code has ended/),
    );
  });

  test("Resend does not say what it sent: a person reads that, and the keys tell once", async ({
    database,
  }) => {
    const enquiry = await submitTestEnquiry(database);
    const found = await check(database, now(), () => Promise.reject(new Error("restricted")));
    const listed = found.map(({ kind, what }) => `${kind}: ${what}`).join("\n");
    expect(listed).toContain("decide: Resend does not say what it sent");
    expect(listed).toContain(`done: send-auto-reply of ContactSubmitted ${enquiry}`);
  });

  test("with a customer's wish on its way then: a person looks at Stripe, and nothing is done", async ({
    database,
  }) => {
    const { db } = database;
    const { userId, customerId } = await person(database, "eve");
    await insertCustomer(db, { id: customerId, userId });
    const { id } = await subscribe(customerId);
    await sync(database, customerId);
    const { mailer } = recordingMailer();
    await work(database, mailer);
    const { rows: versions } = await database.query<{ version: number }>(
      "select version from customers",
    );
    const cancel = newEvent(
      { makeId: newId, now, correlationId: newId("request") },
      "SubscriptionCancelled",
      { kind: "user", userId },
      {
        customerId,
        subscriptionId: id,
        priceIds: [PLAN.starter.priceId],
        amountPence: PLAN.starter.pricePence,
        payments: [],
        periodEnd: null,
        isImmediate: false,
        bookedPriceIds: [],
        isPaidLonger: false,
      },
    );
    const version = versions[0]?.version ?? 0;
    await createSubscriptionRequest(db, { event: cancel, version, userId, makeId: newId });
    const found = await check(database, now());
    expect(found.map(({ what }) => what).join("\n")).toContain(
      "apply-subscription-request of SubscriptionCancelled",
    );
    await work(database, mailer);
    expect((await company.stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false);
  });

  test("with a worker that runs: refused", async ({ database }) => {
    const worker = new pg.Client({
      connectionString: database.url,
      application_name: "tidepost-worker",
    });
    await worker.connect();
    await expect(check(database, now())).rejects.toThrow("connections of a worker");
    await worker.end();
    await expect(check(database, new Date(now().getTime() + DAY_MS))).rejects.toThrow("future");
  });
});

async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
