import { randomUUID } from "node:crypto";
import { generateKeyPair } from "jose";
import { describe, expect } from "vitest";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { type AuthService, test } from "../tests/support/auth-service.ts";
import { NO_BUCKET } from "../tests/support/buckets.ts";
import type { TestDatabase } from "../tests/support/database.ts";
import { totp } from "../tests/support/totp.ts";
import { UNLIMITED } from "./auth/limits/limits.ts";
import { hasDefaultLimit } from "./http/rate-limit.ts";
import type { AUTH_OPERATIONS } from "./openapi/auth-operations.ts";
import { ALL_OPERATIONS } from "./openapi/document.ts";

type Access =
  /** No key: the request carries a signature or a code. */
  | { for: "anybody" }
  /** The site's public key. */
  | { for: "visitor"; body?: object }
  /** A session. */
  | { for: "account"; body?: object; query?: string }
  /** The service key. */
  | { for: "service"; body?: object };

const ID = randomUUID();
const PASSWORD = "low tide at six";
const SUBSCRIPTION = { subscriptionId: "sub_1" };

/** Every endpoint of the edge; the test below fails for one that is missing. */
const ROUTES: Readonly<Record<string, Access>> = {
  "GET /openapi.json": { for: "anybody" },
  "GET /docs": { for: "anybody" },
  "GET /healthz": { for: "anybody" },
  "GET /readyz": { for: "anybody" },
  "GET /.well-known/security.txt": { for: "anybody" },
  "POST /webhooks/stripe": { for: "anybody" },
  "POST /webhooks/resend": { for: "anybody" },
  "GET /media/:id/:file": { for: "anybody" },
  "PUT /media/:id/:file": { for: "anybody" },
  "DELETE /media/:id/raw": { for: "anybody" },
  "DELETE /media/:id": { for: "anybody" },
  "GET /photos/:id": { for: "anybody" },

  "GET /auth/v1/health": { for: "anybody" },
  "GET /auth/v1/settings": { for: "anybody" },
  "GET /auth/v1/.well-known/jwks.json": { for: "anybody" },
  "GET /auth/v1/.well-known/openid-configuration": { for: "anybody" },
  "POST /auth/v1/signup": { for: "anybody" },
  "POST /auth/v1/token": { for: "anybody" },
  "POST /auth/v1/otp": { for: "anybody" },
  "POST /auth/v1/magiclink": { for: "anybody" },
  "POST /auth/v1/verify": { for: "anybody" },
  "GET /auth/v1/verify": { for: "anybody" },
  "POST /auth/v1/recover": { for: "anybody" },
  "POST /auth/v1/resend": { for: "anybody" },
  "GET /auth/v1/authorize": { for: "anybody" },
  "GET /auth/v1/callback": { for: "anybody" },
  "POST /auth/v1/callback": { for: "anybody" },
  "POST /auth/v1/sso": { for: "anybody" },
  "GET /auth/v1/reauthenticate": { for: "account" },
  "GET /auth/v1/user": { for: "account" },
  "PUT /auth/v1/user": { for: "account", body: { data: { theme: "dark" } } },
  "POST /auth/v1/logout": { for: "account" },
  "GET /auth/v1/user/identities/authorize": {
    for: "account",
    query: `?provider=github&code_challenge=${"c".repeat(43)}&code_challenge_method=s256`,
  },
  "DELETE /auth/v1/user/identities/:id": { for: "account" },
  "POST /auth/v1/factors": { for: "account", body: { factor_type: "totp" } },
  "POST /auth/v1/factors/:id/challenge": { for: "account", body: {} },
  "POST /auth/v1/factors/:id/verify": {
    for: "account",
    body: { challenge_id: ID, code: "123456" },
  },
  "DELETE /auth/v1/factors/:id": { for: "account" },
  "GET /auth/v1/factors/recovery-codes": { for: "account" },
  "POST /auth/v1/factors/recovery-codes": { for: "account" },
  "POST /auth/v1/factors/recovery-codes/verify": { for: "account", body: { code: "0" } },
  "POST /auth/v1/factors/recovery-codes/regenerate": { for: "account" },
  "DELETE /auth/v1/factors/recovery-codes": { for: "account" },
  "POST /auth/v1/passkeys/registration/options": { for: "account", body: {} },
  "POST /auth/v1/passkeys/registration/verify": {
    for: "account",
    body: { challenge_id: ID, credential: {} },
  },
  "POST /auth/v1/passkeys/authentication/options": { for: "anybody" },
  "POST /auth/v1/passkeys/authentication/verify": { for: "anybody" },
  "GET /auth/v1/passkeys": { for: "account" },
  "PATCH /auth/v1/passkeys/:id": { for: "account", body: { friendly_name: "My phone" } },
  "DELETE /auth/v1/passkeys/:id": { for: "account" },
  "GET /auth/v1/admin/users": { for: "service" },
  "POST /auth/v1/admin/users": { for: "service", body: { email: "eve@shop.example" } },
  "GET /auth/v1/admin/users/:id": { for: "service" },
  "PUT /auth/v1/admin/users/:id": { for: "service", body: { role: "service_role" } },
  "DELETE /auth/v1/admin/users/:id": { for: "service" },
  "GET /auth/v1/admin/users/:id/factors": { for: "service" },
  "DELETE /auth/v1/admin/users/:id/factors/:factorId": { for: "service" },
  "GET /auth/v1/admin/users/:id/passkeys": { for: "service" },
  "DELETE /auth/v1/admin/users/:id/passkeys/:passkeyId": { for: "service" },
  "POST /auth/v1/invite": { for: "service", body: { email: "eve@shop.example" } },
  "POST /auth/v1/admin/generate_link": {
    for: "service",
    body: { type: "magiclink", email: "eve@shop.example" },
  },

  "POST /rest/v1/form_submissions": { for: "visitor", body: {} },
  "GET /rest/v1/user_subscription": { for: "account" },
  "GET /rest/v1/user_orders": { for: "account" },

  "GET /functions/v1/account/sessions": { for: "account" },
  "GET /functions/v1/account/email": { for: "account" },
  "POST /functions/v1/account/mail-link": { for: "visitor", body: { token: "x" } },
  "GET /functions/v1/account/export": { for: "account" },
  "POST /functions/v1/account/reauthenticate": { for: "account", body: { password: "x" } },
  "POST /functions/v1/account/erase": { for: "account" },
  "POST /functions/v1/stripe-checkout": { for: "visitor", body: {} },
  "POST /functions/v1/promotion-code": { for: "visitor", body: {} },
  "GET /functions/v1/checkout-session": { for: "visitor" },
  "POST /functions/v1/billing-portal": {
    for: "account",
    body: { flow: "payment_method_update", returnUrl: "https://tidepost.example/dashboard" },
  },
  "POST /functions/v1/order-document": {
    for: "account",
    body: { orderId: "in_1", document: "pdf" },
  },
  "GET /functions/v1/billing-details": { for: "account" },
  "POST /functions/v1/billing-details": {
    for: "account",
    body: {
      name: "Marlow & Finch Ltd",
      line1: "1 Harbour Street",
      line2: "",
      city: "Whitstable",
      postalCode: "CT5 1AA",
      country: "GB",
      vatNumber: "GB123456782",
      invoiceEmail: "books@shop.example",
    },
  },
  "GET /functions/v1/brief": { for: "account" },
  "PUT /functions/v1/brief": {
    for: "account",
    body: { version: 1, revision: 0, answers: NO_ANSWERS },
  },
  "POST /functions/v1/brief/submit": { for: "account", body: { version: 1, revision: 1 } },
  "POST /functions/v1/brief/approvers": {
    for: "account",
    body: { name: "Ben Hart", email: "ben@shop.example" },
  },
  "DELETE /functions/v1/brief/approvers/:id": { for: "account" },
  "GET /functions/v1/material": { for: "account" },
  "POST /functions/v1/material": {
    for: "account",
    body: { name: "a.jpg", bytes: 1, fingerprint: "0".repeat(64) },
  },
  "PUT /functions/v1/material/:id/parts/:part": { for: "visitor" },
  "POST /functions/v1/material/:id/complete": { for: "account" },
  "DELETE /functions/v1/material/:id": { for: "account" },
  "GET /functions/v1/calendar": { for: "account" },
  "POST /functions/v1/posts/decisions": {
    for: "account",
    body: {
      decision: "approved",
      posts: [
        { postId: "pst_01KAHX2J3V7W8R9T0A1B2C3D4E", version: 1, contentHash: "0".repeat(64) },
      ],
    },
  },
  // Whoever has the token of an email.
  "GET /functions/v1/review": { for: "visitor" },
  "POST /functions/v1/review/decisions": { for: "visitor", body: {} },
  "POST /functions/v1/review/fresh-email": { for: "visitor" },
  "GET /functions/v1/review/posts/:id/comments": { for: "visitor" },
  "POST /functions/v1/review/posts/:id/comments": { for: "visitor", body: {} },
  "GET /functions/v1/posts/:id/comments": { for: "account" },
  "POST /functions/v1/posts/:id/comments": {
    for: "account",
    body: { key: ID, version: 1, text: "Hello" },
  },
  "GET /functions/v1/reports": { for: "account" },
  "POST /functions/v1/report": {
    for: "visitor",
    body: { reportId: `rep_${"0".repeat(26)}`, token: "a".repeat(43) },
  },
  "POST /functions/v1/page-views": { for: "visitor", body: { path: "/", isVisit: true } },
  "GET /functions/v1/open-invoice": { for: "account" },
  "POST /functions/v1/open-invoice": { for: "account" },
  "GET /functions/v1/subscription": { for: "account" },
  "GET /functions/v1/unclaimed-purchases": { for: "account" },
  "POST /functions/v1/unclaimed-purchases": {
    for: "account",
    body: { subscriptionId: "sub_1" },
  },
  "POST /functions/v1/plan-change": {
    for: "account",
    body: { plan: "tidepost_plus_monthly", prorationDate: 1, dueTodayPence: 1 },
  },
  "POST /functions/v1/plan-change/preview": {
    for: "account",
    body: { plan: "tidepost_plus_monthly" },
  },
  "POST /functions/v1/plan-change/withdraw": { for: "account", body: SUBSCRIPTION },
  "POST /functions/v1/retention-offer": { for: "account", body: {} },
  "POST /functions/v1/apply-retention-discount": { for: "account", body: SUBSCRIPTION },
  "POST /functions/v1/cancel-subscription": { for: "account", body: SUBSCRIPTION },
  "POST /functions/v1/keep-subscription": { for: "account", body: SUBSCRIPTION },
  "POST /functions/v1/refund-request": {
    for: "account",
    body: { ...SUBSCRIPTION, message: "Please give it back." },
  },
};

/** Enables everything, so that a rejection is about the caller. */
const SETTINGS = {
  MAILER_AUTOCONFIRM: "true",
  PASSKEY_ENABLED: "true",
  SECURITY_MANUAL_LINKING_ENABLED: "true",
  EXTERNAL_GITHUB_ENABLED: "true",
  EXTERNAL_GITHUB_CLIENT_ID: "tidepost",
  EXTERNAL_GITHUB_SECRET: "a secret of tests",
  STRIPE_SECRET_KEY: "sk_test_authorization",
  STRIPE_API_BASE: "http://127.0.0.1:1",
};

const foreign = await generateKeyPair("ES256");

test("every route is listed here with the access that it requires", ({ serviceWith }) => {
  expect(serviceWith(SETTINGS).routes.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
});

test("every route with the default limit: refuses a visitor or an account above it", async ({
  serviceWith,
}) => {
  const spent = new Set<string>();
  const edge = serviceWith(SETTINGS, UNLIMITED, NO_BUCKET, {
    limit: ({ key }) => Promise.resolve({ success: !spent.has(key) }),
  });
  const { token, claims } = await signUp(edge);
  const headers = { ...bearer(token), "cf-connecting-ip": "192.0.2.1" };
  for (const key of ["192.0.2.1", claims.sub]) {
    spent.clear();
    spent.add(key);
    for (const [route, { for: _, ...call }] of Object.entries(ROUTES)) {
      const isRefused = (await statusOf(edge, { route, ...call }, headers)) === 429;
      expect(isRefused, route).toBe(hasDefaultLimit(route.split(" ")[1] ?? ""));
    }
  }
});

type Call = { route: string; body?: object; query?: string };

const routesFor = (wanted: Access["for"]): [string, Call][] =>
  Object.entries(ROUTES).flatMap(([route, { for: audience, ...call }]) =>
    audience === wanted ? [[route, { route, ...call }]] : [],
  );

async function statusOf(
  edge: AuthService,
  { route, body, query = "" }: Call,
  headers: Record<string, string>,
): Promise<number> {
  const [method = "", path = ""] = route.split(" ");
  const response = await edge.request(
    `https://api.tidepost.example${path.replace(/:\w+/g, ID)}${query}`,
    {
      method,
      headers: {
        "content-type": "application/json",
        accept: "application/vnd.pgrst.object+json",
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  return response.status;
}

async function signUp(edge: AuthService) {
  const email = `ada-${randomUUID()}@shop.example`;
  const { body } = await edge.call("POST", "/signup", { email, password: PASSWORD });
  const { access_token: token, user } = body as { access_token: string; user: { id: string } };
  const [, payload = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
    session_id: string;
  };
  return {
    email,
    token,
    claims: {
      sub: user.id,
      role: "authenticated",
      aal: "aal1",
      session_id: claims.session_id,
    },
  };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** @returns the aal2 token */
async function enrollFactor(edge: AuthService, token: string): Promise<string> {
  const enrolled = await edge.call("POST", "/factors", { factor_type: "totp" }, bearer(token));
  const { id, totp: secrets } = enrolled.body as { id: string; totp: { secret: string } };
  const asked = await edge.call("POST", `/factors/${id}/challenge`, {}, bearer(token));
  const code = totp(secrets.secret, edge.clock.now.getTime());
  const answer = { challenge_id: asked.body["id"], code };
  const proven = await edge.call("POST", `/factors/${id}/verify`, answer, bearer(token));
  return String(proven.body["access_token"]);
}

describe("routes for a user's session", () => {
  // The auth API itself is where the factor is presented. An erased account has no session.
  const beyondFactor = routesFor("account")
    .filter(([route]) => !route.includes("/auth/"))
    .toSorted(([a], [b]) => Number(a.endsWith("/erase")) - Number(b.endsWith("/erase")));

  test("every route beyond the auth API: rejects aal1 when the user has a factor, accepts aal2", async ({
    serviceWith,
  }) => {
    const edge = serviceWith(SETTINGS);
    const apikey = await edge.sign({ role: "anon" });
    const { email, token } = await signUp(edge);
    const aal2Token = await enrollFactor(edge, token);
    const { body } = await edge.call("POST", "/token?grant_type=password", {
      email,
      password: PASSWORD,
    });
    const aal1Token = String(body["access_token"]);
    for (const [route, call] of beyondFactor) {
      const withoutFactor = await statusOf(edge, call, { apikey, ...bearer(aal1Token) });
      expect([401, 403], `${route}: ${withoutFactor}`).toContain(withoutFactor);
    }
    for (const [route, call] of beyondFactor) {
      const withFactor = await statusOf(edge, call, { apikey, ...bearer(aal2Token) });
      expect(withFactor, route).not.toBe(401);
    }
  });

  test("every route: rejects missing, invalid, foreign and ended sessions", async ({
    serviceWith,
  }) => {
    const edge = serviceWith(SETTINGS);
    const anon = await edge.sign({ role: "anon" });
    const { token, claims } = await signUp(edge);
    const expectRejected = async (name: string, given: string | null) => {
      for (const [route, call] of routesFor("account")) {
        const status = await statusOf(edge, call, {
          apikey: anon,
          ...(given === null ? {} : bearer(given)),
        });
        expect([401, 403], `${route} with ${name}: ${status}`).toContain(status);
      }
    };
    const tokens = {
      "no token": null,
      "the public key": anon,
      "a malformed token": "abc",
      "an expired token": await edge.sign(claims, { expires: new Date(1_700_000_000_000) }),
      "another issuer's token": await edge.sign(claims, { issuer: "https://evil.example/auth/v1" }),
      "a token with our key's name and another key": await edge.sign(claims, {
        key: foreign.privateKey,
      }),
      "a token for another audience": await edge.sign(claims, { audience: "somebody" }),
      "a token of an unknown session": await edge.sign({ ...claims, session_id: randomUUID() }),
      "a token of an unknown user": await edge.sign({ ...claims, sub: randomUUID() }),
    };
    for (const [name, given] of Object.entries(tokens)) await expectRejected(name, given);
    expect((await edge.call("GET", "/user", undefined, bearer(token))).status).toBe(200);
    await edge.call("POST", "/logout", undefined, bearer(token));
    await expectRejected("a token of a session signed out", token);
  });
});

test("every service route: rejects every token but the service role's", async ({ serviceWith }) => {
  const edge = serviceWith(SETTINGS);
  const { token, claims } = await signUp(edge);
  const tokens = {
    "no token": null,
    "the public key": await edge.sign({ role: "anon" }),
    "a user's token": token,
    "our role with another key": await edge.sign(
      { ...claims, role: "service_role" },
      { key: foreign.privateKey },
    ),
    "an expired one": await edge.sign(
      { role: "service_role" },
      { expires: new Date(1_700_000_000_000) },
    ),
  };
  for (const [route, call] of routesFor("service")) {
    for (const [name, given] of Object.entries(tokens)) {
      const status = await statusOf(edge, call, given === null ? {} : bearer(given));
      expect([401, 403], `${route} with ${name}: ${status}`).toContain(status);
    }
  }
});

describe("service routes with an administrator's session", () => {
  const EMAIL = "root@tidepost.example";

  async function administrator(edge: AuthService) {
    const service = bearer(await edge.sign({ role: "service_role" }));
    const { body } = await edge.call(
      "POST",
      "/admin/users",
      { email: EMAIL, password: PASSWORD, email_confirm: true, role: "service_role" },
      service,
    );
    const user = `/admin/users/${String(body["id"])}`;
    const entered = await edge.call("POST", "/token?grant_type=password", {
      email: EMAIL,
      password: PASSWORD,
    });
    const token = String(entered.body["access_token"]);
    return {
      token,
      change: (how: object) => edge.call("PUT", user, how, service),
      signOut: () => edge.call("POST", "/logout", undefined, bearer(token)),
    };
  }

  async function expectRejected(edge: AuthService, token: string): Promise<void> {
    for (const [name, call] of routesFor("service")) {
      const status = await statusOf(edge, call, bearer(token));
      expect([401, 403], `${name}: ${status}`).toContain(status);
    }
  }

  test("administrator with an open session: accepted", async ({ serviceWith }) => {
    const edge = serviceWith(SETTINGS);
    const { token } = await administrator(edge);
    expect((await edge.call("GET", "/admin/users", undefined, bearer(token))).status).toBe(200);
  });

  test.for([
    ["has signed out", ({ signOut }) => signOut()],
    ["was banned", ({ change }) => change({ ban_duration: "1h" })],
    ["lost the role", ({ change }) => change({ role: "authenticated" })],
  ] as const satisfies [
    string,
    (admin: Awaited<ReturnType<typeof administrator>>) => Promise<unknown>,
  ][])("administrator who %s: rejected", async ([, end], { serviceWith }) => {
    const edge = serviceWith(SETTINGS);
    const admin = await administrator(edge);
    await end(admin);
    await expectRejected(edge, admin.token);
  });

  test("administrator with a factor: aal1 is rejected", async ({ serviceWith }) => {
    const edge = serviceWith(SETTINGS);
    const admin = await administrator(edge);
    const aal2Token = await enrollFactor(edge, admin.token);
    const { body } = await edge.call("POST", "/token?grant_type=password", {
      email: EMAIL,
      password: PASSWORD,
    });
    await expectRejected(edge, String(body["access_token"]));
    expect((await edge.call("GET", "/admin/users", undefined, bearer(aal2Token))).status).toBe(200);
  });
});

test("every route of visitors and users beyond the auth API: rejects a missing, malformed and foreign API key", async ({
  serviceWith,
}) => {
  const edge = serviceWith(SETTINGS);
  const keys = {
    "no key": {},
    "a malformed key": { apikey: "abc" },
    "a foreign key": { apikey: await edge.sign({ role: "anon" }, { key: foreign.privateKey }) },
  };
  for (const [route, call] of [...routesFor("visitor"), ...routesFor("account")]) {
    if (route.includes("/auth/")) continue;
    for (const [name, headers] of Object.entries(keys)) {
      expect(await statusOf(edge, call, headers), `${route} with ${name}`).toBe(401);
    }
  }
});

describe("a session signed in 21 days ago", () => {
  type Operations = typeof AUTH_OPERATIONS;
  type Adding = {
    [Key in keyof Operations]: Operations[Key] extends { addsSignInMethod: true } ? Key : never;
  }[keyof Operations];
  const PKCE = `code_challenge=${"c".repeat(43)}&code_challenge_method=s256`;

  const ADDING = {
    "POST /auth/v1/token": [
      {
        query: "?grant_type=id_token",
        body: { provider: "google", id_token: "a.b.c", link_identity: true },
      },
    ],
    "PUT /auth/v1/user": [
      { body: { email: "eve@shop.example" } },
      { body: { phone: "447700900123" } },
      { body: { password: "high tide at noon" } },
    ],
    "GET /auth/v1/user/identities/authorize": [{ query: `?provider=github&${PKCE}` }],
    "POST /auth/v1/factors": [
      { body: { factor_type: "totp", friendly_name: "Tablet" } },
      { body: { factor_type: "phone", phone: "447700900123" } },
    ],
    "POST /auth/v1/factors/:id/verify": [{ body: { challenge_id: ID, code: "123456" } }],
    "POST /auth/v1/factors/recovery-codes": [{}],
    "POST /auth/v1/factors/recovery-codes/regenerate": [{}],
    "POST /auth/v1/passkeys/registration/options": [{ body: {} }],
    "POST /auth/v1/passkeys/registration/verify": [{ body: { challenge_id: ID, credential: {} } }],
  } satisfies Record<Adding, readonly { body?: object; query?: string }[]>;

  const FACTOR = randomUUID();

  async function inOldSession(edge: AuthService, { query }: TestDatabase) {
    const { email, token: aal1Token, claims } = await signUp(edge);
    const token = await enrollFactor(edge, aal1Token);
    await query(
      `insert into mfa_factors (id, user_id, factor_type, encrypted_secret, created_at, updated_at)
       values ($1, $2, 'totp', '', now(), now())`,
      [FACTOR, claims.sub],
    );
    await query(
      `update sessions set created_at = now() - interval '21 days', amr = (
         select jsonb_agg(entry || jsonb_build_object('timestamp', (entry->>'timestamp')::int - 21 * 86400))
         from jsonb_array_elements(amr) entry
       )`,
    );
    const headers = { apikey: await edge.sign({ role: "anon" }), ...bearer(token) };
    const methods = async () => {
      const { rows } = await query(
        `select email, phone, new_email, new_phone, password_hash,
           (select json_agg(row_to_json(f) order by id) from mfa_factors f where user_id = u.id) as factors,
           (select json_agg(id order by id) from webauthn_credentials where user_id = u.id) as passkeys,
           (select json_agg(id order by id) from webauthn_challenges where user_id = u.id) as challenges,
           (select json_agg(id order by id) from identities where user_id = u.id) as identities,
           (select json_agg(id order by id) from flow_states where link_user_id = u.id) as links
         from users u where id = $1`,
        [claims.sub],
      );
      return rows;
    };
    return { email, headers, methods };
  }

  const adding = Object.entries(ADDING).flatMap(([route, calls]) =>
    calls.map((call: { body?: object; query?: string }) => ({ route, ...call })),
  );
  const send = (edge: AuthService, call: Call, headers: Record<string, string>) => {
    const [method = "", path = ""] = call.route.split(" ");
    return edge.call(
      method,
      `https://api.tidepost.example${path.replace(":id", FACTOR)}${call.query ?? ""}`,
      call.body,
      headers,
    );
  };

  test("every operation that adds a sign-in method: refused until the password is given, and no other adds one", async ({
    serviceWith,
    database,
  }) => {
    const edge = serviceWith({
      ...SETTINGS,
      EXTERNAL_PHONE_ENABLED: "true",
      MFA_PHONE_ENROLL_ENABLED: "true",
      EXTERNAL_GOOGLE_ENABLED: "true",
      EXTERNAL_GOOGLE_CLIENT_ID: "tidepost",
      EXTERNAL_GOOGLE_SECRET: "a secret of tests",
      SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
      SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true",
    });
    const { headers, methods } = await inOldSession(edge, database);
    const before = await methods();
    for (const call of adding) {
      const { status, body } = await send(edge, call, headers);
      expect({ status, code: body["code"] }, call.route).toEqual({
        status: 400,
        code: "reauthentication_needed",
      });
    }
    const others = routesFor("account").filter(
      ([route]) => ALL_OPERATIONS[route]?.addsSignInMethod !== true && !/logout|reauth/.test(route),
    );
    for (const [, call] of others) await statusOf(edge, call, headers);
    expect(await methods()).toEqual(before);
    const proof = {
      route: "POST /functions/v1/account/reauthenticate",
      body: { password: PASSWORD },
    };
    expect((await send(edge, proof, headers)).status).toBe(200);
    for (const call of adding) {
      const { body } = await send(edge, call, headers);
      expect(body["code"], call.route).not.toBe("reauthentication_needed");
    }
  });
});
