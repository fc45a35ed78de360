import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { createContentLinks } from "#db/content/content-link.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { openLinks, proposalOf } from "../../tests/support/approval-links.ts";
import { API, test } from "../../tests/support/auth-service.ts";
import { openBucket } from "../../tests/support/buckets.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { proposePost } from "../../tests/support/post-rows.ts";

const NOW = "2026-11-25T12:00:00.000Z";
/** As in the service of the tests. */
const SECRET = "c".repeat(32);

test("picture in an email: shown as long as its link works, and nothing else by its address", async ({
  db,
  serviceWith,
}) => {
  const { bucket, close } = await openBucket();
  const auth = serviceWith({}, undefined, bucket);
  auth.clock.now = new Date(NOW);
  const userId = await insertAccountRow(db, {
    email: `${randomUUID()}@shop.example`,
    isProven: true,
  });
  const postId = await proposePost(db, userId);
  await openLinks(db, NOW, proposalOf(userId, [{ postId, version: 1 }]));
  const [link] = await db.select().from(approvalLinks);
  const linkId = link?.id ?? "";
  const [mediaId, other] = [newId("media"), newId("media")];
  for (const id of [mediaId, other]) {
    await bucket.put(`${id}/original`, id, { httpMetadata: { contentType: "image/png" } });
  }
  const keys = createContentLinks(SECRET);
  const key = keys.token("picture", linkId, mediaId);
  const read = (path: string) => auth.request(`${API}/mail-pictures/${path}`);

  const older = await read(`${linkId}/${mediaId}/${key}`);
  expect([older.status, older.headers.get("content-type"), await older.text()]).toEqual([
    200,
    "image/png",
    mediaId,
  ]);
  await bucket.put(`${mediaId}/mail`, "small", { httpMetadata: { contentType: "image/jpeg" } });
  const shown = await read(`${linkId}/${mediaId}/${key}`);
  expect([shown.headers.get("content-type"), await shown.text()]).toEqual(["image/jpeg", "small"]);

  for (const path of [
    `${linkId}/${other}/${key}`,
    `${newId("approvalLink")}/${mediaId}/${key}`,
    `${linkId}/${mediaId}/${keys.token("approval", linkId)}`,
    `${linkId}/raw/${keys.token("picture", linkId, "raw")}`,
  ]) {
    expect((await read(path)).status, path).toBe(404);
  }
  auth.clock.now = new Date(Date.parse(link?.expiresAt ?? "") + 1);
  expect((await read(`${linkId}/${mediaId}/${key}`)).status).toBe(404);
  await close();
});
