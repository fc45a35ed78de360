import { randomUUID } from "node:crypto";
import { like, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { CommentsResponse, WriteCommentResponse } from "#contracts/api/content/comments.ts";
import { COMMENTS_MAX, COMMENTS_ON_PAGE } from "#contracts/content/posts.ts";
import { postComments } from "#db/schema/comments.ts";
import { posts } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { test as base } from "../../tests/support/auth-service.ts";
import { newPerson } from "../../tests/support/new-person.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, commentOn, proposePost } from "../../tests/support/post-rows.ts";
import { UNLIMITED } from "../../tests/support/unlimited.ts";

const NOW = "2026-11-25T12:00:00.000Z";

type Answer<Body> = { status: number; body: Body & { code?: string } };
type Person = {
  userId: string;
  read: (postId: string, before?: string | null) => Promise<Answer<CommentsResponse>>;
  write: (postId: string, comment?: object) => Promise<Answer<WriteCommentResponse>>;
};

const comment = (more: object = {}) => ({
  key: randomUUID(),
  version: 1,
  text: "Could the dog be in it?",
  ...more,
});

const test = base.extend<{
  as: (userId: string, token: () => Promise<string>) => Person;
  visitor: () => Promise<Person>;
  post: Person & { postId: string };
}>({
  as: async ({ auth }, use) => {
    auth.clock.now = new Date(NOW);
    await use((userId, token) => {
      const ask = async (method: string, path: string, body?: object) =>
        auth.ask(method, `/functions/v1/posts/${path}`, { token: await token(), body });
      return {
        userId,
        read: (postId, before = null) =>
          ask("GET", `${postId}/comments${before === null ? "" : `?before=${before}`}`),
        write: (postId, body = comment()) => ask("POST", `${postId}/comments`, body),
      };
    });
  },
  visitor: async ({ auth, as, db }, use) => {
    await use(async () => {
      const { userId, token } = await newPerson(auth, db);
      return as(userId, token);
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
  expect(body).toEqual({
    comment: {
      id: expect.any(String) as string,
      author: "user",
      name: null,
      text: "Could the dog be in it?",
      version: 1,
      writtenAt: NOW,
    },
  });
  const events = await db
    .select({ payload: outboxEvents.payload, actor: outboxEvents.actor })
    .from(outboxEvents)
    .where(like(outboxEvents.type, "PostCommented"));
  const commentId = body?.comment.id;
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

test("thread as long as it may be: read in pages, refuses another comment but a repeated one, and takes an operator's", async ({
  db,
  post: { userId, postId, read, write },
}) => {
  const sent = comment({ text: "The last one that fits." });
  await db.execute(sql`insert into ${postComments} (id, post_id, version, author, text, client_key, written_at)
    select 'cmt_' || lpad(n::text, 26, '0'), ${postId}, 1, 'user', 'Comment ' || n, gen_random_uuid(), ${NOW}::timestamptz - interval '1 hour'
    from generate_series(1, ${COMMENTS_MAX - 1}) as n`);
  const last = await write(postId, sent);
  expect(last).toMatchObject({ status: 200, body: { comment: { text: sent.text } } });
  expect(await write(postId)).toMatchObject({ status: 409, body: { code: "comments_full" } });
  expect((await write(postId, sent)).body).toEqual(last.body);
  await commentOn(db, { userId, postId }, { by: "operator", text: "We read them all.", at: NOW });
  const pages: CommentsResponse[] = [];
  for (let before: string | null = null; pages.length === 0 || before !== null;) {
    const { body } = await read(postId, before);
    pages.unshift(body);
    before = body.earlier;
  }
  expect(pages.map(({ comments }) => comments.length)).toEqual([
    1,
    ...[0, 0, 0, 0].map(() => COMMENTS_ON_PAGE),
  ]);
  const texts = pages.flatMap(({ comments }) => comments.map(({ text }) => text));
  expect(new Set(texts).size).toBe(COMMENTS_MAX + 1);
  expect(texts).toEqual([
    ...Array.from({ length: COMMENTS_MAX - 1 }, (_, n) => `Comment ${n + 1}`),
    ...texts.slice(-2),
  ]);
  expect(await read(postId, "1")).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("author who has written as many comments as a day allows: refused on every post", async ({
  auth,
  db,
  post: { userId, postId },
  serviceWith,
}) => {
  const taken: string[] = [];
  const edge = serviceWith(
    {},
    {
      ...UNLIMITED,
      take: (bucket, key) => {
        taken.push(`${bucket} ${key}`);
        return Promise.resolve({ allowed: false, retryAfterS: 60 });
      },
    },
  );
  edge.clock.now = auth.clock.now;
  const token = await edge.sign({ sub: userId });
  const path = `/functions/v1/posts/${postId}/comments`;
  const { status } = await edge.ask("POST", path, { token, body: comment() });
  expect(status).toBe(429);
  expect(taken).toEqual([`comment ${userId}`]);
  expect(await db.$count(postComments)).toBe(0);
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
  as,
  db,
  post: { userId, postId },
}) => {
  const ended = await auth.sign({ sub: userId, session_id: randomUUID() });
  const { read, write } = as(userId, () => Promise.resolve(ended));
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
