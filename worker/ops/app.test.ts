import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";
import { connectDatabase } from "#db/connect.ts";
import { auditLog, eventEffects, outboxEvents, replays } from "#db/schema/events.ts";
import { cookieOf } from "../../tests/support/cookie-of.ts";
import { test } from "../../tests/support/database.ts";
import { OPS_ORIGIN, type OpsRequestInit, openOpsConsole } from "../../tests/support/ops-client.ts";
import { seedEvent, seedIds } from "../../tests/support/seed-event.ts";
import { SESSION_LIFE_MS } from "./session/sessions.ts";

type OpsConsole = ReturnType<typeof openOpsConsole>;

const WITHOUT_SESSION = new Set([
  "GET /sign-in",
  "POST /sign-in",
  "GET /sign-in/code",
  "POST /sign-in/code",
  "GET /ops.css",
  "GET /fonts/:name",
  "GET /month-sheet.js",
]);

function guardedRoutes(opsConsole: OpsConsole) {
  return opsConsole.routes
    .filter((route) => route.method !== "ALL")
    .filter((route) => !WITHOUT_SESSION.has(`${route.method} ${route.path}`))
    .map(({ method, path }) => ({
      method,
      path: `/ops${path}`.replaceAll(/:\w+/g, "x").replace("*", "x").replace(/\/$/, ""),
    }));
}

/** One middleware decides for all {@link guardedRoutes}. */
const PAGE_AND_CHANGE = [
  { method: "GET", path: "/ops/events" },
  { method: "POST", path: "/ops/events/x/replay" },
];

async function openRoutes(
  opsConsole: OpsConsole,
  cookie: string | undefined,
  routes = PAGE_AND_CHANGE,
) {
  const open: string[] = [];
  for (const { method, path } of routes) {
    const headers = { origin: OPS_ORIGIN, ...(cookie === undefined ? {} : { cookie }) };
    const answer = await opsConsole.request(path, { method, headers });
    const toSignIn =
      answer.status === 303 &&
      answer.headers.get("location") === `/ops/sign-in?next=${encodeURIComponent(path)}`;
    const isPage = method === "GET" && !/\/queues\/(?:api|static)\//.test(path);
    if (isPage ? !toSignIn : answer.status !== 401) open.push(`${method} ${path}`);
  }
  return open;
}

describe("access to the ops console", () => {
  test("every address but sign-in, stylesheet and faces needs a session", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const routes = guardedRoutes(opsConsole);
    expect(routes.length).toBeGreaterThan(40);
    expect(routes).toEqual(expect.arrayContaining(PAGE_AND_CHANGE));
    expect(await openRoutes(opsConsole, undefined, routes)).toEqual([]);
  });

  test("expired session: rejected", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const { cookie, get } = await opsConsole.signIn();
    opsConsole.wait(SESSION_LIFE_MS - 1);
    expect((await get("/ops/events")).status).toBe(200);
    opsConsole.wait(1);
    expect(await openRoutes(opsConsole, cookie)).toEqual([]);
  });

  test("signed-out session: rejected", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const { cookie, send } = await opsConsole.signIn();
    const answer = await send("/ops/sign-out", []);
    expect(answer.status).toBe(303);
    expect(cookieOf(answer)).toBe("__Host-ops=");
    expect(await openRoutes(opsConsole, cookie)).toEqual([]);
  });

  test("forged session: rejected", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const ada = await opsConsole.signIn("Ada");
    const eve = await opsConsole.signIn("Eve");
    const secret = "the secret of another company's console";
    const elsewhere = await openOpsConsole({ db, secret }).signIn("Ada");
    const [adas, eves] = [ada.cookie.split("."), eve.cookie.split(".")];
    const forged = [
      ...[2, 3, 4].map((part) => adas.with(part, eves[part] ?? "").join(".")),
      elsewhere.cookie,
      `${eve.cookie}.x`,
      "__Host-ops=",
      eve.cookie.replace("__Host-ops", "ops"),
    ];
    for (const cookie of forged) expect(await openRoutes(opsConsole, cookie), cookie).toEqual([]);
  });

  test("unknown address: answers with a 404 page", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const { get } = await opsConsole.signIn();
    const answer = await get("/ops/nowhere");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Not found");
  });

  test("every response has the security headers", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const { get, send } = await opsConsole.signIn();
    const answers = await Promise.all([
      opsConsole.request("/ops"),
      opsConsole.request("/ops/sign-in"),
      opsConsole.request("/ops/ops.css"),
      opsConsole.request("/ops/queues/api/queues"),
      opsConsole.request("/ops/sign-out", { method: "POST" }),
      get("/ops"),
      get("/ops/events"),
      get("/ops/events/evt_none"),
      get("/ops/queues"),
      get("/ops/nowhere"),
      send("/ops/events/search", [["q", "x"]]),
    ]);
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-request-id")).toMatch(/^req_/);
    }
    const [, signIn] = answers;
    expect(signIn?.headers.get("content-security-policy")).not.toContain("script-src");
    expect(signIn?.headers.get("content-security-policy")).not.toContain("unsafe");
  });

  test("operator who is signed out elsewhere, banned, erased, or without the role or the second factor: rejected", async ({
    db,
  }) => {
    const opsConsole = openOpsConsole({ db });
    for (const [why, change] of [
      ["signed out elsewhere", sql`delete from sessions`],
      ["without the operator role", sql`update users set app_metadata = '{}'`],
      ["banned", sql`update users set banned_until = now() + interval '1 hour'`],
      ["erased", sql`update users set deleted_at = now()`],
      ["without a second factor", sql`update sessions set aal = 'aal1'`],
    ] as const) {
      // Each sign-in makes an account.
      const { cookie, get } = await opsConsole.signIn();
      expect((await get("/ops/events")).status, why).toBe(200);
      await db.execute(change);
      expect(await openRoutes(opsConsole, cookie), why).toEqual([]);
    }
  });

  test("internal error: shows only a reference, under which the log has the cause", async ({
    db: working,
  }) => {
    const { cookie } = await openOpsConsole({ db: working }).signIn();
    const { db, close } = connectDatabase("postgres://nobody:secret@127.0.0.1:9/none", {
      max: 1,
      applicationName: "test",
      onError: () => undefined,
    });
    onTestFinished(close);
    const opsConsole = openOpsConsole({ db });
    const { get } = await opsConsole.as(cookie);
    const answer = await get("/ops/events");
    const html = await answer.text();
    expect(answer.status).toBe(500);
    expect(html).toContain("Something went wrong");
    expect(html).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|select|secret|at .*\.ts/);
    const requestId = answer.headers.get("x-request-id") ?? "none";
    expect(html).toContain(requestId);
    expect(opsConsole.lines.at(-1)).toMatchObject({ name: "ops_failed", fields: { requestId } });
    expect(JSON.stringify(opsConsole.lines)).not.toContain("secret");
  });
});

describe("viewer", () => {
  const LOOKUPS = new Set([
    "POST /ops/sign-out",
    "POST /ops/events/search",
    "POST /ops/customers/find",
  ]);

  test("looks at every page, and every change answers 403", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const changes = guardedRoutes(opsConsole)
      .filter(({ method, path }) => method === "POST" && !path.startsWith("/ops/queues"))
      .filter(({ method, path }) => !LOOKUPS.has(`${method} ${path}`));
    expect(changes.length).toBeGreaterThan(5);
    const { get, send } = await opsConsole.signIn("viewer");
    expect((await get("/ops/events")).status).toBe(200);
    for (const { path } of changes) expect((await send(path, [])).status, path).toBe(403);
    expect((await send("/ops/events/search", [["q", "evt_x"]])).status).toBe(303);
    expect((await send("/ops/sign-out", [])).status).toBe(303);
  });

  test("reads on each page that it may look only, and sees no button that changes something", async ({
    db,
  }) => {
    const { eventId } = await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
      effects: [{ effect: "send-team-notification", status: "dead_lettered", attempts: 5 }],
    });
    const paths = [
      "/ops/events?state=failed",
      "/ops/events/replay-many",
      `/ops/events/${eventId}`,
      `/ops/events/${eventId}/replay`,
      `/ops/events/${eventId}/ignore`,
    ];
    const matches = async (name: string, pattern: RegExp) => {
      const { get } = await openOpsConsole({ db }).signIn(name);
      const pages = await Promise.all(paths.map(async (path) => (await get(path)).text()));
      return pages.map((html) => pattern.test(html));
    };
    const [all, none] = [paths.map(() => true), paths.map(() => false)];
    const buttons = /Replay…|Replay several…|Ignore…|name="reason"/;
    expect(await matches("Ada", buttons)).toEqual(all);
    expect(await matches("viewer", buttons)).toEqual(none);
    expect(await matches("Ada", /signed in as a viewer/)).toEqual(none);
    expect(await matches("viewer", /signed in as a viewer/)).toEqual(all);
  });
});

describe("forms of the ops console", () => {
  const event = `/ops/events/${seedIds().eventId}`;
  const FORMS = [
    ["/ops/sign-out", []],
    ["/ops/events/search", [["q", "evt_x"]]],
    [
      `${event}/replay`,
      [
        ["effect", "send-team-notification|dead_lettered|5"],
        ["reason", "Resend is back"],
      ],
    ],
    [`${event}/ignore`, [["reason", "answered by telephone"]]],
  ] satisfies [string, [string, string][]][];

  const ATTACKS: [string, number, (token: string) => OpsRequestInit][] = [
    ["from a frame without an origin", 403, () => ({ headers: { origin: "null" } })],
    ["from a sibling host", 403, () => ({ headers: { origin: "https://tidepost.example" } })],
    ["marked as cross-site", 403, () => ({ headers: { "sec-fetch-site": "cross-site" } })],
    ["marked as same-site", 403, () => ({ headers: { "sec-fetch-site": "same-site" } })],
    [
      "as plain text",
      415,
      (token) => ({ body: `csrf=${token}`, headers: { "content-type": "text/plain" } }),
    ],
    [
      "as JSON",
      415,
      (token) => ({
        body: JSON.stringify({ csrf: token }),
        headers: { "content-type": "application/json" },
      }),
    ],
    [
      "too long",
      413,
      (token) => ({ body: new URLSearchParams({ csrf: token, q: "x".repeat(1_100_000) }) }),
    ],
  ];

  test("request from a foreign page, in another format or too long: rejected without a change", async ({
    db,
  }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
      effects: [{ effect: "send-team-notification", status: "dead_lettered", attempts: 5 }],
    });
    const before = await Promise.all([
      db.select().from(outboxEvents),
      db.select().from(eventEffects),
    ]);
    const opsConsole = openOpsConsole({ db });
    const { send, token, get } = await opsConsole.signIn();
    for (const [kind, status, attack] of ATTACKS) {
      for (const [path, fields] of FORMS) {
        const label = `${path} ${kind}`;
        expect((await send(path, fields, attack(token))).status, label).toBe(status);
      }
    }
    expect((await get("/ops/events")).status, "still signed in").toBe(200);
    expect(
      await Promise.all([db.select().from(outboxEvents), db.select().from(eventEffects)]),
    ).toEqual(before);
    expect(await db.select().from(auditLog)).toEqual([]);
    expect(await db.select().from(replays)).toEqual([]);
  });

  test("CSRF token of another session: rejected", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const ada = await opsConsole.signIn("Ada");
    const eve = await opsConsole.signIn("Eve");
    const body = new URLSearchParams({ csrf: eve.token });
    expect((await ada.send("/ops/sign-out", [], { body })).status).toBe(403);
  });

  test("viewing needs no CSRF token and changes nothing", async ({ db }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
      effects: [{ effect: "send-team-notification", status: "dead_lettered", attempts: 5 }],
    });
    const before = await Promise.all([
      db.select().from(outboxEvents),
      db.select().from(eventEffects),
    ]);
    const { get } = await openOpsConsole({ db }).signIn();
    for (const path of ["/ops/events", event, `${event}/replay`, `${event}/ignore`]) {
      expect((await get(path)).status, path).toBe(200);
    }
    expect(
      await Promise.all([db.select().from(outboxEvents), db.select().from(eventEffects)]),
    ).toEqual(before);
    expect(await db.select().from(auditLog)).toEqual([]);
  });
});
