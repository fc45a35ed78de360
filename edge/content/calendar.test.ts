import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { DecisionsResponse, SeenPost } from "#contracts/api/content/calendar.ts";
import { DECISIONS_MAX } from "#contracts/content/posts.ts";
import { CALENDAR_REFUSALS } from "#contracts/messages/calendar.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import {
  businesses,
  postDecisions,
  postPublications,
  posts,
  postSchedulings,
} from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { operatorPhotos, operators } from "#db/schema/operators.ts";
import { promises } from "#db/schema/promises.ts";
import { API, test as base } from "../../tests/support/auth-service.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { countLockWaits } from "../../tests/support/database.ts";
import { newPerson } from "../../tests/support/new-person.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, hashesOf, POST, proposePost } from "../../tests/support/post-rows.ts";
import { refusal } from "../../tests/support/refusal.ts";

const NOW = "2026-11-25T12:00:00.000Z";

type Answer = { status: number; body: DecisionsResponse & { code?: string } };
type Decision = { version: number; decision: string; words?: string; contentHash?: string };
type Person = {
  userId: string;
  calendar: () => Promise<Answer>;
  /** With the hash of the version, unless the decision has one. */
  decide: (postId: string, decision: Decision) => Promise<Answer>;
  approve: (seen: readonly SeenPost[]) => Promise<Answer>;
};

const test = base.extend<{
  as: (userId: string, token: () => Promise<string>) => Person;
  visitor: () => Promise<Person>;
  person: Person;
}>({
  as: async ({ auth, db }, use) => {
    auth.clock.now = new Date(NOW);
    await use((userId, token) => {
      const ask = async (method: string, path: string, body?: unknown): Promise<Answer> =>
        auth.ask(method, `/functions/v1${path}`, { token: await token(), body });
      return {
        userId,
        calendar: () => ask("GET", "/calendar"),
        approve: (seen) => ask("POST", "/posts/decisions", { decision: "approved", posts: seen }),
        decide: async (postId, decision) => {
          const { [decision.version]: contentHash = "0".repeat(64) } = await hashesOf(db, postId);
          const { version, ...rest } = { contentHash, ...decision };
          const { contentHash: seen, ...answer } = rest;
          const named = [{ postId, version, contentHash: seen }];
          return ask("POST", "/posts/decisions", { ...answer, posts: named });
        },
      };
    });
  },
  visitor: async ({ auth, as, db }, use) => {
    await use(async () => {
      const { userId, token } = await newPerson(auth, db);
      return as(userId, token);
    });
  },
  person: async ({ visitor }, use) => {
    await use(await visitor());
  },
});

const UNDO = { version: 1, decision: "approval_undone" } as const;
const YES = { version: 1, decision: "approved" } as const;
const NO = { version: 1, decision: "changes_requested", words: "Warmer, please." } as const;

const decisionsIn = (db: Db) =>
  db
    .select({ type: outboxEvents.type, payload: outboxEvents.payload, actor: outboxEvents.actor })
    .from(outboxEvents)
    .where(eq(outboxEvents.aggregateType, "user"))
    // The clock stands still, and the relay writes each row again when it publishes it.
    .orderBy(outboxEvents.type)
    .then((rows) => rows.filter(({ type }) => type !== "PostProposed"));

test("calendar: empty, then the posts, the last planned first, without withdrawn ones", async ({
  db,
  person,
}) => {
  expect(await person.calendar()).toEqual({
    status: 200,
    body: { posts: [], businessName: null, accountManager: null },
  });
  const first = await proposePost(db, person.userId);
  const second = await proposePost(db, person.userId, { plannedTime: "18:30" });
  const gone = await proposePost(db, person.userId);
  await db.update(posts).set({ withdrawnAt: NOW }).where(eq(posts.id, gone));
  const { body } = await person.calendar();
  expect(body.posts.map(({ id }) => id)).toEqual([second, first]);
  const { 1: contentHash } = await hashesOf(db, first);
  const state = {
    state: "waiting",
    words: null,
    decidedBy: null,
    media: [],
    publications: [],
    texts: {},
    firstComment: null,
    scheduled: [],
    isStopping: false,
    previous: null,
    comments: 0,
  };
  expect(body.posts[1]).toEqual({ ...POST, ...state, id: first, version: 1, contentHash });
});

test.for([
  ["approve", YES, "PostApproved", null, []],
  ["ask for changes", NO, "PostChangesRequested", NO.words, ["answer-changes"]],
] as const)(
  "%s, six times at once and once again: one event of ids alone",
  async ([, decision, type, words, rules], { auth, db, person }) => {
    const { userId } = person;
    const postId = await proposePost(db, userId);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => person.decide(postId, decision)),
    );
    answers.push(await person.decide(postId, decision));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.posts).toMatchObject([{ id: postId, state: decision.decision, words }]);
    }
    const { 1: contentHash } = await hashesOf(db, postId);
    const payload = {
      userId,
      postId,
      version: 1,
      contentHash,
      approverId: null,
      via: "calendar",
    };
    expect(await decisionsIn(db)).toEqual([{ type, payload, actor: { kind: "user", userId } }]);
    expect(auth.published).toHaveLength(1);
    expect(await db.select().from(promises)).toMatchObject(
      rules.map((rule) => ({ rule, subjectId: postId, keptAt: null })),
    );
    expect(JSON.stringify([auth.log, auth.published])).not.toContain("Warmer");
  },
);

test.for([
  ["approved post: changes cannot be asked for", YES, NO, "approved"],
  ["post with asked changes: cannot be approved", NO, YES, "changes_requested"],
] as const)("%s", async ([, first, second, state], { db, person }) => {
  const postId = await proposePost(db, person.userId);
  await person.decide(postId, first);
  const refused = { status: 409, body: { code: "post_decided" } };
  expect(await person.decide(postId, second)).toMatchObject(refused);
  expect((await person.calendar()).body.posts).toMatchObject([{ state }]);
  expect(await decisionsIn(db)).toHaveLength(1);
});

test("changes asked for with other words: refused, so that no words are dropped", async ({
  db,
  person,
}) => {
  const postId = await proposePost(db, person.userId);
  await person.decide(postId, NO);
  const error = CALENDAR_REFUSALS.decided;
  expect(await person.decide(postId, { ...NO, words: "Shorter, please." })).toMatchObject({
    status: 409,
    body: { code: "post_decided", error },
  });
  expect((await person.calendar()).body.posts).toMatchObject([{ words: NO.words }]);
});

test("two that differ, at once: one stands, the other is told", async ({ db, person }) => {
  const postId = await proposePost(db, person.userId);
  const answers = await Promise.all([person.decide(postId, YES), person.decide(postId, NO)]);
  const codes = answers.map(({ status, body }) => body.code ?? status);
  expect(new Set(codes)).toEqual(new Set([200, "post_decided"]));
  expect(await decisionsIn(db)).toHaveLength(1);
});

const CHANGED = { status: 409, body: { code: "post_changed" } };

test("decision about an outdated version, another text or a withdrawn post: refused", async ({
  db,
  person,
}) => {
  const { userId } = person;
  const postId = await proposePost(db, userId);
  expect(await person.decide(postId, { ...YES, contentHash: "a".repeat(64) })).toMatchObject(
    CHANGED,
  );
  await changeTo(db, { userId, postId, version: 2 });
  expect(await person.decide(postId, YES)).toMatchObject(CHANGED);
  expect(await person.decide(postId, { ...YES, version: 3 })).toMatchObject(CHANGED);
  await db.update(posts).set({ withdrawnAt: NOW });
  expect(await person.decide(postId, { ...YES, version: 2 })).toMatchObject(CHANGED);
  expect(await decisionsIn(db)).toEqual([]);
});

test("decision while an operator's change is not committed: waits, then is told", async ({
  db,
  database,
  person,
}) => {
  const { userId } = person;
  const postId = await proposePost(db, userId);
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  let answer: Promise<Answer> | undefined;
  await db.transaction(async (tx) => {
    await changeTo(tx, { userId, postId, version: 2 });
    answer = person.decide(postId, { ...YES, contentHash });
    await expect.poll(() => countLockWaits(database)).toBe(1);
  });
  expect(await answer).toMatchObject(CHANGED);
  expect(await db.select().from(postDecisions)).toEqual([]);
});

test("several approved at once: each is answered for by itself", async ({ db, person }) => {
  const { userId } = person;
  const [yes, no, changed] = [
    await proposePost(db, userId),
    await proposePost(db, userId),
    await proposePost(db, userId),
  ] as const;
  await person.decide(no, NO);
  const seen = await Promise.all(
    [yes, no, changed].map(async (postId) => {
      const { 1: contentHash = "" } = await hashesOf(db, postId);
      return { postId, version: 1, contentHash };
    }),
  );
  await changeTo(db, { userId, postId: changed, version: 2 });
  const { status, body } = await person.approve(seen);
  expect(status).toBe(200);
  expect(body.outcomes).toEqual([
    { postId: yes, outcome: "decided" },
    { postId: no, outcome: "other_decision" },
    { postId: changed, outcome: "changed" },
  ]);
  expect((await decisionsIn(db)).map(({ type }) => type).toSorted()).toEqual([
    "PostApproved",
    "PostChangesRequested",
  ]);
});

test("as many posts as a request may name, all unknown: not found, in no more statements than one", async ({
  db,
  person,
}) => {
  const seen = () => ({ postId: newId("post"), version: 1, contentHash: "a".repeat(64) });
  const spies = [vi.spyOn(db, "execute"), vi.spyOn(db, "transaction")];
  const countFor = async (posts: number) => {
    for (const spy of spies) spy.mockClear();
    expect((await person.approve(Array.from({ length: posts }, seen))).status).toBe(404);
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  };
  const single = await countFor(1);
  expect(single).toBeGreaterThan(0);
  expect(await countFor(DECISIONS_MAX)).toBe(single);
  for (const spy of spies) spy.mockRestore();
});

test("approval taken back: changes are asked for, once, and not after the publication", async ({
  db,
  person,
}) => {
  const postId = await proposePost(db, person.userId);
  const back = { ...NO, decision: "approval_taken_back" } as const;
  expect(await person.decide(postId, back)).toMatchObject(CHANGED);
  await person.decide(postId, YES);
  for (const { status, body } of [
    await person.decide(postId, back),
    await person.decide(postId, back),
  ]) {
    expect(status).toBe(200);
    expect(body.posts).toMatchObject([{ state: "changes_requested", words: NO.words }]);
  }
  expect((await decisionsIn(db)).map(({ type }) => type)).toEqual([
    "PostApproved",
    "PostChangesRequested",
  ]);
  const live = await proposePost(db, person.userId);
  await person.decide(live, YES);
  const { 1: contentHash = "" } = await hashesOf(db, live);
  await db.insert(postPublications).values({
    postId: live,
    platform: "instagram",
    version: 1,
    contentHash,
    url: "https://instagram.example/p/1",
    publishedAt: NOW,
    publishedBy: "Ada",
  });
  const error = CALENDAR_REFUSALS.notTakenBack;
  const refused = { status: 409, body: { code: "post_decided", error } };
  expect(await person.decide(live, back)).toMatchObject(refused);
  expect(await person.decide(live, UNDO)).toMatchObject(refused);
});

test("approval undone: the post waits again, once told of, and is approved again; not after a request for changes", async ({
  db,
  person,
}) => {
  const postId = await proposePost(db, person.userId);
  await person.decide(postId, YES);
  for (const { status, body } of [
    await person.decide(postId, UNDO),
    await person.decide(postId, UNDO),
  ]) {
    expect(status).toBe(200);
    expect(body.posts).toMatchObject([{ state: "waiting", decidedBy: null }]);
  }
  expect((await person.decide(postId, YES)).body.posts).toMatchObject([{ state: "approved" }]);
  expect((await decisionsIn(db)).map(({ type }) => type)).toEqual([
    "PostApprovalUndone",
    "PostApproved",
    "PostApproved",
  ]);
  await person.decide(postId, { ...NO, decision: "approval_taken_back" });
  expect(refusal(await person.decide(postId, UNDO))).toEqual([409, "post_decided"]);
});

test("approval of a scheduled post taken back: shown as stopping, with the words, until an operator has stopped it", async ({
  database,
  db,
  person,
}) => {
  const postId = await proposePost(db, person.userId);
  await person.decide(postId, YES);
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  await db.insert(postSchedulings).values({
    postId,
    platform: "instagram",
    version: 1,
    contentHash,
    goesLiveAt: "2026-11-27T18:00:00.000Z",
    recordedAt: NOW,
    recordedBy: "Ada",
  });
  const shown = { state: "approved", scheduled: ["instagram"], isStopping: false, words: null };
  expect((await person.calendar()).body.posts).toMatchObject([shown]);
  const back = { ...NO, decision: "approval_taken_back" } as const;
  const stopping = { ...shown, isStopping: true, words: NO.words };
  // All three wait: none has seen another's request.
  const answers = await db.transaction(async (tx) => {
    await tx.execute(sql`select from ${postSchedulings} for update`);
    const asked = Promise.all([1, 2, 3].map(() => person.decide(postId, back)));
    await expect.poll(() => countLockWaits(database)).toBe(3);
    return { asked };
  });
  for (const answer of await answers.asked) {
    expect(answer).toMatchObject({
      status: 200,
      body: { posts: [stopping], outcomes: [{ postId, outcome: "stop_requested" }] },
    });
  }
  expect(await decisionsIn(db)).toMatchObject([
    { type: "PostApproved" },
    {
      type: "PostStopRequested",
      payload: {
        userId: person.userId,
        postId,
        version: 1,
        via: "calendar",
        goesLiveAt: "2026-11-27T18:00:00.000Z",
      },
    },
  ]);
  const other = await person.decide(postId, { ...back, words: "Something else." });
  expect(refusal(other)).toEqual([409, "post_decided"]);
});

test("customer who has left: nothing waits, what was published stays, until a new subscription", async ({
  db,
  person,
}) => {
  const { userId } = person;
  const [waiting, live] = [await proposePost(db, userId), await proposePost(db, userId)];
  await person.decide(live, YES);
  const { 1: contentHash = "" } = await hashesOf(db, live);
  await db.insert(postPublications).values({
    postId: live,
    platform: "instagram",
    version: 1,
    contentHash,
    url: "https://instagram.example/p/1",
    publishedAt: NOW,
    publishedBy: "Ada",
  });
  await insertCustomer(db, { id: "cus_1", userId });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", status: "canceled" });
  const idsOf = async () => (await person.calendar()).body.posts.map(({ id }) => id);
  expect(await idsOf()).toEqual([live]);
  const refused = { status: 409, body: { code: "post_changed" } };
  expect(await person.decide(waiting, YES)).toMatchObject(refused);
  await insertSubscription(db, { id: "sub_2", customerId: "cus_1" });
  expect((await idsOf()).toSorted()).toEqual([waiting, live].toSorted());
});

test("post of another user, or unknown: not found", async ({ db, person, visitor }) => {
  const postId = await proposePost(db, person.userId);
  const stranger = await visitor();
  expect((await stranger.calendar()).body.posts).toEqual([]);
  const refused = { status: 404, body: { code: "not_found" } };
  expect(await stranger.decide(postId, YES)).toMatchObject(refused);
  expect(await person.decide(newId("post"), YES)).toMatchObject(refused);
  expect(await decisionsIn(db)).toEqual([]);
});

test("calendar after the end of the session: refused", async ({ auth, as, db, person }) => {
  const postId = await proposePost(db, person.userId);
  const ended = await auth.sign({ sub: person.userId, session_id: randomUUID() });
  const { calendar, decide } = as(person.userId, () => Promise.resolve(ended));
  expect([(await calendar()).status, (await decide(postId, YES)).status]).toEqual([401, 401]);
  expect(await decisionsIn(db)).toEqual([]);
});

test("decision that is unknown, or with invalid words or hash: 400, nothing is decided", async ({
  db,
  person,
}) => {
  const postId = await proposePost(db, person.userId);
  for (const [what, decision] of [
    ["no words", { version: 1, decision: "changes_requested" }],
    ["blank words", { ...NO, words: " \n" }],
    ["words over their limit", { ...NO, words: "x".repeat(1_001) }],
    ["a null character", { ...NO, words: "a\u0000" }],
    ["an approval with words", { ...YES, words: "Lovely" }],
    ["an unknown decision", { ...YES, decision: "published" }],
    ["no hash", { ...YES, contentHash: "" }],
  ] as const) {
    expect(refusal(await person.decide(postId, decision)), what).toEqual([400, "invalid_input"]);
  }
  expect(await decisionsIn(db)).toEqual([]);
});

test("account manager: named in the calendar with their photo, until their role is taken", async ({
  auth,
  db,
  person,
}) => {
  await proposePost(db, person.userId);
  const operatorId = await insertAccountRow(db, {
    email: "grace@tidepost.example",
    isProven: true,
  });
  const profile = { name: "Grace", hours: "Monday to Friday", whatsApp: "+447700900142" };
  await db.insert(operators).values({ userId: operatorId, ...profile, savedAt: NOW });
  const [photo, bytes] = [newId("photo"), Buffer.from([0xff, 0xd8, 0x00])];
  await db.insert(operatorPhotos).values({ userId: operatorId, id: photo, bytes });
  const photoAt = (id: string) => auth.request(`${API}/photos/${id}`);
  await db.update(businesses).set({ accountManagerId: operatorId });
  expect((await person.calendar()).body.accountManager).toBeNull();
  const setRole = (role: string) =>
    db.update(users).set({ appMetadata: { role } }).where(eq(users.id, operatorId));
  await setRole("ops");
  expect((await person.calendar()).body.accountManager).toEqual({ ...profile, photo });
  const shown = await photoAt(photo);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "public, max-age=86400, immutable",
    "cross-origin-resource-policy": "cross-origin",
  });
  await setRole("ops_viewer");
  expect((await person.calendar()).body.accountManager).toBeNull();
  for (const id of [photo, newId("photo"), "x"]) expect((await photoAt(id)).status).toBe(404);
});
