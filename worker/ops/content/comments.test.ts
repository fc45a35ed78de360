import { randomUUID } from "node:crypto";
import { eq, like } from "drizzle-orm";
import { expect } from "vitest";
import { listComments, listDueComments } from "#db/content/find-comments.ts";
import { postComments } from "#db/schema/comments.ts";
import { posts } from "#db/schema/content.ts";
import { auditLog } from "#db/schema/events.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { commentOn, proposePost } from "../../../tests/support/post-rows.ts";

const fieldsOf = (text: string, key: string = randomUUID()): [string, string][] => [
  ["key", key],
  ["version", "1"],
  ["text", text],
];

test("operator answers a customer's comment, and sends the form twice, then with other words: two comments", async ({
  db,
  database,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const postId = await proposePost(db, userId);
  await commentOn(
    db,
    { userId, postId },
    { text: "Could the dog be in it?", at: "2026-11-20T22:00:00.000Z" },
  );
  const { get, send } = await openOpsConsole({ db }).signIn();
  const form = fieldsOf("Of course.");
  await send(`/ops/content/posts/${postId}/comment`, form);
  const answer = await send(`/ops/content/posts/${postId}/comment`, form);
  expect(answer.status).toBe(303);
  const page = await (await get(answer.headers.get("location") ?? "")).text();
  expect(page).toMatch(
    /The customer, on version 1.*Could the dog be in it\?.*The team.*Of course\./s,
  );
  expect(await db.$count(postComments)).toBe(2);
  await send(`/ops/content/posts/${postId}/comment`, [
    ...form.slice(0, 2),
    ["text", "And the cat."],
  ]);
  expect(await db.$count(postComments)).toBe(3);
  const { rows } = await database.query(
    "select actor, payload from outbox_events where type = 'PostCommented' and actor->>'kind' = 'ops'",
  );
  expect(rows).toMatchObject([
    { actor: { kind: "ops", name: "Ada" }, payload: { userId, postId, by: "operator" } },
    { actor: { kind: "ops", name: "Ada" }, payload: { userId, postId, by: "operator" } },
  ]);
});

test("comment that is too long, or on a withdrawn post: not written, its text stays", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const postId = await proposePost(db, userId);
  const { send } = await openOpsConsole({ db }).signIn();
  const long = "x".repeat(1_001);
  const refused = await send(`/ops/content/posts/${postId}/comment`, fieldsOf(long));
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(long);
  await db.update(posts).set({ withdrawnAt: "2026-11-20T23:13:00Z" });
  const late = await send(`/ops/content/posts/${postId}/comment`, fieldsOf("Hello"));
  expect(late.status).toBe(422);
  expect(await late.text()).toContain("Hello</textarea>");
  expect(await db.$count(postComments)).toBe(0);
});

test("posts whose last comment is the customer's: counted and listed, the longest waiting first", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const say = async (text: string, at: string, answeredAt: string | null = null) => {
    const postId = await proposePost(db, userId);
    await commentOn(db, { userId, postId }, { text, at });
    if (answeredAt !== null) {
      await commentOn(db, { userId, postId }, { by: "operator", at: answeredAt });
    }
    return postId;
  };
  await say("And the cat?", "2026-11-20T22:00:00.000Z");
  const first = await say("And the dog?", "2026-11-19T22:00:00.000Z");
  await say("Thank you!", "2026-11-18T22:00:00.000Z", "2026-11-18T23:00:00.000Z");
  await say("Still true?", "2026-11-18T22:00:00.000Z", "2026-11-17T22:00:00.000Z");
  await say("Long ago", "2026-09-20T22:00:00.000Z");
  const withdrawn = await say("Never mind", "2026-11-18T22:00:00.000Z");
  await db
    .update(posts)
    .set({ withdrawnAt: "2026-11-19T00:00:00Z" })
    .where(eq(posts.id, withdrawn));
  const { get } = await openOpsConsole({ db }).signIn();
  const html = await (await get("/ops/content?who=all")).text();
  expect(html).toContain("Comments to answer (3)");
  expect(html).toMatch(/Still true\?.*And the dog\?.*And the cat\?/s);
  expect(html).toContain(`href="/ops/content/posts/${first}#comments"`);
  expect(html).not.toMatch(/Thank you!|Long ago|Never mind/);
  expect(await (await get("/ops/content")).text()).not.toMatch(/Still true\?|And the dog\?/);
  expect(await (await get("/ops/events")).text()).toMatch(/Comments to answer<span[^>]*>3</);
});

const ofComments = like(auditLog.action, "comment.%");

test("operator hides a comment for a reason: the customer, mails and lists no longer have it, the audit log does, and it can be shown again", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const postId = await proposePost(db, userId);
  await commentOn(db, { userId, postId }, { text: "Buy my pills", at: "2026-11-20T22:00:00.000Z" });
  const [written] = await db.select().from(postComments);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const url = `/ops/content/posts/${postId}/comments/${written?.id ?? ""}/hide`;
  expect(await (await get(`/ops/content/posts/${postId}`)).text()).toContain(`href="${url}"`);
  expect((await send(url, [["reason", ""]])).status).toBe(422);
  expect(await db.$count(auditLog, ofComments)).toBe(0);
  for (let press = 0; press < 2; press++) {
    expect((await send(url, [["reason", "Spam by a stranger"]])).status).toBe(303);
  }
  expect(await db.select().from(auditLog).where(ofComments)).toMatchObject([
    {
      action: "comment.hidden",
      actor: { kind: "ops", name: "Ada" },
      subjectId: postId,
      data: { commentId: written?.id, reason: "Spam by a stranger" },
    },
  ]);
  expect((await listComments(db, postId, null, "customer")).comments).toEqual([]);
  expect(await listDueComments(db, { before: "2027-01-01T00:00:00.000Z", limit: 9 })).toEqual([]);
  expect(await (await get("/ops/content?who=all")).text()).not.toContain("Buy my pills");
  expect(await (await get(`/ops/content/posts/${postId}`)).text()).toMatch(
    /Buy my pills.*Hidden from the customer/s,
  );
  const show = url.replace(/hide$/, "show");
  expect(await (await get(show)).text()).toContain("Show this comment again?");
  expect((await send(show, [["reason", ""]])).status).toBe(422);
  for (let press = 0; press < 2; press++) {
    expect((await send(show, [["reason", "No stranger"]])).status).toBe(303);
  }
  expect(await db.$count(auditLog, eq(auditLog.action, "comment.shown"))).toBe(1);
  expect((await listComments(db, postId, null, "customer")).comments).toHaveLength(1);
});
