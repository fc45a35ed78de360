import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { pageViews } from "#db/schema/page-views.ts";
import { type AuthService, test } from "../tests/support/auth-service.ts";

const countsIn = (db: Db) => db.select().from(pageViews).orderBy(pageViews.day, pageViews.path);

async function send(edge: AuthService, body: unknown, headers: Record<string, string> = {}) {
  const { status, body: answer } = await edge.call(
    "POST",
    "https://api.tidepost.example/functions/v1/page-views",
    body,
    { apikey: await edge.sign({ role: "anon" }), ...headers },
  );
  return { status, code: answer["code"] };
}

test("page views: counted by UTC day and path, with the visits among them", async ({
  auth,
  db,
}) => {
  auth.clock.now = new Date("2026-11-24T23:59:59Z");
  await send(auth, { path: "/", isVisit: true });
  await send(auth, { path: "/", isVisit: false });
  expect(await send(auth, { path: "/pricing", isVisit: false })).toEqual({ status: 204 });
  auth.clock.now = new Date("2026-11-25T00:00:00Z");
  await send(auth, { path: "/pricing", isVisit: true });
  await expect
    .poll(() => countsIn(db))
    .toEqual([
      { day: "2026-11-24", path: "/", views: 2, visits: 1 },
      { day: "2026-11-24", path: "/pricing", views: 1, visits: 0 },
      { day: "2026-11-25", path: "/pricing", views: 1, visits: 1 },
    ]);
});

test("page views at once: each counts", async ({ auth, db }) => {
  await Promise.all(Array.from({ length: 20 }, () => send(auth, { path: "/", isVisit: true })));
  await expect.poll(async () => (await countsIn(db))[0]?.views).toBe(20);
});

test.for([
  ["an unknown page", { path: "/wp-login.php", isVisit: true }, 400, "invalid_input"],
  ["a query", { path: "/contact?email=ada", isVisit: true }, 400, "invalid_input"],
  ["another field", { path: "/", isVisit: true, id: "1" }, 400, "invalid_input"],
  ["no JSON", "{", 400, "invalid_json"],
  ["a large body", { path: "/".repeat(300), isVisit: true }, 413, "payload_too_large"],
] as const)(
  "page view with %s: refused, counts nothing",
  async ([, body, status, code], { auth, db }) => {
    expect(await send(auth, body)).toEqual({ status, code });
    expect(await countsIn(db)).toEqual([]);
  },
);

test("page view while Postgres cannot count it: accepted and logged without its visitor", async ({
  auth,
  db,
}) => {
  const day = auth.clock.now.toISOString().slice(0, 10);
  await db.insert(pageViews).values({ day, path: "/", views: 2_147_483_647, visits: 0 });
  const address = { "cf-connecting-ip": "203.0.113.9" };
  expect((await send(auth, { path: "/", isVisit: true }, address)).status).toBe(204);
  await expect.poll(() => JSON.stringify(auth.log)).toContain("page_view_not_counted");
  expect(JSON.stringify(auth.log)).not.toContain("203.0.113.9");
});
