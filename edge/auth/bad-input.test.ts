import { describe, expect } from "vitest";
import { AUTH, test as base } from "../../tests/support/auth-service.ts";
import { refusal } from "../../tests/support/refusal.ts";
import { UNLIMITED } from "../../tests/support/unlimited.ts";
import { AUTH_STATUS } from "./http/auth-errors.ts";
import type { Limits } from "./limits/limits.ts";

const ADA = { email: "ada@shop.example", password: "low tide at six" };

/** Every endpoint with a body: a valid one, and its fields with values of a wrong type. */
const CALLS = [
  ["POST", "/signup", { ...ADA, data: { a: 1 } }, { data: "x", channel: 1, code_challenge: {} }],
  ["POST", "/token?grant_type=password", ADA, { phone: [] }],
  ["POST", "/token?grant_type=refresh_token", { refresh_token: "x" }, {}],
  ["POST", "/token?grant_type=pkce", { auth_code: "x", code_verifier: "y" }, {}],
  ["POST", "/otp", { email: ADA.email }, { create_user: "yes", data: [1] }],
  ["POST", "/magiclink", { email: ADA.email }, { data: 1 }],
  [
    "POST",
    "/verify",
    { type: "signup", email: ADA.email, token: "1" },
    { token_hash: 1, phone: 1 },
  ],
  ["POST", "/recover", { email: ADA.email }, { code_challenge_method: 1 }],
  ["POST", "/resend", { type: "signup", email: ADA.email }, { phone: {} }],
  ["PUT", "/user", { email: "new@shop.example" }, { password: 1, data: "x", nonce: 1 }],
] as const satisfies readonly (readonly [
  method: string,
  path: string,
  fits: Record<string, unknown>,
  wrong: Record<string, unknown>,
])[];

const test = base.extend<{
  send: (method: string, path: string, body: string) => Promise<Answer>;
}>({
  send: async ({ auth, database }, use) => {
    const eve = { ...ADA, email: "eve@shop.example" };
    await auth.call("POST", "/signup", eve);
    await database.query("update users set email_confirmed_at = now()");
    const { body } = await auth.call("POST", "/token?grant_type=password", eve);
    const authorization = `Bearer ${String(body["access_token"])}`;
    await use(async (method, path, given) => {
      // A second mail within a minute is refused.
      auth.wait(61);
      const answer = await auth.call(method, path, given, { authorization });
      return { ...answer, text: JSON.stringify(answer.body) };
    });
  },
});

type Answer = { status: number; text: string; body: Record<string, unknown> };

describe("every endpoint with a body", () => {
  test("wrong type in any field: rejected without repeating the value", async ({ send }) => {
    for (const [method, path, fits, wrong] of CALLS) {
      const types = {
        ...Object.fromEntries(Object.keys(fits).map((name) => [name, 42_424_242])),
        ...wrong,
      };
      for (const [name, value] of Object.entries(types)) {
        const answer = await send(method, path, JSON.stringify({ ...fits, [name]: value }));
        const context = `${path} ${name}`;
        expect(refusal(answer), context).toEqual([400, "bad_json"]);
        expect(answer.text, context).toContain(name);
        expect(answer.text, context).not.toContain("42424242");
      }
    }
  });

  test("no body, and an empty object but for an update of nothing: rejected", async ({ send }) => {
    for (const [method, path] of CALLS) {
      expect(refusal(await send(method, path, "")), path).toEqual([400, "bad_json"]);
      const { status, body } = await send(method, path, "{}");
      if (path === "/user") {
        expect(status, path).toBe(200);
        continue;
      }
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
      expect(Object.keys(AUTH_STATUS), path).toContain(body["code"]);
      expect(body["message"], path).toEqual(expect.any(String));
    }
  });

  test("null counts as absent; unknown fields and __proto__ are ignored", async ({ send }) => {
    for (const [method, path, fits] of CALLS) {
      const plain = await send(method, path, JSON.stringify(fits));
      const more = `"code_challenge":null,"code_challenge_method":null,"unknown":{"a":1},"gotrue_meta_security":{},"__proto__":{"isAdmin":true}`;
      const answer = await send(method, path, `${JSON.stringify(fits).slice(0, -1)},${more}}`);
      expect(answer.status, path).toBe(plain.status);
    }
  });
});

test("GET and POST with a hostile path or query: never answer with a 5xx", async ({ auth }) => {
  for (const path of [
    "/verify?token=%00&type=signup",
    "/verify?token=x&type=%00",
    "/verify?token=x&type=signup&redirect_to=%00",
    "/verify?token=x&type=signup&redirect_to=https%3A%2F%2F%5B",
    `/verify?token=${"x".repeat(20_000)}&type=signup`,
    "/token?grant_type=%00",
    "/logout?scope=%00",
    "/nothing-here",
    "/%00",
    "/%E0%A4%A",
  ]) {
    for (const method of ["GET", "POST"]) {
      const response = await auth.request(path, {
        method,
        ...(method === "POST" ? { body: "{}" } : {}),
      });
      expect(response.status, `${method} ${path}`).toBeLessThan(500);
    }
  }
});

test("malformed bearer token: rejected", async ({ auth }) => {
  for (const authorization of [
    "Bearer %00",
    "Bearer a.b.c",
    "Bearer ...",
    "Bearer eyJhbGciOiJFUzI1NiJ9..x",
    `Bearer ${"a".repeat(20_000)}`,
    "Bearer Bearer x",
  ] as const) {
    const response = await auth.request("/user", { headers: { authorization } });
    expect(response.status, authorization).toBe(403);
  }
});

test("user metadata too large for a token: rejected", async ({ auth }) => {
  const data = { essay: "x".repeat(5_000) };
  const answer = await auth.call("POST", "/signup", { ...ADA, data });
  expect(refusal(answer)).toEqual([400, "validation_failed"]);
});

describe("error shape", () => {
  test("without an API version the old shape, with one the new; the code is always in a header", async ({
    auth,
  }) => {
    const ask = async (headers: Record<string, string>) => {
      const response = await auth.request("/recover", { method: "POST", body: "{}", headers });
      return {
        status: response.status,
        body: (await response.json()) as unknown,
        version: response.headers.get("x-supabase-api-version"),
        code: response.headers.get("x-sb-error-code"),
      };
    };
    const message = "Password recovery requires an email";
    const code = "validation_failed";
    const older = {
      status: 400,
      body: { code: 400, error_code: code, msg: message },
      version: null,
      code,
    };
    expect(await ask({})).toEqual(older);
    expect(await ask({ "x-supabase-api-version": "2023-01-01" })).toEqual(older);
    expect(await ask({ "x-supabase-api-version": "soon" })).toEqual(older);
    for (const version of ["2024-01-01", "2026-01-01"]) {
      expect(await ask({ "x-supabase-api-version": version })).toEqual({
        status: 400,
        body: { code, message },
        version: "2024-01-01",
        code,
      });
    }
  });

  test("user input appears in no error and no log line", async ({ auth }) => {
    const texts: string[] = [];
    for (const [path, body] of [
      ["/token?grant_type=password", ADA],
      ["/signup", ADA],
      ["/verify", { type: "signup", email: ADA.email, token: "424242" }],
      ["/token?grant_type=refresh_token", { refresh_token: "secret-refresh" }],
    ] as const) {
      const { body: answer, status } = await auth.call("POST", path, body);
      if (status >= 400) texts.push(JSON.stringify(answer));
    }
    texts.push(JSON.stringify(auth.log));
    for (const text of texts) {
      expect(text).not.toMatch(/ada@|low tide|424242|secret-refresh/);
    }
  });
});

describe("CORS for any origin", () => {
  const origin = "https://elsewhere.example";

  test("preflight: answered without a token", async ({ auth }) => {
    for (const path of ["/user", "/token?grant_type=password", "/logout", "/nothing-here"]) {
      const response = await auth.request(path, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "PUT",
          "access-control-request-headers":
            "apikey,authorization,content-type,x-client-info,x-supabase-api-version",
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-methods")).toContain("PUT");
      expect(response.headers.get("access-control-allow-headers")).toContain(
        "x-supabase-api-version",
      );
    }
  });

  test("responses and errors: readable, with the headers that auth-js needs", async ({ auth }) => {
    for (const path of ["/health", "/user", "/verify?token=x&type=signup"]) {
      const response = await auth.request(path, { headers: { origin } });
      expect(response.headers.get("access-control-allow-origin"), path).toBe("*");
      const exposed = response.headers.get("access-control-expose-headers")?.toLowerCase();
      for (const name of ["x-total-count", "link", "x-supabase-api-version"]) {
        expect(exposed, path).toContain(name);
      }
    }
  });
});

describe("public endpoints", () => {
  test("GET /health: answers without a session", async ({ auth }) => {
    expect((await auth.call("GET", "/health")).body).toMatchObject({ name: "GoTrue" });
  });

  test("GET /settings: lists what is enabled", async ({ serviceWith }) => {
    const auth = serviceWith({ MAILER_AUTOCONFIRM: "true", DISABLE_SIGNUP: "true" });
    expect((await auth.call("GET", "/settings")).body).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: true,
      mailer_autoconfirm: true,
      saml_enabled: false,
    });
  });

  test("JWKS: public keys only, cacheable for ten minutes", async ({ auth }) => {
    const response = await auth.request(`${AUTH}/.well-known/jwks.json`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=600");
    expect(await response.json()).toEqual({
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          alg: "ES256",
          use: "sig",
          kid: "key-1",
          x: expect.any(String),
          y: expect.any(String),
        },
      ],
    });
  });
});

test("visitor beyond the limit of an endpoint: refused before the body is read, in the shape of the caller's version", async ({
  serviceWith,
}) => {
  const taken: string[] = [];
  const take: Limits["take"] = (bucket) => {
    taken.push(bucket);
    return Promise.resolve({ allowed: false, retryAfterS: 7 });
  };
  const auth = serviceWith({}, { ...UNLIMITED, take });
  for (const [path, counted] of [
    ["/signup", "signup"],
    ["/token?grant_type=pkce", "token"],
    ["/otp", "otp"],
    ["/magiclink", "otp"],
    ["/recover", "recover"],
    ["/resend", "resend"],
    ["/sso", "sso"],
  ] as const) {
    const answer = await auth.call("POST", path, "no JSON");
    expect(refusal(answer), path).toEqual([429, "over_request_rate_limit"]);
    expect(answer.headers.get("retry-after"), path).toBe("7");
    expect(taken.splice(0), path).toEqual([counted]);
    const older = await auth.call("POST", path, "no JSON", { "x-supabase-api-version": "" });
    expect(older.body, path).toEqual({
      code: 429,
      error_code: "over_request_rate_limit",
      msg: "Request rate limit reached",
    });
    taken.splice(0);
  }
});
