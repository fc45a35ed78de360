import { randomUUID } from "node:crypto";
import { generateKeyPair } from "jose";
import { describe, expect } from "vitest";
import { type AuthService, test } from "../tests/support/auth-service.ts";
import { NO_BUCKET } from "../tests/support/buckets.ts";
import type { TestDatabase } from "../tests/support/database.ts";
import {
  EVERYTHING_ON,
  ID,
  PASSWORD,
  ROUTES,
  routesFor,
  statusOf,
} from "../tests/support/routes.ts";
import { totp } from "../tests/support/totp.ts";
import { UNLIMITED } from "../tests/support/unlimited.ts";
import { hasDefaultLimit } from "./http/rate-limit.ts";
import type { AUTH_OPERATIONS } from "./openapi/auth-operations.ts";
import { ALL_OPERATIONS } from "./openapi/document.ts";

const foreign = await generateKeyPair("ES256");

test("every route is called here, and none became open to others", ({ serviceWith }) => {
  expect(serviceWith(EVERYTHING_ON).routes.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  const audiences = ["anybody", "visitor", "account", "service"] as const;
  expect(audiences.map((one) => routesFor(one).length)).toEqual([39, 15, 60, 11]);
});

test("every route with the default limit: refuses a visitor or an account above it", async ({
  serviceWith,
}) => {
  const spent = new Set<string>();
  const edge = serviceWith(EVERYTHING_ON, UNLIMITED, NO_BUCKET, {
    limit: ({ key }) => Promise.resolve({ success: !spent.has(key) }),
  });
  const { token, claims } = await signUp(edge);
  const headers = { ...bearer(token), "cf-connecting-ip": "192.0.2.1" };
  for (const key of ["192.0.2.1", claims.sub]) {
    spent.clear();
    spent.add(key);
    for (const [route, call] of Object.entries(ROUTES)) {
      const isRefused = (await statusOf(edge, call, headers)) === 429;
      expect(isRefused, route).toBe(hasDefaultLimit(route.split(" ")[1] ?? ""));
    }
  }
});

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
    const edge = serviceWith(EVERYTHING_ON);
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
    const edge = serviceWith(EVERYTHING_ON);
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
  const edge = serviceWith(EVERYTHING_ON);
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
    const edge = serviceWith(EVERYTHING_ON);
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
    const edge = serviceWith(EVERYTHING_ON);
    const admin = await administrator(edge);
    await end(admin);
    await expectRejected(edge, admin.token);
  });

  test("administrator with a factor: aal1 is rejected", async ({ serviceWith }) => {
    const edge = serviceWith(EVERYTHING_ON);
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
  const edge = serviceWith(EVERYTHING_ON);
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
  const send = (
    edge: AuthService,
    call: { route: string; body?: object; query?: string },
    headers: Record<string, string>,
  ) => {
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
      ...EVERYTHING_ON,
      MFA_PHONE_ENROLL_ENABLED: "true",
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
