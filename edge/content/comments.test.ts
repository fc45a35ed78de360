import { randomUUID } from "node:crypto";
import { like, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { CommentsResponse } from "#contracts/api/content/comments.ts";
import { postComments } from "#db/schema/comments.ts";
import { posts } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { API, test as base } from "../../tests/support/auth-service.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, commentOn, proposePost } from "../../tests/support/post-rows.ts";

const NOW = "2026-11-25T12:00:00.000Z";

type Answer = { status: number; body: CommentsResponse & { code?: string } };
type Person = {
  userId: string;
  read: (postId: string) => Promise<Answer>;
  write: (postId: string, comment?: object) => Promise<Answer>;
};

const comment = (more: object = {}) => ({
  key: randomUUID(),
  version: 1,
  text: "Could the dog be in it?",
  ...more,
});

const test = base.extend<{
  askAs: (token: string, userId: string) => Person;
  visitor: () => Promise<Person>;
  post: Person & { postId: string };
}>({
  askAs: async ({ auth }, use) => {
    auth.clock.now = new Date(NOW);
    const apikey = await auth.sign({ role: "anon" }, { expires: new Date("2030-01-01") });
    await use((token, userId) => {
      const ask = async (method: string, postId: string, body?: object): Promise<Answer> => {
        const response = await auth.request(`${API}/functions/v1/posts/${postId}/comments`, {
          method,
          headers: { apikey, authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { status: response.status, body: (await response.json()) as Answer["body"] };
      };
      return {
        userId,
        read: (postId) => ask("GET", postId),
        write: (postId, body = comment()) => ask("POST", postId, body),
      };
    });
  },
  visitor: async ({ auth, askAs, db }, use) => {
    await use(async () => {
      const email = `${randomUUID()}@shop.example`;
      const userId = await insertAccountRow(db, { email, isProven: true });
      return askAs(await auth.sign({ sub: userId, email }), userId);
    });
  },
  post: async ({ visitor, db }, use) => {
    const person = await visitor();
    await use({ ...person, postId: await proposePost(db, person.userId) });
  },
});

test("comment sent six times at once and once again: written once, with one event of ids alone", async ({
  auth,
  db,
  post: { userId, postId, write },
}) => {
  const sent = comment({ text: "  Could the dog be in it?\n" });
  const answers = await Promise.all(Array.from({ length: 6 }, () => write(postId, sent)));
  answers.push(await write(postId, sent));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { body } = answers.at(-1) ?? {};
  expect(body?.comments).toEqual([
    {
      id: expect.any(String) as string,
      author: "user",
      name: null,
      text: "Could the dog be in it?",
      version: 1,
      writtenAt: NOW,
    },
  ]);
  const events = await db
    .select({ payload: outboxEvents.payload, actor: outboxEvents.actor })
    .from(outboxEvents)
    .where(like(outboxEvents.type, "PostCommented"));
  const commentId = body?.comments[0]?.id;
  expect(events).toEqual([
    {
      payload: { userId, postId, commentId, by: "customer" },
      actor: { kind: "user", userId },
    },
  ]);
  expect(await db.select().from(promises)).toMatchObject([
    { rule: "answer-comment", subjectId: postId, keptAt: null },
  ]);
  expect(auth.published).toHaveLength(1);
  expect(JSON.stringify([auth.log, auth.published])).not.toContain("dog");
});

test("thread: the oldest first, each with the version that its author had seen", async ({
  auth,
  db,
  post: { userId, postId, read, write },
}) => {
  await commentOn(db, { userId, postId }, { by: "operator", text: "Which photo do you like?" });
  await changeTo(db, { userId, postId, version: 2 });
  await write(postId, comment({ version: 1, text: "The first one." }));
  auth.clock.now = new Date(Date.parse(NOW) + 1);
  await write(postId, comment({ version: 2, text: "Oh, a new text." }));
  const { comments } = (await read(postId)).body;
  expect(comments.map(({ author, version, text }) => [author, version, text])).toEqual([
    ["operator", 1, "Which photo do you like?"],
    ["user", 1, "The first one."],
    ["user", 2, "Oh, a new text."],
  ]);
});

test("post of another user, unknown or withdrawn, or a version to come: not found", async ({
  db,
  post: { postId, read, write },
  visitor,
}) => {
  const stranger = await visitor();
  const answers = [
    await stranger.read(postId),
    await stranger.write(postId),
    await write(newId("post")),
    await read("1"),
    await write("1"),
    await write(postId, comment({ version: 2 })),
  ];
  await db.update(posts).set({ withdrawnAt: NOW });
  answers.push(await read(postId), await write(postId));
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  expect(await db.select().from(postComments)).toEqual([]);
});

test("comment after the end of the session: refused", async ({
  auth,
  askAs,
  db,
  post: { userId, postId },
}) => {
  const ended = await auth.sign({ sub: userId, session_id: randomUUID() });
  const { read, write } = askAs(ended, userId);
  expect([(await read(postId)).status, (await write(postId)).status]).toEqual([401, 401]);
  expect(await db.$count(postComments)).toBe(0);
});

test("comment with an invalid text or key, or with an author: 400, not written", async ({
  db,
  post: { postId, write },
}) => {
  for (const [what, change] of [
    ["no text", { text: " \n" }],
    ["a text over its limit", { text: "x".repeat(1_001) }],
    ["a null character", { text: "a\u0000" }],
    ["a key of another shape", { key: "1" }],
    ["another author", { author: "operator" }],
  ] as const) {
    const answer = await write(postId, comment(change));
    expect(answer, what).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  }
  expect(await db.$count(postComments)).toBe(0);
});

test("comments: deleted with their business", async ({ db, post: { postId, write } }) => {
  await write(postId);
  await db.execute(sql`delete from businesses`);
  expect(await db.$count(postComments)).toBe(0);
});
