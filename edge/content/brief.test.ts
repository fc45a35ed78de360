import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import { type BriefAnswers, NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { listCustomerContacts } from "#db/billing/find-customers.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { approvers, briefVersions, businesses } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { test as base } from "../../tests/support/auth-service.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { newId } from "../../tests/support/new-id.ts";
import { newPerson } from "../../tests/support/new-person.ts";
import { refusal } from "../../tests/support/refusal.ts";

const NOW = "2026-11-25T12:00:00.000Z";
const ANSWERS: BriefAnswers = {
  ...NO_ANSWERS,
  businessName: "Fig & Thistle ",
  about: "We bake.\nDaily.",
  instagram: "@fig",
};
const BEN = { name: "Ben Hart", email: "Ben@Shop.example" };

type Answer = { status: number; body: BriefResponse & { code?: string; details?: string } };
type Person = {
  userId: string;
  ask: (method: string, path?: string, body?: unknown) => Promise<Answer>;
  save: (version: number, revision: number, answers?: BriefAnswers) => Promise<Answer>;
  submit: (version: number, revision: number) => Promise<Answer>;
};
const PATH = "/functions/v1/brief";

const test = base.extend<{ visitor: () => Promise<Person>; person: Person }>({
  visitor: async ({ auth, db }, use) => {
    auth.clock.now = new Date(NOW);
    await use(async () => {
      const { userId, ask: askApi } = await newPerson(auth, db);
      const ask: Person["ask"] = (method, path = "", body) => askApi(method, PATH + path, body);
      return {
        userId,
        ask,
        save: (version, revision, answers = ANSWERS) =>
          ask("PUT", "", { version, revision, answers }),
        submit: (version, revision) => ask("POST", "/submit", { version, revision }),
      };
    });
  },
  person: async ({ db, visitor }, use) => {
    const person = await visitor();
    await subscribe(db, person, "1");
    await use(person);
  },
});

async function subscribe(db: Db, { userId }: Person, n: string): Promise<void> {
  await insertCustomer(db, { id: `cus_${n}`, userId });
  await insertSubscription(db, { id: `sub_${n}`, customerId: `cus_${n}`, userId });
}

const eventsOf = (db: Db) =>
  db
    .select({ type: outboxEvents.type, payload: outboxEvents.payload, actor: outboxEvents.actor })
    .from(outboxEvents)
    .orderBy(outboxEvents.type);

test("brief of somebody who asked for a free trial: begins with what its form said, unless the address is unproven", async ({
  db,
  person,
}) => {
  const [{ email } = { email: null }] = await db.select({ email: users.email }).from(users);
  const form = {
    company: "Fig & Thistle",
    website: "https://fig.example",
    business_type: "Bakery",
    preferred_platform: "Instagram",
    goals: "More weekday guests.",
  };
  await db.insert(formSubmissions).values({
    id: newId("submission"),
    idempotencyKey: randomUUID(),
    formType: "free-trial",
    email: email?.toUpperCase() ?? "",
    payload: {
      form_type: "free-trial",
      first_name: "A",
      last_name: "B",
      email: "a@b.example",
      ...form,
    },
    createdAt: NOW,
  });
  const begun = {
    ...NO_ANSWERS,
    businessName: "Fig & Thistle",
    about: "Bakery\n\nMore weekday guests.\n\nWe’d like to begin with Instagram.",
    links: "https://fig.example",
  };
  const { body } = await person.ask("GET");
  expect(body).toMatchObject({ version: 1, revision: 0, answers: begun, submittedAt: null });
  expect((await person.save(1, 0)).body.answers).toEqual(ANSWERS);
  await db.delete(briefVersions);
  await db.update(users).set({ emailConfirmedAt: null });
  expect((await person.ask("GET")).body.answers).toEqual(NO_ANSWERS);
});

test("brief: empty, saved as typed, submitted with one event of ids alone", async ({
  auth,
  db,
  person,
}) => {
  const empty = { version: 1, revision: 0, answers: NO_ANSWERS, submittedAt: null, approvers: [] };
  expect(await person.ask("GET")).toEqual({ status: 200, body: { ...empty, canChange: true } });
  expect(await person.save(1, 0)).toMatchObject({ status: 200, body: { version: 1, revision: 1 } });
  const { body: saved } = await person.save(1, 1, { ...ANSWERS, tone: "Warm" });
  expect(saved).toMatchObject({ version: 1, revision: 2, answers: { ...ANSWERS, tone: "Warm" } });
  expect(await eventsOf(db)).toEqual([]);

  const { status, body } = await person.submit(1, 2);
  expect(status).toBe(200);
  expect(body).toEqual({ ...saved, version: 2, revision: 0, submittedAt: NOW });
  const [business] = await db.select().from(businesses);
  const { userId } = person;
  expect(business).toMatchObject({ id: expect.stringMatching(/^bus_/), userId });
  expect(await eventsOf(db)).toEqual([
    {
      type: "BriefSubmitted",
      payload: { businessId: business?.id, userId, version: 1 },
      actor: { kind: "user", userId },
    },
  ]);
  expect(auth.published).toHaveLength(1);
  expect(JSON.stringify([auth.log, auth.published])).not.toContain("Fig");
});

test("submitted brief, changed: a second version, and the first stays as it was", async ({
  db,
  person,
}) => {
  const isKnown = async () => (await listCustomerContacts(db, ["cus_1"]))[0]?.hasBrief;
  await person.save(1, 0);
  expect(await isKnown()).toBe(false);
  await person.submit(1, 1);
  expect(await isKnown()).toBe(true);
  expect((await person.save(1, 1)).body.code).toBe("brief_changed");
  expect((await person.save(3, 0)).body.code).toBe("brief_changed");
  const changed = { ...ANSWERS, about: "We bake and brew." };
  expect((await person.save(2, 0, changed)).body).toMatchObject({
    version: 2,
    revision: 1,
    submittedAt: NOW,
  });
  await person.submit(2, 1);
  const versions = await db.select().from(briefVersions).orderBy(briefVersions.version);
  expect(versions.map(({ version, answers }) => [version, answers])).toEqual([
    [1, ANSWERS],
    [2, changed],
  ]);
  expect((await eventsOf(db)).map(({ type }) => type)).toEqual([
    "BriefSubmitted",
    "BriefSubmitted",
  ]);
});

test("submitted brief: the database refuses to change or delete it", async ({ db, person }) => {
  await person.save(1, 0);
  await db.update(briefVersions).set({ revision: 2 });
  await person.submit(1, 2);
  const refused = { cause: { message: "a submitted brief never changes" } };
  await expect(db.update(briefVersions).set({ revision: 3 })).rejects.toMatchObject(refused);
  await expect(db.delete(briefVersions)).rejects.toMatchObject(refused);
  await db.delete(businesses);
  expect(await db.select().from(briefVersions)).toEqual([]);
});

test.for([0, 1])(
  "six tabs save revision %i at once: one is saved, the others are told",
  async (revision, { db, person }) => {
    if (revision === 1) await person.save(1, 0);
    const tabs = ["a", "b", "c", "d", "e", "f"];
    const answers = await Promise.all(
      tabs.map((about) => person.save(1, revision, { ...ANSWERS, about })),
    );
    const saved = answers.filter(({ status }) => status === 200);
    expect(saved).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "brief_changed")).toHaveLength(5);
    const rows = await db.select().from(briefVersions);
    expect(rows).toMatchObject([
      { version: 1, revision: revision + 1, answers: saved[0]?.body.answers },
    ]);
    expect(await db.select().from(businesses)).toHaveLength(1);
  },
);

test("submit, four times at once and once again: one event, each is told of success", async ({
  db,
  person,
}) => {
  await person.save(1, 0);
  const answers = await Promise.all([1, 2, 3, 4].map(() => person.submit(1, 1)));
  answers.push(await person.submit(1, 1));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await eventsOf(db)).toHaveLength(1);
});

test("submit of an older revision, or of nothing: refused", async ({ db, person }) => {
  const refused = { status: 409, body: { code: "brief_changed" } };
  expect(await person.submit(1, 0)).toMatchObject(refused);
  await person.save(1, 0);
  await person.save(1, 1);
  expect(await person.submit(1, 1)).toMatchObject(refused);
  expect(await eventsOf(db)).toEqual([]);
});

test("submit without a required answer: refused, naming it", async ({ db, person }) => {
  await person.save(1, 0, { ...ANSWERS, about: " ", instagram: "" });
  expect(await person.submit(1, 1)).toMatchObject({
    status: 400,
    body: { code: "brief_incomplete", details: "about platforms" },
  });
  expect(await eventsOf(db)).toEqual([]);
});

test.for([
  ["has none", null],
  ["has an ended one", { status: "canceled" }],
  ["has not paid the first invoice", { status: "incomplete" }],
  ["has a duplicate", { duplicateOf: "sub_0" }],
] as const)(
  "brief of a user whose subscription %s: read alone",
  async ([, change], { db, visitor }) => {
    const person = await visitor();
    if (change !== null) {
      await subscribe(db, person, "1");
      await person.save(1, 0);
      await person.ask("POST", "/approvers", BEN);
      await db.update(subscriptions).set(change);
    }
    const count = (await eventsOf(db)).length;
    const refused = { status: 409, body: { code: "no_subscription" } };
    const revision = change === null ? 0 : 1;
    expect(await person.save(1, revision)).toMatchObject(refused);
    expect(await person.submit(1, revision)).toMatchObject(refused);
    expect(
      await person.ask("POST", "/approvers", { ...BEN, email: "new@shop.example" }),
    ).toMatchObject(refused);
    expect(await eventsOf(db)).toHaveLength(count);
    const { status, body } = await person.ask("GET");
    expect([status, body.canChange]).toEqual([200, false]);
    if (change === null) return;
    expect(body.answers).toEqual(ANSWERS);
    const [ben] = body.approvers;
    const removed = await person.ask("DELETE", `/approvers/${ben?.id}`);
    expect(removed).toMatchObject({ status: 200, body: { approvers: [] } });
  },
);

test("brief of another user: neither read nor changed", async ({ db, person, visitor }) => {
  await person.save(1, 0);
  const { body } = await person.ask("POST", "/approvers", BEN);
  const stranger = await visitor();
  await subscribe(db, stranger, "2");
  expect((await stranger.ask("GET")).body).toMatchObject({ answers: NO_ANSWERS, approvers: [] });
  expect((await stranger.save(1, 1)).body.code).toBe("brief_changed");
  expect((await stranger.submit(1, 1)).body.code).toBe("brief_changed");
  await stranger.ask("DELETE", `/approvers/${body.approvers[0]?.id}`);
  expect((await person.ask("GET")).body).toMatchObject({
    answers: ANSWERS,
    revision: 1,
    approvers: [{ name: "Ben Hart", email: "ben@shop.example" }],
  });
});

test("brief after the end of the session: refused, nothing is written", async ({
  auth,
  db,
  person,
}) => {
  await person.save(1, 0);
  const before = await db.select().from(briefVersions);
  const token = await auth.sign({ sub: person.userId, session_id: randomUUID() });
  const ask = (method: string, path = "", body?: unknown) =>
    auth.ask(method, PATH + path, { token, body });
  const answers = await Promise.all([
    ask("GET"),
    ask("PUT", "", { version: 1, revision: 1, answers: ANSWERS }),
    ask("POST", "/submit", { version: 1, revision: 1 }),
    ask("POST", "/approvers", BEN),
    ask("DELETE", "/approvers/apr_00000000000000000000000000"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect(await db.select().from(briefVersions)).toEqual(before);
  expect(await db.select().from(approvers)).toEqual([]);
});

test("saving a brief with an invalid answer or number, or another field: 400, nothing is written", async ({
  db,
  person,
}) => {
  for (const [what, change] of [
    ["an unknown answer", { answers: { ...ANSWERS, vat: "" } }],
    ["a missing answer", { answers: { about: "We bake." } }],
    ["a name of two lines", { answers: { ...ANSWERS, businessName: "a\nb" } }],
    ["a text over its limit", { answers: { ...ANSWERS, about: "x".repeat(1_001) } }],
    ["a null character", { answers: { ...ANSWERS, about: "a\u0000" } }],
    ["a negative revision", { revision: -1 }],
    ["another user's id", { userId: randomUUID() }],
  ] as const) {
    const body = { version: 1, revision: 0, answers: ANSWERS, ...change };
    expect(refusal(await person.ask("PUT", "", body)), what).toEqual([400, "invalid_input"]);
  }
  expect(await db.select().from(businesses)).toEqual([]);
});

test("brief with the longest answers: accepted in any script", async ({ person }) => {
  const longest = { ...ANSWERS, about: "\u{1f600}".repeat(500), links: "ß".repeat(1_000) };
  expect(await person.save(1, 0, longest)).toMatchObject({
    status: 200,
    body: { answers: longest },
  });
});

test("approver: named once, removed at once, each with its event", async ({ db, person }) => {
  const added = await person.ask("POST", "/approvers", BEN);
  expect(added).toMatchObject({
    status: 200,
    body: { approvers: [{ name: "Ben Hart", email: "ben@shop.example" }] },
  });
  expect((await person.ask("POST", "/approvers", { ...BEN, name: "B." })).body).toEqual(added.body);
  const id = added.body.approvers[0]?.id;
  for (let i = 0; i < 2; i++) {
    const removed = await person.ask("DELETE", `/approvers/${id}`);
    expect(removed).toMatchObject({ status: 200, body: { approvers: [] } });
  }
  const payload = { approverId: id, userId: person.userId };
  expect(await eventsOf(db)).toMatchObject([
    { type: "ApproverAdded", payload },
    { type: "ApproverRemoved", payload },
  ]);
});

test("eleventh approver: refused until one is removed", async ({ db, person }) => {
  await person.ask("POST", "/approvers", BEN);
  await db.execute(sql`insert into approvers (id, business_id, email, name, created_at)
    select 'apr_' || n, business_id, n || '@shop.example', 'N', now() from approvers, generate_series(1, 9) n`);
  const more = { ...BEN, email: "more@shop.example" };
  expect(refusal(await person.ask("POST", "/approvers", more))).toEqual([409, "approvers_full"]);
  const { body } = await person.ask("POST", "/approvers", BEN);
  expect(body.approvers).toHaveLength(10);
});

test("approver with an invalid name or address, or with another field: 400", async ({ person }) => {
  for (const [what, change] of [
    ["no name", { name: " " }],
    ["a name of two lines", { name: "a\nb" }],
    ["no address", { email: "ben" }],
    ["another field", { role: "owner" }],
  ] as const) {
    expect(refusal(await person.ask("POST", "/approvers", { ...BEN, ...change })), what).toEqual([
      400,
      "invalid_input",
    ]);
  }
});
