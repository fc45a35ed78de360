import { randomBytes, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Stripe } from "stripe";
import { describe, expect } from "vitest";
import type { EventJob } from "#contracts/events/queue.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { connectDatabase } from "#db/connect.ts";
import { listEdgeRequests } from "#db/edge-requests.ts";
import { traceIdOf } from "#db/events/trace-id.ts";
import { NO_BUCKET } from "../tests/support/buckets.ts";
import { CONTACT_FORM } from "../tests/support/contact-form.ts";
import { test as base } from "../tests/support/database.ts";
import { EDGE_BINDINGS } from "../tests/support/edge-bindings.ts";
import { cheapPasswords } from "../tests/support/passwords.ts";
import { UNLIMITED } from "../tests/support/unlimited.ts";
import { createStripeGateway } from "./adapters/stripe-gateway.ts";
import { createApp } from "./app.ts";
import { readEdgeConfig } from "./config.ts";
import { createTokenVerifier } from "./http/api-key.ts";

const API = "https://api.tidepost.example";
const SITE = "https://tidepost.example";
const ISSUER = `${API}/auth/v1`;

const pair = await generateKeyPair("ES256", { extractable: true });
const foreign = await generateKeyPair("ES256", { extractable: true });
const jwk = { ...(await exportJWK(pair.privateKey)), kid: "key-1" };

async function token(
  options: { key?: CryptoKey; issuer?: string; role?: string; expires?: string; kid?: string } = {},
): Promise<string> {
  return new SignJWT({ role: options.role ?? "anon" })
    .setProtectedHeader({ alg: "ES256", kid: options.kid ?? "key-1" })
    .setIssuer(options.issuer ?? ISSUER)
    .setExpirationTime(options.expires ?? "1h")
    .sign(options.key ?? pair.privateKey);
}

const anonKey = await token();
const SAMPLED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

const CONVERSION = {
  event_id: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
  consent_version: "2026-11",
  consented_at: "2026-11-20T11:59:00.000Z",
  page_url: `${SITE}/contact`,
  fbp: "fb.1.1596403881668.1116446470",
};

const WEBHOOK_SECRET = "whsec_0123456789";

const CONFIG = readEdgeConfig({
  ...EDGE_BINDINGS,
  SITE_URL: SITE,
  API_URL: API,
  JWT_KEYS: JSON.stringify([jwk]),
  STRIPE_SECRET_KEY: "sk_test_stand_in",
  STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  LOG_LEVEL: "debug",
});

type Harness = {
  post: (body: unknown, headers?: Record<string, string>) => Promise<Response>;
  request: (path: string, init?: RequestInit) => Promise<Response>;
  published: EventJob[];
  limited: string[];
  log: Record<string, unknown>[];
  traces: string[];
  behave: { publishFails: boolean; allow: boolean; aheadMs: number };
};

const test = base.extend<{
  edge: Harness;
  edgeOn: (db: Db) => Harness;
  /** PostgreSQL refuses every connection. */
  edgeWithoutDatabase: Harness;
}>({
  // oxlint-disable-next-line no-empty-pattern
  edgeOn: async ({}, use) => {
    const background: Promise<unknown>[] = [];
    await use((db) => harness(db, background));
    await Promise.all(background);
  },
  edge: async ({ db, edgeOn }, use) => {
    await use(edgeOn(db));
  },
  edgeWithoutDatabase: async ({ edgeOn }, use) => {
    const refusing = connectDatabase(CONFIG.DATABASE_URL, {
      max: 1,
      applicationName: "test",
      onError: () => undefined,
    });
    await use(edgeOn(refusing.db));
    await refusing.close();
  },
});

function harness(db: Db, background: Promise<unknown>[]): Harness {
  const published: EventJob[] = [];
  const limited: string[] = [];
  const log: Record<string, unknown>[] = [];
  const traces: string[] = [];
  const behave = { publishFails: false, allow: true, aheadMs: 0 };
  const app = createApp({
    config: CONFIG,
    db,
    publish: {
      graceMs: 2_000,
      now(job) {
        if (behave.publishFails) {
          return Promise.reject(new Error("redis://user:secret@host is down"));
        }
        published.push(job);
        return Promise.resolve();
      },
    },
    verifyToken: createTokenVerifier(CONFIG, () => new Date()),
    payments: createStripeGateway(CONFIG, () => new Date()),
    apiLimiter: { limit: () => Promise.resolve({ success: true }) },
    defaultLimiter: { limit: () => Promise.resolve({ success: true }) },
    passwords: cheapPasswords,
    bucket: NO_BUCKET,
    limits: UNLIMITED,
    captcha: null,
    enquiryLimiter: {
      limit({ key }) {
        limited.push(key);
        return Promise.resolve({ success: behave.allow });
      },
    },
    makeId: (kind) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES)),
    now: () => new Date(Date.now() + behave.aheadMs),
    tagTrace: (traceId) => void traces.push(traceId),
    writeLog: (line) => log.push(JSON.parse(line) as Record<string, unknown>),
  });
  const context = {
    waitUntil: (work: Promise<unknown>) => void background.push(work),
    passThroughOnException: () => undefined,
    props: {},
  };
  const request = async (path: string, init?: RequestInit) =>
    app.request(`${API}${path}`, init, {}, context);
  return {
    request,
    post: (body, headers = {}) =>
      request("/rest/v1/form_submissions", {
        method: "POST",
        headers: { "content-type": "application/json", apikey: anonKey, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    published,
    limited,
    log,
    traces,
    behave,
  };
}

test("requests of every route: counted by outcome, after the response", async ({ db, edge }) => {
  await edge.post(CONTACT_FORM);
  edge.behave.aheadMs = 10_000;
  await edge.request("/nothing");
  await expect
    .poll(() => listEdgeRequests(db))
    .toEqual(
      expect.arrayContaining([
        { route: "enquiry", outcome: "ok", count: 1 },
        { route: "api", outcome: "refused", count: 1 },
      ]),
    );
});

describe("POST /rest/v1/form_submissions", () => {
  test("valid enquiry: stores the row, returns it and publishes its event by id", async ({
    edge,
    database,
  }) => {
    const response = await edge.post(CONTACT_FORM);
    expect(response.status).toBe(201);
    const row = (await response.json()) as Record<string, unknown>;
    expect(row).toMatchObject({ ...CONTACT_FORM, id: expect.stringMatching(/^sub_/) });
    const { rows } = await database.query("select id, correlation_id from outbox_events");
    expect(rows).toEqual([
      { id: expect.stringMatching(/^evt_/), correlation_id: response.headers.get("x-request-id") },
    ]);
    expect(edge.published).toEqual([
      { eventId: rows[0]?.id, type: "ContactSubmitted", version: 1 },
    ]);
  });

  test.for([
    ["valid: keeps it", SAMPLED, SAMPLED],
    ["hostile: stores none, and is accepted", `${SAMPLED}'; drop table users`, null],
  ] as const)("traceparent %s", async ([, header, stored], { edge, database }) => {
    const response = await edge.post(CONTACT_FORM, { traceparent: header });
    expect(response.status).toBe(201);
    expect(response.headers.get("traceparent")).toBeNull();
    const { rows } = await database.query("select correlation_id, traceparent from outbox_events");
    expect(rows[0]?.traceparent).toBe(stored);
    const traceId = traceIdOf({
      correlationId: String(rows[0]?.correlation_id),
      traceparent: stored,
    });
    expect(edge.log).toMatchObject([{ message: "request", traceId }]);
    expect(edge.traces).toEqual([traceId]);
  });

  test("same key and body: returns the same row and adds no event", async ({ edge, database }) => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await edge.post(CONTACT_FORM, headers);
    const again = await edge.post({ ...CONTACT_FORM, first_name: " Ada " }, headers);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(await again.json()).toEqual(await first.json());
    const { rows } = await database.query("select 1 from outbox_events");
    expect(rows).toHaveLength(1);
    expect(edge.published).toHaveLength(1);
  });

  test("keys that are no UUIDs, each sent twice: one enquiry each, and no key itself is stored", async ({
    edge,
    database,
  }) => {
    const keys = ["1", "~".repeat(255), "order 7 of ada@shop.example", '"8e03978e"'];
    for (const key of keys) {
      const headers = { "idempotency-key": key, "cf-connecting-ip": "203.0.113.7" };
      const first = await edge.post(CONTACT_FORM, headers);
      const again = await edge.post(CONTACT_FORM, headers);
      expect([first.status, again.status], key).toEqual([201, 200]);
      expect(await again.json(), key).toEqual(await first.json());
    }
    const { rows } = await database.query(
      "select idempotency_key::text as key from form_submissions",
    );
    expect(rows).toEqual(keys.map(() => ({ key: expect.stringMatching(/^[\da-f-]{36}$/) })));
  });

  test("same key from another network: a UUID is the same request, any other key is another", async ({
    edge,
  }) => {
    const send = async (key: string, address: string) => {
      const headers = { "idempotency-key": key, "cf-connecting-ip": address };
      return (await edge.post(CONTACT_FORM, headers)).status;
    };
    const uuid = randomUUID();
    expect([await send(uuid, "203.0.113.7"), await send(uuid, "198.51.100.9")]).toEqual([201, 200]);
    const upper = uuid.toUpperCase();
    expect(await send(upper, "203.0.113.7")).toBe(200);
    expect([await send("1", "203.0.113.7"), await send("1", "198.51.100.9")]).toEqual([201, 201]);
  });

  test("same key, other body: rejected, nothing changes", async ({ edge, database }) => {
    const headers = { "idempotency-key": randomUUID() };
    await edge.post(CONTACT_FORM, headers);
    const other = await edge.post({ ...CONTACT_FORM, message: "Something else" }, headers);
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ code: "idempotency_key_reused", hint: null });
    const { rows } = await database.query(
      "select payload->>'message' as message from form_submissions",
    );
    expect(rows).toEqual([{ message: CONTACT_FORM.message }]);
  });

  test("with consent: stores consent and user agent; the event says only that consent exists", async ({
    edge,
    database,
  }) => {
    const response = await edge.post(
      { ...CONTACT_FORM, conversion: CONVERSION },
      { "user-agent": "Mozilla/5.0" },
    );
    expect(response.status).toBe(201);
    expect(await response.json()).not.toHaveProperty("conversion");
    const { rows } = await database.query(
      `select conversion, form.payload ? 'conversion' as in_form, event.version, event.payload
       from form_submissions form join outbox_events event on event.aggregate_id = form.id`,
    );
    expect(rows).toEqual([
      {
        conversion: { ...CONVERSION, user_agent: "Mozilla/5.0" },
        in_form: false,
        version: 1,
        payload: {
          submissionId: expect.stringMatching(/^sub_/),
          formType: "contact",
          conversionConsent: true,
        },
      },
    ]);
  });

  test("without consent: stores nothing about the browser", async ({ edge, database }) => {
    await edge.post(CONTACT_FORM, { "user-agent": "Mozilla/5.0" });
    const { rows } = await database.query(
      `select conversion, event.payload->'conversionConsent' as consent
       from form_submissions form join outbox_events event on event.aggregate_id = form.id`,
    );
    expect(rows).toEqual([{ conversion: null, consent: false }]);
  });

  test("enquiry sent again after consent was withdrawn: counts as the same enquiry", async ({
    edge,
    database,
  }) => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await edge.post({ ...CONTACT_FORM, conversion: CONVERSION }, headers);
    const again = await edge.post(CONTACT_FORM, headers);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(await again.json()).toEqual(await first.json());
    const { rows } = await database.query("select 1 from outbox_events");
    expect(rows).toHaveLength(1);
  });

  test("consent that is incomplete, malformed or has an unknown field: rejected", async ({
    edge,
  }) => {
    for (const [name, change] of [
      ["an event id that is not a UUID", { event_id: "lead-1" }],
      ["no consent version", { consent_version: undefined }],
      ["a page URL that is not http", { page_url: "javascript:alert(1)" }],
      ["a malformed pixel cookie", { fbp: "<script>" }],
      ["an unknown field", { ip: "203.0.113.7" }],
    ] as const) {
      const response = await edge.post({
        ...CONTACT_FORM,
        conversion: { ...CONVERSION, ...change },
      });
      expect(response.status, name).toBe(400);
    }
  });

  test("queue is down: the visitor still gets 201, and the queue's URL stays out of the log", async ({
    edge,
  }) => {
    edge.behave.publishFails = true;
    const response = await edge.post(CONTACT_FORM);
    expect(response.status).toBe(201);
    await expect.poll(() => edge.log.map((line) => line["message"])).toContain("publish_deferred");
    expect(JSON.stringify(edge.log)).not.toContain("secret");
  });

  test("filled honeypot: answers as usual and stores nothing", async ({ edge, database }) => {
    const response = await edge.post({ ...CONTACT_FORM, hp_field: "buy now" });
    expect(response.status).toBe(201);
    expect(Object.keys((await response.json()) as object).toSorted()).toEqual(
      [...Object.keys(CONTACT_FORM), "id", "created_at"].toSorted(),
    );
    const { rows } = await database.query("select 1 from form_submissions");
    expect(rows).toEqual([]);
  });

  test("response: an object, a list or nothing, as the headers ask", async ({ edge }) => {
    for (const [name, headers, shape] of [
      ["without headers: an object", {}, "object"],
      ["Prefer: return=representation: a list", { prefer: "return=representation" }, "list"],
      [
        "Accept of one object: an object",
        { prefer: "return=representation", accept: "application/vnd.pgrst.object+json" },
        "object",
      ],
      ["Prefer: return=minimal: nothing", { prefer: "return=minimal" }, "nothing"],
    ] as const) {
      const response = await edge.post(CONTACT_FORM, headers);
      const text = await response.text();
      expect(response.status, name).toBe(201);
      const actual = text === "" ? "nothing" : Array.isArray(JSON.parse(text)) ? "list" : "object";
      expect(actual, name).toBe(shape);
    }
  });

  test("list of one row, as supabase-js may send: accepted", async ({ edge }) => {
    expect((await edge.post([CONTACT_FORM])).status).toBe(201);
  });

  test("enquiry with a malformed body, idempotency key or media type, or no API key: rejected, nothing stored", async ({
    edge,
    database,
  }) => {
    for (const [name, body, headers, status, code] of [
      ["no body", "", {}, 400, "invalid_json"],
      ["a broken body", "{", {}, 400, "invalid_json"],
      ["null", "null", {}, 400, "invalid_input"],
      ["a list of two", JSON.stringify([CONTACT_FORM, CONTACT_FORM]), {}, 400, "invalid_input"],
      [
        "a missing field",
        JSON.stringify({ ...CONTACT_FORM, email: undefined }),
        {},
        400,
        "invalid_input",
      ],
      [
        "an extra field",
        JSON.stringify({ ...CONTACT_FORM, id: "sub_1" }),
        {},
        400,
        "invalid_input",
      ],
      ["__proto__", `{"__proto__": {"form_type": "contact"}}`, {}, 400, "invalid_input"],
      ["5,000 nested lists", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, {}, 400, "invalid_input"],
      [
        "another media type",
        "a=b",
        { "content-type": "text/plain" },
        415,
        "unsupported_media_type",
      ],
      ["a body of 64 KiB and one byte", " ".repeat(64 * 1024 + 1), {}, 413, "payload_too_large"],
      [
        "a key of 256 characters",
        JSON.stringify(CONTACT_FORM),
        { "idempotency-key": "k".repeat(256) },
        400,
        "invalid_idempotency_key",
      ],
      [
        "an empty idempotency key",
        JSON.stringify(CONTACT_FORM),
        { "idempotency-key": "" },
        400,
        "invalid_idempotency_key",
      ],
      [
        "an idempotency key with a control character",
        JSON.stringify(CONTACT_FORM),
        { "idempotency-key": "a\tb" },
        400,
        "invalid_idempotency_key",
      ],
      [
        "an idempotency key outside of ASCII",
        JSON.stringify(CONTACT_FORM),
        { "idempotency-key": "clé" },
        400,
        "invalid_idempotency_key",
      ],
      ["no key for the API", JSON.stringify(CONTACT_FORM), { apikey: "" }, 401, "unauthenticated"],
    ] as const) {
      const response = await edge.post(body, headers);
      const answer = (await response.json()) as Record<string, unknown>;
      expect({ status: response.status, code: answer["code"] }, name).toEqual({ status, code });
      expect(answer["requestId"], name).toBe(response.headers.get("x-request-id"));
    }
    const { rows } = await database.query("select 1 from form_submissions");
    expect(rows).toEqual([]);
  });

  test("validation error: names the fields, never their values", async ({ edge }) => {
    const response = await edge.post({ ...CONTACT_FORM, email: "ada-at-shop", message: "" });
    const text = await response.text();
    expect(text).toContain("email:");
    expect(text).toContain("message:");
    expect(text).not.toContain("ada-at-shop");
  });

  test("rate limit exceeded: rejected before the body is read", async ({ edge }) => {
    edge.behave.allow = false;
    const response = await edge.post("{", { "cf-connecting-ip": "203.0.113.7" });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("60");
    expect(edge.limited).toEqual(["203.0.113.7"]);
  });

  test("database is down: 503 with Retry-After", async ({ edgeWithoutDatabase }) => {
    const response = await edgeWithoutDatabase.post(CONTACT_FORM);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.json()).toMatchObject({ code: "unavailable" });
  });

  test("log: contains nothing that a visitor typed", async ({ edge }) => {
    await edge.post(CONTACT_FORM);
    await edge.post({ ...CONTACT_FORM, subject: "Hello from ada@shop.example" });
    const log = JSON.stringify(edge.log);
    for (const value of ["ada@", "Byron", "20 posts"]) expect(log).not.toContain(value);
  });
});

describe("/auth/v1", () => {
  test("database is down: 503 with a code that tells auth-js to retry", async ({
    edgeWithoutDatabase,
  }) => {
    const response = await edgeWithoutDatabase.request("/auth/v1/recover", {
      method: "POST",
      headers: { "x-supabase-api-version": "2024-01-01" },
      body: JSON.stringify({ email: "ada@shop.example" }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.json()).toMatchObject({ code: "service_unavailable" });
  });
});

test("POST /webhooks/stripe, database is down: 503 with Retry-After, so that Stripe sends it again", async ({
  edgeWithoutDatabase,
}) => {
  const payload = JSON.stringify({
    id: "evt_1",
    created: 1_795_000_000,
    livemode: false,
    type: "invoice.paid",
    data: { object: { id: "in_1", object: "invoice", customer: "cus_1" } },
  });
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: WEBHOOK_SECRET,
  });
  const response = await edgeWithoutDatabase.request("/webhooks/stripe", {
    method: "POST",
    headers: { "stripe-signature": signature },
    body: payload,
  });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
});

describe("API key", () => {
  test("key that is forged, foreign, expired, malformed or too long: rejected", async ({
    edge,
  }) => {
    for (const [name, make] of [
      ["signed by a stranger", () => token({ key: foreign.privateKey })],
      ["of another issuer", () => token({ issuer: "https://elsewhere.example/auth/v1" })],
      ["that has expired", () => token({ expires: "-1h" })],
      ["of an unknown role", () => token({ role: "postgres" })],
      ["of an unknown key", () => token({ kid: "key-2" })],
      [
        "without a signature",
        () => Promise.resolve(`${btoa('{"alg":"none"}')}.${btoa('{"role":"anon"}')}.`),
      ],
      ["that is malformed", () => Promise.resolve("public-anon-key")],
      ["of 9,000 characters", () => Promise.resolve("a".repeat(9_000))],
    ] as const) {
      const response = await edge.post(CONTACT_FORM, { apikey: await make() });
      expect(response.status, name).toBe(401);
      expect(await response.json(), name).toMatchObject({ code: "unauthenticated" });
    }
  });

  test("invalid bearer token with a valid API key: rejected", async ({ edge }) => {
    const authorization = `Bearer ${await token({ key: foreign.privateKey })}`;
    expect((await edge.post(CONTACT_FORM, { authorization })).status).toBe(401);
  });

  test("bearer token without an API key: serves as the key", async ({ edge }) => {
    const response = await edge.request("/rest/v1/form_submissions", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${anonKey}` },
      body: JSON.stringify(CONTACT_FORM),
    });
    expect(response.status).toBe(201);
  });
});

describe("all responses", () => {
  test("responses of every kind: carry their request id and the security headers", async ({
    edge,
  }) => {
    for (const [path, status] of [
      ["/healthz", 200],
      ["/readyz", 200],
      ["/nothing-here", 404],
      ["/rest/v1/users", 401],
      ["/auth/v1/health", 200],
      ["/auth/v1/user", 401],
      ["/auth/v1/nothing-here", 404],
    ] as const) {
      const response = await edge.request(path);
      expect(response.status, path).toBe(status);
      expect(response.headers.get("x-request-id"), path).toMatch(/^req_/);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
      expect(response.headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(response.headers.get("strict-transport-security"), path).toContain("max-age=31536000");
      expect(response.headers.get("content-security-policy"), path).toContain("default-src 'none'");
    }
  });

  test("CORS: allows the site's origin only", async ({ edge }) => {
    const preflight = async (origin: string) =>
      edge.request("/rest/v1/form_submissions", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    expect((await preflight(SITE)).headers.get("access-control-allow-origin")).toBe(SITE);
    const other = await preflight("https://elsewhere.example");
    expect(other.headers.get("access-control-allow-origin")).not.toBe("https://elsewhere.example");
  });

  test("CORS: the site can read error responses too", async ({ edge }) => {
    const response = await edge.post("{", { origin: SITE });
    expect(response.status).toBe(400);
    expect(response.headers.get("access-control-allow-origin")).toBe(SITE);
  });
});

test("request log line: names the route's pattern, not the path", async ({ edge }) => {
  const requests = [
    ["POST", "/rest/v1/form_submissions", "/rest/v1/form_submissions"],
    ["GET", "/healthz", "/healthz"],
    ["GET", "/auth/v1/settings", "/auth/v1/settings"],
    ["POST", "/auth/v1/logout?scope=local", "/auth/v1/logout"],
    ["DELETE", "/auth/v1/factors/ada@shop.example", "/auth/v1/factors/:id"],
    ["GET", "/auth/v1/ada@shop.example", "/*"],
    ["GET", "/ada@shop.example", "/*"],
    ["OPTIONS", "/rest/v1/form_submissions", "/rest/*"],
  ] as const;
  for (const [method, path] of requests) await edge.request(path, { method });
  expect(edge.log.filter(({ message }) => message === "request")).toEqual(
    requests.map(([method, , route]) => expect.objectContaining({ method, route })),
  );
});
