import { asc } from "drizzle-orm";
import { expect } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { announceComments } from "#db/content/change-comments.ts";
import { findTrialReader } from "#db/content/find-approval-links.ts";
import { findAnnouncedComments } from "#db/content/find-comments.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { postComments } from "#db/schema/comments.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { openLinks } from "../../tests/support/approval-links.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId, recordingMailer } from "../../tests/support/pipeline.ts";
import { commentOn, proposePost } from "../../tests/support/post-rows.ts";
import { seedEnquiry, seedIds } from "../../tests/support/seed-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "../effects/catalogue.ts";
import { mailComments } from "./due-notices.ts";

const EMAIL = "amelia@shop.example";
const at = (time: string) => `2026-11-24T${time}:00.000Z`;
const context = { makeId: newId, correlationId: null };

const test = base.extend<{ userId: string; run: (time: string) => Promise<unknown> }>({
  userId: async ({ db }, use) => {
    await use(await insertAccountRow(db, { email: EMAIL, isProven: true }));
  },
  run: async ({ db }, use) => {
    await use((time) => mailComments({ db, makeId: newId, now: () => new Date(at(time)) }).run());
  },
});

async function announced(db: Db) {
  const rows = await db.select().from(outboxEvents).orderBy(asc(outboxEvents.occurredAt));
  return rows.filter(({ type }) => type === "CommentsAnnounced");
}

/** The email of an event. */
async function mailOf(db: Db, { id, payload }: { id: string; payload: unknown }) {
  const { mailer, sent } = recordingMailer();
  const effects = createEffects(
    effectDeps({
      mailer,
      findCustomerContact: () => Promise.resolve(null),
      findUserContact: (userId) =>
        Promise.resolve({ id: userId, email: EMAIL, firstName: null, accountManager: null }),
      contentLinks: { token: (...link) => link.slice(0, 2).join("-") },
      findTrialReader: (trial) => findTrialReader(db, { ...trial, at: at("12:00") }),
      findAnnouncedComments: (eventId) => findAnnouncedComments(db, eventId),
    }),
  );
  const data = payload as EventOf<"CommentsAnnounced">["data"];
  const now = () => new Date(at("12:00"));
  const event = newEvent(
    { ...context, now },
    "CommentsAnnounced",
    { kind: "system", name: "comments" },
    data,
  );
  const result = await effects.CommentsAnnounced["send-comments-mail"]?.run(
    { ...event, id } as typeof event,
    "key",
  );
  return sent.get("key") ?? result;
}

test("comments: mailed once, ten minutes after the first, with all since, one email for each side", async ({
  db,
  run,
  userId,
}) => {
  const [one, two] = [await proposePost(db, userId), await proposePost(db, userId)];
  await commentOn(db, { userId, postId: one }, { at: at("11:00") });
  await commentOn(db, { userId, postId: one }, { at: at("11:08") });
  await commentOn(db, { userId, postId: two }, { by: "operator", at: at("11:09") });
  expect(await run("11:09")).toEqual({ announced: 0 });
  expect(await run("11:10")).toEqual({ announced: 1 });
  expect(await run("11:18")).toEqual({ announced: 0 });
  expect(await run("11:19")).toEqual({ announced: 1 });
  const events = await announced(db);
  expect(events.map(({ payload }) => payload)).toEqual([
    { userId, by: "customer" },
    { userId, by: "operator" },
  ]);
  const [toTeam, toCustomer] = await Promise.all(events.map((event) => mailOf(db, event)));
  expect(toTeam).toMatchObject({
    to: "team@tidepost.example",
    subject: `2 new comments on a post: ${EMAIL}`,
  });
  expect(toCustomer).toMatchObject({ to: EMAIL, subject: "1 new comment on a post" });
  expect(JSON.stringify([toTeam, toCustomer])).not.toContain("Which photo?");
});

test("comment that was answered meanwhile: no email about it", async ({ db, run, userId }) => {
  const postId = await proposePost(db, userId);
  await commentOn(db, { userId, postId }, { by: "operator", at: at("11:00") });
  await commentOn(db, { userId, postId }, { at: at("11:05") });
  expect(await run("11:15")).toEqual({ announced: 1 });
  expect((await announced(db)).map(({ payload }) => payload)).toEqual([{ userId, by: "customer" }]);
});

test("two workers at once: one event", async ({ db, userId }) => {
  const postId = await proposePost(db, userId);
  await commentOn(db, { userId, postId });
  const announce = () =>
    announceComments(
      db,
      newEvent(
        { ...context, now: () => new Date(at("11:10")) },
        "CommentsAnnounced",
        { kind: "system", name: "comments" },
        { userId, by: "customer" },
      ),
    );
  await Promise.all([announce(), announce()]);
  expect(await announced(db)).toHaveLength(1);
});

test("comments erased before their email: none is sent", async ({ db, run, userId }) => {
  await commentOn(db, { userId, postId: await proposePost(db, userId) });
  await run("11:10");
  await db.delete(postComments);
  const [event] = await announced(db);
  expect(event && (await mailOf(db, event))).toMatchObject({ facts: { reason: "erased" } });
});

test("operator's comment on a post of a free trial: mailed with the owner's link", async ({
  db,
  run,
}) => {
  const { submissionId: enquiryId } = seedIds();
  await seedEnquiry(db, { email: EMAIL });
  const postId = await proposePost(db, enquiryId);
  const trial = { userId: null, enquiryId };
  const proposed = { ...trial, subscriptionId: null, posts: [{ postId, version: 1 }] };
  const now = () => new Date(at("10:00"));
  const operator = { kind: "ops", name: "Ada" } as const;
  await openLinks(
    db,
    at("10:00"),
    newEvent({ ...context, now }, "PostProposed", operator, proposed),
  );
  await commentOn(db, { ...trial, postId }, { by: "operator", at: at("11:00") });
  await run("11:10");
  const [event] = await announced(db);
  const [link] = await db.select().from(approvalLinks);
  const mail = event && (await mailOf(db, event));
  expect(mail).toMatchObject({ to: EMAIL });
  expect(JSON.stringify(mail)).toContain(`/review#approval-${link?.id ?? ""}`);
  await db.delete(approvalLinks);
  expect(event && (await mailOf(db, event))).toMatchObject({ facts: { reason: "expired" } });
});
