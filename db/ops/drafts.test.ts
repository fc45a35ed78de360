import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { removeMaterial } from "#db/content/media/change-media.ts";
import { postVersions } from "#db/schema/content.ts";
import { postDraftMedia, postDrafts } from "#db/schema/drafts.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { postVersionMedia } from "#db/schema/media.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, POST, proposePost } from "../../tests/support/post-rows.ts";
import {
  deleteDrafts,
  markDraftsReady,
  proposeDrafts,
  type SavedDraft,
  saveDrafts,
} from "./change-drafts.ts";
import { listDrafts } from "./find-drafts.ts";

const AT = "2026-11-24T10:00:00.000Z";
const NEW = { ...POST, revision: 0, base: null, note: "", assigneeId: null, media: [] } as const;
const SHA = "a".repeat(64);

const test = base.extend<{ userId: string }>({
  userId: async ({ db }, use) => {
    await use(await insertAccountRow(db, { email: "ada@shop.example", isProven: true }));
  },
});

const save = (db: Db, userId: string, drafts: readonly SavedDraft[], by = "Ada") =>
  saveDrafts(db, {
    newBusinessId: newId("business"),
    owner: { userId, enquiryId: null },
    drafts,
    by,
    at: AT,
  });

const draft = (given: Partial<SavedDraft> = {}): SavedDraft => ({
  ...NEW,
  id: newId("post"),
  ...given,
});

function propose(
  db: Db,
  userId: string,
  drafts: readonly { id: string; revision: number; postId?: string; version?: number }[],
) {
  const context = { makeId: newId, now: () => new Date(AT), correlationId: null };
  const event = newEvent(
    context,
    "PostProposed",
    { kind: "ops", name: "Ada" },
    {
      userId,
      subscriptionId: "sub_1",
      posts: drafts.map(({ id, postId = id, version = 1 }) => ({ postId, version })),
    },
  );
  const seen = drafts.map(({ id, revision }) => ({ id, revision }));
  return proposeDrafts(db, { drafts: seen, by: "Ada", event });
}

async function insertFile(query: (sql: string) => Promise<unknown>): Promise<string> {
  const id = newId("media");
  await query(`insert into media (id, business_id, state, name, bytes, fingerprint, type, sha256, width, height, created_at)
    select '${id}', id, 'ready', 'figs.jpg', 9, '${id}', 'image/jpeg', '${SHA}', 4, 5, now() from businesses`);
  return id;
}

test("a month of drafts: one event, its versions have what the drafts had, and the drafts are gone", async ({
  db,
  database,
  userId,
}) => {
  const first = draft({
    texts: { x: "Figs." },
    firstComment: "Order below.",
    note: "Check the price",
  });
  await save(db, userId, [first]);
  const mediaId = await insertFile(database.query);
  const files = [{ mediaId, sha256: SHA, alt: "Fig rolls" }];
  const drafts = [{ ...first, revision: 1, media: files }, draft({ format: "reel" }), draft()];
  expect(await save(db, userId, drafts)).toHaveLength(3);
  const seen = drafts.map(({ id }) => ({ id, revision: id === first.id ? 2 : 1 }));
  expect(await propose(db, userId, seen)).toBe("done");
  expect(await propose(db, userId, seen)).toBe("done_before");
  expect(await db.select().from(outboxEvents)).toHaveLength(1);
  expect(await db.select().from(postDrafts)).toEqual([]);
  const versions = await db.select().from(postVersions);
  expect(versions).toHaveLength(3);
  expect(versions.find(({ postId }) => postId === first.id)).toMatchObject({
    texts: { x: "Figs." },
    firstComment: "Order below.",
  });
  expect(await db.select().from(postVersionMedia)).toMatchObject([
    { postId: first.id, version: 1, position: 1, mediaId, alt: "Fig rolls" },
  ]);
});

test("two operators who save one draft: the first one's words stand, and the second hears of it", async ({
  db,
  userId,
}) => {
  const own = draft();
  await save(db, userId, [own]);
  const outcomes = await Promise.all(
    ["Ada", "Lee"].map((by) => save(db, userId, [{ ...own, revision: 1, text: by }], by)),
  );
  expect(outcomes.flat()).toEqual([own.id]);
  const [saved] = await listDrafts(db, userId, { month: "2026-11" });
  expect(saved?.revision).toBe(2);
  expect(saved?.text).toBe(saved?.savedBy);
});

test("a month that is proposed while one draft is saved: both happen one after the other, never half", async ({
  db,
  userId,
}) => {
  const drafts = Array.from({ length: 6 }, () => draft());
  await save(db, userId, drafts);
  const seen = drafts.map(({ id }) => ({ id, revision: 1 }));
  const changed = { ...(drafts[3] ?? draft()), revision: 1, text: "Newer words" };
  const [outcome, saved] = await Promise.all([
    propose(db, userId, seen),
    save(db, userId, [changed]),
  ]);
  const versions = await db.select().from(postVersions);
  const left = await db.select().from(postDrafts);
  expect({ outcome, saved: saved.length, versions: versions.length, left: left.length }).toEqual(
    outcome === "done"
      ? { outcome, saved: 0, versions: 6, left: 0 }
      : { outcome: "outdated", saved: 1, versions: 0, left: 6 },
  );
});

test("a month that two operators propose at once: proposed once", async ({ db, userId }) => {
  const drafts = Array.from({ length: 6 }, () => draft());
  await save(db, userId, drafts);
  const seen = drafts.map(({ id }) => ({ id, revision: 1 }));
  const outcomes = await Promise.all([
    propose(db, userId, seen),
    propose(db, userId, seen.toReversed()),
  ]);
  expect(outcomes.toSorted()).toEqual(["done", "done_before"]);
  expect(await db.select().from(postVersions)).toHaveLength(6);
  expect(await db.select().from(outboxEvents)).toHaveLength(1);
});

test("one draft that changed meanwhile: the whole month rolls back", async ({ db, userId }) => {
  const [one, other] = [draft(), draft()];
  await save(db, userId, [one, other]);
  await save(db, userId, [{ ...other, revision: 1, text: "Newer words" }]);
  const seen = [one, other].map(({ id }) => ({ id, revision: 1 }));
  expect(await propose(db, userId, seen)).toBe("outdated");
  expect(await db.select().from(postVersions)).toEqual([]);
  expect(await db.select().from(postDrafts)).toHaveLength(2);
  expect(await db.select().from(outboxEvents)).toEqual([]);
});

test("change of a proposed post: the next version; one draft a post, and none of a version that is no longer the newest", async ({
  db,
  userId,
}) => {
  const postId = await proposePost(db, userId);
  const change = draft({ base: { postId, version: 1 }, text: "Plum rolls." });
  expect(await save(db, userId, [change])).toEqual([change.id]);
  expect(await save(db, userId, [draft({ base: { postId, version: 1 } })])).toEqual([]);
  const target = { id: change.id, revision: 1, postId, version: 2 };
  expect(await propose(db, userId, [target])).toBe("done");
  expect(await save(db, userId, [draft({ base: { postId, version: 1 } })])).toEqual([]);
  const same = draft({ base: { postId, version: 2 }, text: "Plum rolls." });
  await save(db, userId, [same]);
  const again = { id: same.id, revision: 1, postId, version: 3 };
  expect(await propose(db, userId, [again])).toBe("refused");
  await deleteDrafts(db, { drafts: [{ id: same.id, revision: 1 }], by: "Ada" });
  expect(await changeTo(db, { userId, postId, version: 3 })).toBe("done");
});

test("a save, a deletion and a mark of what somebody saved meanwhile: nothing happens", async ({
  db,
  userId,
}) => {
  const own = draft();
  await save(db, userId, [own]);
  const [stale, newest] = [
    { id: own.id, revision: 1 },
    { id: own.id, revision: 2 },
  ];
  await markDraftsReady(db, { drafts: [stale], by: "Lee", at: AT });
  expect(await listDrafts(db, userId, { ids: [own.id] })).toMatchObject([{ readyBy: "Lee" }]);
  await save(db, userId, [{ ...own, ...stale, text: "Newer words" }]);
  expect(await listDrafts(db, userId, { ids: [own.id] })).toMatchObject([{ readyBy: null }]);
  expect(await markDraftsReady(db, { drafts: [stale], by: "Lee", at: AT })).toEqual([]);
  expect(await deleteDrafts(db, { drafts: [stale], by: "Lee" })).toEqual([]);
  expect(await deleteDrafts(db, { drafts: [newest], by: "Lee" })).toEqual([own.id]);
});

test("file that a draft holds: the customer cannot remove it, and nobody can take another business's", async ({
  db,
  database,
  userId,
}) => {
  const own = draft();
  await save(db, userId, [own]);
  const mediaId = await insertFile(database.query);
  await save(db, userId, [{ ...own, revision: 1, media: [{ mediaId, sha256: SHA, alt: "" }] }]);
  const user = { userId, sessionId: null, at: AT };
  expect(await removeMaterial(db, { user, mediaId })).toBe("kept");
  const stranger = await insertAccountRow(db, { email: "b@shop.example", isProven: true });
  const theirs = draft({ media: [{ mediaId, sha256: SHA, alt: "" }] });
  await expect(save(db, stranger, [theirs])).rejects.toThrow("file of another business");
  await deleteDrafts(db, { drafts: [{ id: own.id, revision: 2 }], by: "Ada" });
  expect(await db.select().from(postDraftMedia)).toEqual([]);
  expect(await removeMaterial(db, { user, mediaId })).toBe("removed");
});

test("draft of another customer: neither found, changed nor proposed", async ({ db, userId }) => {
  const own = draft();
  await save(db, userId, [own]);
  const stranger = await insertAccountRow(db, { email: "b@shop.example", isProven: true });
  expect(await listDrafts(db, stranger, { ids: [own.id] })).toEqual([]);
  expect(await save(db, stranger, [{ ...own, revision: 1, text: "Mine" }])).toEqual([]);
  await expect(propose(db, stranger, [{ id: own.id, revision: 1 }])).rejects.toThrow(
    "another business",
  );
  expect(await propose(db, randomUUID(), [{ id: newId("post"), revision: 1 }])).toBe("outdated");
});
