import { Hono } from "hono";
import { expect, test } from "vitest";
import { type EdgeRequestCount, listEdgeRequests } from "#db/edge-requests.ts";
import { test as databaseTest } from "../../tests/support/database.ts";
import { countRequests, edgeOutcomeOf, edgeRouteOf } from "./count-requests.ts";
import type { AppEnv } from "./env.ts";

test.each([
  ["POST", "/auth/v1/token", "password", "sign-in"],
  ["POST", "/auth/v1/token", undefined, "sign-in"],
  ["POST", "/auth/v1/token", "refresh_token", "auth"],
  ["GET", "/auth/v1/user", undefined, "auth"],
  ["POST", "/rest/v1/form_submissions", undefined, "enquiry"],
  ["GET", "/rest/v1/user_orders", undefined, "api"],
  ["POST", "/webhooks/stripe", undefined, "webhook"],
  ["GET", "/media/x", undefined, "file"],
  ["GET", "/wp-login.php", undefined, "api"],
  ["OPTIONS", "/auth/v1/token", undefined, null],
  ["GET", "/healthz", undefined, null],
  ["GET", "/readyz", undefined, null],
] as const)("%s %s with grant %s: counts as %s", (method, path, grantType, route) => {
  expect(edgeRouteOf(method, path, grantType)).toBe(route);
});

test.each([
  [200, 2_000, "ok"],
  [302, 0, "ok"],
  [404, 10, "refused"],
  [400, 2_001, "slow"],
  [200, 2_001, "slow"],
  [503, 9_000, "failed"],
] as const)("status %d after %d ms: %s", (status, tookMs, outcome) => {
  expect(edgeOutcomeOf(status, tookMs)).toBe(outcome);
});

databaseTest(
  "counts: saved after a response, every ten seconds at most, and kept while Postgres is away",
  async ({ db, database }) => {
    const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
    const background: Promise<unknown>[] = [];
    const context = {
      waitUntil: (work: Promise<unknown>) => void background.push(work),
      passThroughOnException: () => undefined,
      props: {},
    };
    const app = new Hono<AppEnv>()
      .use(countRequests({ db, now: () => new Date(clock.ms) }))
      .get("/healthz", (c) => c.text("ok"))
      .post("/webhooks/stripe", (c) => c.text("ok"))
      .post("/auth/v1/token", () => {
        throw new Error("away");
      })
      .onError((_, c) => c.text("failed", 500));
    const ask = async (path: string, method = "POST") => {
      await app.request(path, { method }, {}, context);
      await Promise.all(background.splice(0));
    };
    const counted = async (): Promise<EdgeRequestCount[]> =>
      (await listEdgeRequests(db)).toSorted((a, b) => a.route.localeCompare(b.route));

    await ask("/webhooks/stripe");
    await ask("/auth/v1/token?grant_type=password");
    clock.ms += 10_000;
    await ask("/healthz", "GET");
    expect(await counted()).toEqual([]);

    await database.query("alter table edge_requests rename to away");
    await ask("/webhooks/stripe");
    await database.query("alter table away rename to edge_requests");
    await ask("/webhooks/stripe");
    expect(await counted()).toEqual([]);
    clock.ms += 10_000;
    await ask("/webhooks/stripe");
    const first: EdgeRequestCount[] = [
      { route: "sign-in", outcome: "failed", count: 1 },
      { route: "webhook", outcome: "ok", count: 4 },
    ];
    expect(await counted()).toEqual(first);
    clock.ms += 10_000;
    await ask("/webhooks/stripe");
    expect(await counted()).toEqual([first[0], { ...first[1], count: 5 }]);
  },
);
