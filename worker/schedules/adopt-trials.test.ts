import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { openApprovalLinks } from "#db/content/change-approval-links.ts";
import { findReview } from "#db/content/find-approval-links.ts";
import { findCalendar } from "#db/content/find-calendar.ts";
import { saveDrafts } from "#db/ops/change-drafts.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses, postDecisions } from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { promises } from "#db/schema/promises.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { decidePost, hashesOf, POST, proposePost } from "../../tests/support/post-rows.ts";
import { seedEnquiry, seedIds } from "../../tests/support/seed-event.ts";
import { adoptTrials } from "./notices.ts";

const AT = "2026-11-25T12:00:00.000Z";
const EMAIL = "grace@navy.example";
const ENQUIRY = seedIds().submissionId;
const FILE = newId("media");
const SHA = hash("sha256", FILE);

/** An approved trial post with a picture, a draft and an open promise; and an account under its address. */
type World = { db: Db; userId: string; postId: string };

const test = base.extend<{ world: World }>({
  world: async ({ db }, use) => {
    await seedEnquiry(db, { email: EMAIL });
    await db.update(formSubmissions).set({ formType: "free-trial" });
    const owner = { userId: null, enquiryId: ENQUIRY };
    const draft = { ...POST, base: null, note: "", assigneeId: null, media: [], revision: 0 };
    await saveDrafts(db, {
      newBusinessId: newId("business"),
      owner,
      drafts: [{ ...draft, id: newId("post") }],
      by: "Ada",
      at: AT,
    });
    const [trial] = await db.select().from(businesses);
    await db.insert(media).values({
      id: FILE,
      businessId: trial?.id ?? "",
      state: "ready",
      name: "cake.jpg",
      bytes: 1_000,
      fingerprint: "",
      type: "image/jpeg",
      sha256: SHA,
      width: 1_200,
      height: 800,
      createdAt: AT,
    });
    const file = { mediaId: FILE, sha256: SHA, alt: "Cake" };
    const postId = await proposePost(db, ENQUIRY, { media: [file] });
    const { 1: contentHash = "" } = await hashesOf(db, postId);
    const yes = { version: 1, contentHash, decision: "approved", decidedAt: AT } as const;
    await db.insert(postDecisions).values({ postId, ...yes });
    await db.insert(promises).values({
      rule: "trial-content",
      subjectId: ENQUIRY,
      startedByEvent: "evt_1",
      startedAt: AT,
      dueAt: "2026-12-01T00:00:00.000Z",
      warnAt: "2026-11-30T00:00:00.000Z",
    });
    const userId = await insertAccountRow(db, { email: EMAIL, isProven: true });
    await use({ db, userId, postId });
  },
});

const adopt = ({ db }: World) => adoptTrials({ db, makeId: newId, now: () => new Date(AT) }).run();

async function pay({ db, userId }: World) {
  await insertCustomer(db, { id: "cus_1", userId });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId });
}

const viewer = ({ userId }: World) => ({ userId, sessionId: null, at: AT });

async function shown(world: World) {
  const calendar = await findCalendar(world.db, viewer(world));
  return calendar?.posts.map(({ id, decision, media: files }) => [id, decision, files.length]);
}

test("trial of an account without a subscription, or without a proven address: stays by itself", async ({
  world,
}) => {
  expect(await adopt(world)).toEqual({ adopted: 0 });
  await pay(world);
  await world.db.update(users).set({ emailConfirmedAt: null });
  expect(await adopt(world)).toEqual({ adopted: 0 });
  expect(await shown(world)).toEqual([]);
});

test.for([
  ["has no business yet", false],
  ["has a business by then", true],
] as const)(
  "customer who asked for a trial, and %s: sees its posts, and may take the yes back",
  async ([, hasBusiness], { world }) => {
    const { db, userId, postId } = world;
    const own = newId("business");
    if (hasBusiness) {
      await db.insert(businesses).values({ id: own, userId, createdAt: AT });
      await proposePost(db, userId, { text: "Plums." });
    }
    await pay(world);
    await Promise.allSettled([adopt(world), adopt(world)]);
    await adopt(world);
    expect(await shown(world)).toContainEqual([postId, "approved", 1]);
    const rows = await db.select().from(businesses);
    expect(rows).toMatchObject([{ userId, enquiryId: null, ...(hasBusiness && { id: own }) }]);
    for (const table of [postDrafts, postVersionMedia, media]) {
      expect(await db.select({ of: table.businessId }).from(table)).toEqual([{ of: rows[0]?.id }]);
    }
    const context = { makeId: newId, now: () => new Date(AT), correlationId: null };
    const takesBack = { type: "PostChangesRequested", takesBack: true } as const;
    expect(await decidePost(db, context, { userId, postId }, takesBack)).toBe("decided");
    const told = await db
      .select({ of: outboxEvents.aggregateId, payload: outboxEvents.payload })
      .from(outboxEvents)
      .where(eq(outboxEvents.type, "TrialAdopted"));
    expect(told).toEqual([{ of: userId, payload: { userId, enquiryId: ENQUIRY } }]);
    const [promise] = await db.select().from(promises).where(eq(promises.rule, "trial-content"));
    expect(promise?.releasedAt).not.toBeNull();
  },
);

test("email about a trial's posts that leaves after the payment: its link shows them", async ({
  world,
}) => {
  const { db } = world;
  const next = await proposePost(db, ENQUIRY, { text: "Plums." });
  const data = {
    userId: null,
    enquiryId: ENQUIRY,
    subscriptionId: null,
    posts: [{ postId: next, version: 1 }],
  };
  const context = { makeId: newId, now: () => new Date(AT), correlationId: null };
  const cause = newEvent(context, "PostProposed", { kind: "ops", name: "Ada" }, data);
  await pay(world);
  await adopt(world);
  const opener = { makeId: newId, now: () => new Date(AT), tokenHashOf: () => "a".repeat(64) };
  expect(await openApprovalLinks(db, opener, cause)).toBe(1);
  const review = await findReview(db, { tokenHash: "a".repeat(64), at: AT });
  expect(review).toMatchObject({ userId: world.userId, posts: [{ id: next }] });
});
