import { hash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { deleteAccount } from "#db/personal-data/erase-account.ts";
import { businesses, posts, postVersions } from "#db/schema/content.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { insertAccountRow } from "../../../tests/support/customer-rows.ts";
import { test as base } from "../../../tests/support/database.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { newId } from "../../../tests/support/pipeline.ts";
import { changeTo, proposePost } from "../../../tests/support/post-rows.ts";

const [CAKE, CLIP, FOREIGN] = [newId("media"), newId("media"), newId("media")];
const shaOf = (id: string) => hash("sha256", id);

async function addFile(db: Db, userId: string, id: string, type: "image/jpeg" | "video/mp4") {
  await db
    .insert(businesses)
    .values({ id: newId("business"), userId, createdAt: "2026-11-01T00:00:00.000Z" })
    .onConflictDoNothing();
  const [own] = await db.select().from(businesses).where(eq(businesses.userId, userId));
  await db.insert(media).values({
    id,
    businessId: own?.id ?? "",
    state: "ready",
    name: `${id}.jpg`,
    bytes: 1_000,
    fingerprint: "",
    type,
    sha256: shaOf(id),
    width: 1_200,
    height: 800,
    createdAt: "2026-11-01T00:00:00.000Z",
  });
}

const test = base.extend<{ userId: string; postId: string }>({
  userId: async ({ db }, use) => {
    const { userId } = await seedOpsCustomer(db);
    await addFile(db, userId, CAKE, "image/jpeg");
    await addFile(db, userId, CLIP, "video/mp4");
    const other = await insertAccountRow(db, { email: "eve@shop.example", isProven: true });
    await addFile(db, other, FOREIGN, "image/jpeg");
    await use(userId);
  },
  postId: async ({ db, userId }, use) => {
    await use(await proposePost(db, userId));
  },
});

const shown = (db: Db) =>
  db
    .select({
      version: postVersionMedia.version,
      position: postVersionMedia.position,
      mediaId: postVersionMedia.mediaId,
      alt: postVersionMedia.alt,
    })
    .from(postVersionMedia)
    .orderBy(postVersionMedia.version, postVersionMedia.position);

const FIXED = /files of a version never change/;
const IN_POST = /post_version_media_media_fk/;

test("files of a version: never changed, in no other business, gone with the account", async ({
  db,
  userId,
  postId,
}) => {
  const clip = { mediaId: CLIP, sha256: shaOf(CLIP), alt: "" };
  expect(await changeTo(db, { userId, postId, version: 2 }, { media: [clip] })).toBe("done");
  const [post] = await db.select().from(posts);
  const businessId = post?.businessId ?? "";
  const row = { postId, version: 2, position: 2, mediaId: CAKE, businessId, alt: "" };
  const refused = [
    [FIXED, () => db.insert(postVersionMedia).values(row)],
    [FIXED, () => db.update(postVersionMedia).set({ alt: "Another" })],
    [FIXED, () => db.delete(postVersionMedia)],
    [IN_POST, () => db.delete(media).where(eq(media.id, CLIP))],
    [
      IN_POST,
      () =>
        db.transaction(async (tx) => {
          await tx.execute(sql`insert into post_versions
          (post_id, version, text, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by)
          select post_id, 3, text, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by
          from ${postVersions} where version = 2`);
          await tx.insert(postVersionMedia).values({ ...row, version: 3, mediaId: FOREIGN });
        }),
    ],
  ] as const;
  for (const [why, change] of refused) {
    await expect(change()).rejects.toMatchObject({
      cause: { message: expect.stringMatching(why) },
    });
  }
  expect(await shown(db)).toHaveLength(1);

  await db.execute(sql`update subscriptions set status = 'canceled'`);
  const event = {
    id: newId("event"),
    type: "AccountErased",
    version: 1,
    occurredAt: "2026-11-25T12:00:00.000Z",
    actor: { kind: "user", userId },
    correlationId: "x",
    data: { userId, by: "owner", left: "nothing" },
  } as const;
  expect(await deleteAccount(db, { userId, sessionId: null, event })).toBe("erased");
  expect(await shown(db)).toEqual([]);
});
