import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { posts } from "#db/schema/content.ts";
import { postComments } from "#db/schema/comments.ts";
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
