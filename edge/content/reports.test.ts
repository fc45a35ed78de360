import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { ReportResponse, ReportsResponse } from "#contracts/api/content/reports.ts";
import { createContentLinks } from "#db/content/content-link.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses, postDecisions, postPublications } from "#db/schema/content.ts";
import { media } from "#db/schema/media.ts";
import { operators } from "#db/schema/operators.ts";
import { SECRET, test as base } from "../../tests/support/auth-service.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { refusal } from "../../tests/support/refusal.ts";
import {
  publishDraft,
  publishedReport,
  REPORT,
  saveDraft,
} from "../../tests/support/report-rows.ts";

const PUBLISHED_AT = "2026-11-24T10:00:00.000Z";
const links = createContentLinks(SECRET);

type Answer<T> = { status: number; body: T & { code?: string } };
type Ask = {
  list: (token: string, query?: string) => Promise<Answer<ReportsResponse>>;
  open: (reportId: string, token?: string) => Promise<Answer<ReportResponse>>;
};

const test = base.extend<{ ask: Ask; email: string; userId: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest needs it.
  email: async ({}, use) => {
    await use(`${randomUUID()}@shop.example`);
  },
  ask: async ({ auth, email }, use) => {
    auth.clock.now = new Date(PUBLISHED_AT);
    await use({
      list: (token, query = "") => auth.ask("GET", `/functions/v1/reports${query}`, { token }),
      open: (reportId, token = links.token("report", reportId, email)) =>
        auth.ask("POST", "/functions/v1/report", { body: { reportId, token } }),
    });
  },
  userId: async ({ db, email }, use) => {
    await use(await insertAccountRow(db, { email, isProven: true }));
  },
});

const { fromDay, untilDay } = REPORT;
const WHOLE = {
  ...REPORT,
  revision: 1,
  publishedAt: PUBLISHED_AT,
  businessName: null,
  accountManager: null,
  earlierFigures: [],
  posts: [],
};

test("reports: none, not the draft, then the published one, listed and whole", async ({
  ask,
  auth,
  db,
  userId,
}) => {
  const token = await auth.sign({ sub: userId });
  const draft = await saveDraft(db, userId);
  if (draft === null) throw new Error("nothing was saved");
  const none = { reports: [], report: null };
  expect(await ask.list(token)).toEqual({ status: 200, body: none });
  await publishDraft(db, userId, draft);
  const body = { reports: [{ number: 1, fromDay, untilDay }], report: WHOLE };
  for (const query of ["", "?number=1"]) {
    expect(await ask.list(token, query)).toEqual({ status: 200, body });
  }
  for (const query of ["?number=2", "?number=0", "?number=x"]) {
    expect(refusal(await ask.list(token, query))).toEqual([404, "not_found"]);
  }
});

test("reports of another user: none; without a session, or after its end: refused", async ({
  ask,
  auth,
  db,
  userId,
}) => {
  await publishedReport(db, userId);
  const other = await insertAccountRow(db, { email: "b@shop.example", isProven: true });
  expect((await ask.list(await auth.sign({ sub: other }))).body.reports).toEqual([]);
  expect((await ask.list(await auth.sign({ sub: other }), "?number=1")).status).toBe(404);
  const ended = await auth.sign({ sub: userId, session_id: randomUUID() });
  for (const token of [await auth.sign({ role: "anon" }), ended]) {
    expect((await ask.list(token)).status).toBe(401);
  }
});

test("report: the format and first picture of what went live, and the account manager", async ({
  ask,
  db,
  userId,
}) => {
  const postId = await proposePost(db, userId);
  const [own] = await db.select().from(businesses);
  const businessId = own?.id ?? "";
  const file = { businessId, state: "ready", name: "cake", bytes: 1_000, fingerprint: "" } as const;
  const ready = { ...file, sha256: "a".repeat(64), createdAt: PUBLISHED_AT };
  const size = { width: 1_200, height: 800 };
  const [clip, cake, shop] = [newId("media"), newId("media"), newId("media")];
  await db.insert(media).values([
    { ...ready, ...size, id: clip, type: "video/mp4" },
    { ...ready, ...size, id: cake, type: "image/jpeg" },
    { ...ready, ...size, id: shop, type: "image/jpeg" },
  ]);
  const shown = [clip, cake, shop].map((mediaId) => ({
    mediaId,
    sha256: ready.sha256,
    alt: mediaId === cake ? "A cake" : "",
  }));
  await changeTo(db, { userId, postId, version: 2 }, { format: "reel", media: shown });
  const { 2: contentHash = "" } = await hashesOf(db, postId);
  const at = "2026-11-20T10:00:00.000Z";
  const version = { postId, version: 2, contentHash };
  await db.insert(postDecisions).values({ ...version, decision: "approved", decidedAt: at });
  await db.insert(postPublications).values({
    ...version,
    platform: "instagram",
    url: "https://instagram.example/p/1",
    publishedAt: at,
    publishedBy: "Ada",
  });
  const operatorId = await insertAccountRow(db, {
    email: "grace@tidepost.example",
    isProven: true,
  });
  await db
    .update(users)
    .set({ appMetadata: { role: "ops" } })
    .where(eq(users.id, operatorId));
  const profile = { name: "Grace", hours: "Monday to Friday", savedAt: PUBLISHED_AT };
  await db.insert(operators).values({ ...profile, userId: operatorId });
  await db.update(businesses).set({ accountManagerId: operatorId });
  const { report } = (await ask.open(await publishedReport(db, userId))).body;
  expect(report).toMatchObject({
    accountManager: { name: "Grace", photo: null },
    posts: [{ id: postId, format: "reel", picture: { ...size, alt: "A cake" } }],
  });
  expect(report.posts[0]?.picture?.small).toMatch(new RegExp(`/media/${cake}/800\\?until=`));
});

test("link of an email: opens its report, again and again, for 90 days or until the owner's address changes", async ({
  ask,
  auth,
  db,
  email,
  userId,
}) => {
  const id = await publishedReport(db, userId);
  auth.clock.now = new Date("2027-02-22T10:00:00.000Z");
  for (const _ of [1, 2]) {
    expect(await ask.open(id)).toEqual({ status: 200, body: { report: WHOLE } });
  }
  const refused = { status: 404, body: { code: "not_found" } };
  await db.update(users).set({ email: `new-${email}` });
  expect(await ask.open(id)).toMatchObject(refused);
  expect((await ask.open(id, links.token("report", id, `new-${email}`))).status).toBe(200);
  auth.clock.now = new Date("2027-02-22T10:00:00.001Z");
  await db.update(users).set({ email });
  expect(await ask.open(id)).toMatchObject(refused);
  expect(JSON.stringify(auth.log)).not.toContain(links.token("report", id, email));
});

test("link whose token is of another report or purpose, of a draft, or of an erased account: opens nothing", async ({
  ask,
  db,
  email,
  userId,
}) => {
  const draft = await saveDraft(db, userId);
  if (draft === null) throw new Error("nothing was saved");
  const refused = { status: 404, body: { code: "not_found" } };
  expect(await ask.open(draft.id)).toMatchObject(refused);
  await publishDraft(db, userId, draft);
  expect(await ask.open(draft.id, links.token("report", newId("report"), email))).toMatchObject(
    refused,
  );
  expect(await ask.open(draft.id, links.token("approval", draft.id))).toMatchObject(refused);
  expect((await ask.open(draft.id)).status).toBe(200);
  await db.delete(users);
  expect(await ask.open(draft.id)).toMatchObject(refused);
});
