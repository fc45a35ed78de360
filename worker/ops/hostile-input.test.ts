import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import { OPS_ORIGIN, OPS_PASSWORD, openOpsConsole } from "../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../tests/support/ops-customer.ts";
import { proposePost } from "../../tests/support/post-rows.ts";
import { seedEvent, seedIds, seedEnquiry } from "../../tests/support/seed-event.ts";
import { EMPTY_QUERY } from "../ops-links.ts";
import { safeReturnPath } from "./paths.ts";

const HOSTILE: Readonly<Record<string, string>> = {
  "a quote": "'",
  "SQL after a quote, for each way to quote":
    "x\\' or '1'='1'); drop table users cascade; -- $$; select pg_sleep(9); $$ $1 \\",
  wildcards: "%_%25*",
  "a wildcard in an email address": "%@%",
  "a NUL byte": "a\0b",
  "a NUL byte in an email address": "a\0@shop.example",
  "a text direction override": "\u202Egpj.exe\u2066",
  "a line end": "a\r\nSet-Cookie: ops=eve\r\n\r\nb",
  markup: `"><script>alert(1)</script><img src=x onerror=alert(1)>'`,
  "a path": "../../../etc/passwd",
  "an impossible timestamp": "0000-02-31T24:00:00.000Z~x",
  "a timestamp of the year 0": "0000-01-01T00:00:00.000Z~evt_x",
  "a timestamp on 31 February": "2026-02-31T00:00:00.000Z~evt_x",
  "31 February": "2026-02-31",
  "a date of the year 0": "0000-01-01",
  "a number beyond any limit": "1e999",
  "a very long word": "x".repeat(5_000),
};

const EVENT = `/ops/events/${seedIds().eventId}`;
const POST = `pst_${"0".repeat(26)}`;
const customerUrl = (id: string) => `/ops/customers/${encodeURIComponent(id)}`;

const QUERIES: readonly [path: string, name: string][] = [
  ...Object.keys(EMPTY_QUERY).map((name): [string, string] => ["/ops/events", name]),
  ...["q", "search", "state", "plan", "manager", "before"].map((name): [string, string] => [
    "/ops/customers",
    name,
  ]),
  [customerUrl("cus_1"), "shown"],
  ["/ops/overview", "live"],
  ["/ops/retention", "days"],
  [EVENT, "notice"],
  [EVENT, "shown"],
  ["/ops/promises/1", "notice"],
  [`/ops/content/posts/${POST}`, "notice"],
  [`/ops/content/posts/${POST}`, "list"],
  ...["who", "client", "platform", "from", "until", "q", "state", "after"].flatMap(
    (name): [string, string][] => [
      ["/ops/content", name],
      ["/ops/content/today", name],
    ],
  ),
  ["/ops/team", "notice"],
  ["/ops/sign-in", "next"],
  ["/ops/queues", "q"],
];

const FIELDS = [
  ...Object.keys(EMPTY_QUERY),
  "effect",
  "send_again",
  "event",
  "channel",
  "version",
  "key",
  "name",
  "hours",
  "whatsapp",
  "manager",
  "url_instagram",
  "do",
  "saves",
  "revision",
  "words",
  "early",
  "export_platform",
  "instagram.views.now",
  "instagram.source",
  "instagram.days",
  "month",
  "on",
  "act",
  "tick",
  "draft",
  "back",
  "post",
  ...[
    "text",
    "platform",
    "on",
    "time",
    "revision",
    "seen",
    "base",
    "file",
    "who",
    "note",
    "add",
  ].map((name) => `${POST}.${name}`),
  "id",
  "text",
  "platform",
  "planned_on",
  "planned_time",
];

/** Gets a hostile text past the checks of the other fields. */
const VALID: readonly [name: string, value: string][] = [
  ["version", "1"],
  ["key", "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11"],
  ["url_instagram", "https://www.instagram.com/p/1"],
  ["early", "yes"],
  ["revision", "1"],
  ["saves", "0"],
  ["text", "Fig rolls."],
  ["platform", "instagram"],
  ["planned_on", "2026-11-27"],
  ["planned_time", "18:00"],
];

async function rowsOf(database: TestDatabase) {
  const texts = [
    "select table_name from information_schema.tables where table_schema = 'public' order by 1",
    "select * from users where email is not null order by id",
    "select * from form_submissions",
  ];
  return Promise.all(texts.map(async (text) => (await database.query(text)).rows));
}

type OpsConsole = ReturnType<typeof openOpsConsole>;

async function openSeededConsole(db: Db, database: TestDatabase) {
  const { userId } = await seedOpsCustomer(db);
  await proposePost(db, userId, {}, POST);
  await seedEnquiry(db, { email: "grace@navy.example" });
  await seedEvent(db, { effects: [{ effect: "send-team-notification", status: "completed" }] });
  await db.insert(promises).values({
    rule: "answer-enquiry",
    subjectId: seedIds().submissionId,
    startedByEvent: seedIds().eventId,
    startedAt: "2026-11-20T23:13:00.000Z",
    warnAt: "2026-11-21T21:13:00.000Z",
    dueAt: "2026-11-21T23:13:00.000Z",
  });
  const app = openOpsConsole({ db });
  const opsConsole = await app.signIn();
  const before = await rowsOf(database);
  return {
    opsConsole,
    app,
    userId,
    expectHarmless: async (received: Response, label: string): Promise<void> => {
      let response = received;
      const location = response.headers.get("location");
      if (response.status === 303 && location !== null) {
        expect(new URL(location, OPS_ORIGIN).origin, label).toBe(OPS_ORIGIN);
        response = await opsConsole.get(location);
      }
      const html = await response.text();
      const lastLogLine = JSON.stringify(app.lines.at(-1));
      expect(response.status, `${label}: ${lastLogLine}`).toBeLessThan(500);
      expect(html, label).not.toMatch(/<script>alert|<img src=x/);
      expect(response.headers.getSetCookie().join(), label).not.toContain("eve");
    },
    expectUnchanged: async (): Promise<void> => {
      expect(await rowsOf(database)).toEqual(before);
      expect(app.lines.filter(({ name }) => name === "ops_failed")).toEqual([]);
    },
  };
}

const routesOf = (
  { routes }: OpsConsole,
  isIncluded: (route: OpsConsole["routes"][number]) => boolean,
) => [
  ...new Set(
    routes
      .filter(({ method }) => method !== "ALL")
      .filter(isIncluded)
      .map(({ method, path }) => `${method} /ops${path}`),
  ),
];

describe("hostile text changes nothing in the ops console and is shown as text", () => {
  test("in every query parameter", async ({ db, database }) => {
    const { opsConsole, expectHarmless, expectUnchanged } = await openSeededConsole(db, database);
    for (const [path, name] of QUERIES) {
      for (const [kind, text] of Object.entries(HOSTILE)) {
        const query = String(new URLSearchParams({ [name]: text }));
        await expectHarmless(
          await opsConsole.get(`${path}?${query}`),
          `${kind} in ${path}?${name}=`,
        );
      }
    }
    await expectUnchanged();
  });

  test("in every path parameter", async ({ db, database }) => {
    const { opsConsole, app, expectHarmless, expectUnchanged } = await openSeededConsole(
      db,
      database,
    );
    const getRoutes = routesOf(app, ({ method, path }) => method === "GET" && path.includes(":"));
    expect(getRoutes.length).toBeGreaterThan(7);
    for (const route of getRoutes) {
      for (const [kind, text] of Object.entries(HOSTILE)) {
        const path = route.replace("GET ", "").replaceAll(/:\w+/g, encodeURIComponent(text));
        await expectHarmless(await opsConsole.get(path), `${kind} in ${route}`);
      }
    }
    await expectUnchanged();
  });

  test("in every field of every form", async ({ db, database }) => {
    const { opsConsole, app, userId, expectHarmless, expectUnchanged } = await openSeededConsole(
      db,
      database,
    );
    const forms = routesOf(
      app,
      ({ method, path }) => method === "POST" && !/sign-(?:in|out)|^\/queues/.test(path),
    );
    expect(forms.length).toBeGreaterThan(6);
    for (const route of forms) {
      const path = route
        .replace("POST ", "")
        .replace("/promises/:id", "/promises/1")
        .replace("/posts/:id", `/posts/${POST}`)
        .replace("/reports/:key/:number", `/reports/${userId}/1`)
        .replace("/content/:key", `/content/${userId}`)
        .replace(":id", seedIds().eventId)
        .replace(":key", "cus_1");
      for (const [kind, text] of Object.entries(HOSTILE)) {
        // A valid reason gets past the first check.
        for (const reason of [text, "because"]) {
          const fields = FIELDS.map((name): [string, string] => [name, text]);
          const response = await opsConsole.send(path, [...fields, ["reason", reason]]);
          await expectHarmless(response, `${kind} in ${route}`);
          if (response.status !== 422) break;
        }
        if (!route.includes("/content/")) continue;
        const rest = VALID.map(([name, value]): [string, string] =>
          /^(?:text|url)/.test(name) ? [name, text] : [name, value],
        );
        await expectHarmless(await opsConsole.send(path, rest), `${kind} as text in ${route}`);
      }
    }
    await expectUnchanged();
  });

  test("in the sign-in forms", async ({ db }) => {
    const app = openOpsConsole({ db });
    for (const [kind, text] of Object.entries(HOSTILE)) {
      for (const fields of [
        { email: text, password: "x" },
        { email: "ada@tidepost.example", password: text },
        { email: "ada@tidepost.example", password: OPS_PASSWORD, next: text },
      ]) {
        const response = await app.submitSignIn(fields);
        expect(response.status, kind).toBeLessThan(500);
        expect(await response.text(), kind).not.toMatch(/<script>alert|<img src=x/);
        app.wait(3_600_000);
      }
      for (const field of ["held", "code", "next"]) {
        const response = await app.post("/ops/sign-in/code", [[field, text]]);
        expect(response.status, `${kind} in ${field}`).toBeLessThan(500);
      }
    }
  });
});

test("search: matches the text literally, not as a pattern or SQL", async ({ db }) => {
  await seedOpsCustomer(db);
  const { get, send } = await openOpsConsole({ db }).signIn();
  for (const text of [
    "%",
    "_",
    "g%",
    "Grace_Hopper",
    "\\",
    "' or true --",
    "grace@navy.example' or '1'='1",
  ]) {
    const redirect = await send("/ops/customers/find", [["q", text]]);
    const html = await (await get(redirect.headers.get("location") ?? "")).text();
    expect(html, text).toContain("No results");
  }
});

test.for([
  "https://evil.example/ops/events",
  "//evil.example/ops/events",
  "/\\evil.example/ops/events",
  "\\\\evil.example\\ops",
  `${OPS_ORIGIN}.evil.example/ops/events`,
  `${OPS_ORIGIN}//evil.example/ops/events`,
  "/..//evil.example/ops/events",
  `https://ops.tidepost.example@evil.example/ops/events`,
  "javascript:alert(1)//ops/",
  "/\t/evil.example/ops/",
  "/ops/../../evil",
  "/ops/sign-in",
  "/ops/sign-in/code",
  "/ops/sign-in?next=/ops/sign-in",
  "http://[",
  "/dashboard",
])("return path of a sign-in stays inside the ops console: %s", (next) => {
  expect(safeReturnPath(next, OPS_ORIGIN)).toBe("/ops/overview");
});

test("sign-in with the address of another site as its return path: opens the overview", async ({
  db,
}) => {
  const response = await openOpsConsole({ db }).submitSignIn({ next: "//evil.example/ops/events" });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/ops/overview");
});

describe("form of the ops console", () => {
  const changes = (opsConsole: ReturnType<typeof openOpsConsole>) =>
    opsConsole.routes
      .filter(
        ({ method, path }) =>
          method !== "ALL" && method !== "GET" && !/^\/(?:sign-in|queues)/.test(path),
      )
      .map(({ method, path }) => ({
        method,
        path: `/ops${path}`.replaceAll(/:\w+/g, "x").replace("*", "x"),
      }));

  test("without its CSRF token or origin: every form is rejected", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const { cookie, token, get } = await opsConsole.signIn();
    const forms = changes(opsConsole);
    expect(forms.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/ops/sign-out",
        "/ops/events/search",
        "/ops/events/x/replay",
        "/ops/events/x/ignore",
        "/ops/events/x/refund/approve",
        "/ops/events/x/refund/decline",
        "/ops/customers/find",
        "/ops/customers/x/reveal",
        "/ops/customers/x/refund/x",
        "/ops/customers/x/second-step/x",
        "/ops/customers/x/resume-emails",
        "/ops/promises/x/keep",
        "/ops/promises/x/release",
        "/ops/content/x/propose",
        "/ops/content/x/save",
        "/ops/content/posts/x/publish",
        "/ops/content/posts/x/withdraw",
      ]),
    );
    const origin = OPS_ORIGIN;
    for (const { method, path } of forms) {
      for (const [why, headers, body] of [
        ["no token", { origin }, {}],
        ["a wrong one", { origin }, { csrf: "AAAA" }],
        ["another site", { origin: "https://evil.example" }, { csrf: token }],
        ["no origin", {}, { csrf: token }],
        ["a token in the address", { origin, "x-csrf": token }, {}],
      ] as const) {
        const response = await opsConsole.request(`${path}?csrf=${token}`, {
          method,
          headers: { cookie, ...headers },
          body: new URLSearchParams(body),
        });
        expect(response.status, `${method} ${path} with ${why}`).toBe(403);
      }
    }
    expect((await get("/ops/events")).status, "still signed in").toBe(200);
  });

  test("method override by header or field: ignored", async ({ db, database }) => {
    await seedEvent(db, {
      effects: [{ effect: "send-team-notification", status: "dead_lettered" }],
    });
    const { get, token } = await openOpsConsole({ db }).signIn();
    const { rows: before } = await database.query("select * from event_effects");
    const response = await get(`${EVENT}/ignore?_method=POST&csrf=${token}&reason=because`, {
      headers: { "x-http-method-override": "POST" },
    });
    expect(response.status).toBe(200);
    expect((await database.query("select * from event_effects")).rows).toEqual(before);
  });
});
