import { createHash, randomBytes, scryptSync } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect } from "vitest";
import { type AuthService, test as base } from "../../../tests/support/auth-service.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";
import type { Limits } from "../limits/limits.ts";

const ADA = { email: "ada@shop.example", password: "low tide at six" };

const test = base.extend<{ ada: { auth: AuthService } }>({
  ada: async ({ auth, database }, use) => {
    await auth.call("POST", "/signup", ADA);
    await database.query("update users set email_confirmed_at = now()");
    await use({ auth });
  },
});

const signIn = async (auth: AuthService) => {
  const { data, error } = await auth.client().signInWithPassword(ADA);
  if (error !== null) throw error;
  return data.session;
};

const refresh = async (auth: AuthService, token: string) =>
  auth.call("POST", "/token?grant_type=refresh_token", { refresh_token: token });

describe("password sign-in", () => {
  test("password: returns a session whose token names the user and the method", async ({ ada }) => {
    const { auth } = ada;
    const { data } = await auth.client().signInWithPassword(ADA);
    const token = data.session?.access_token ?? "";
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", typ: "JWT", kid: "key-1" });
    const seconds = Math.floor(auth.clock.now.getTime() / 1_000);
    expect(decodeJwt(token)).toEqual({
      iss: "https://api.tidepost.example/auth/v1",
      sub: data.user?.id,
      aud: "authenticated",
      exp: seconds + 3_600,
      iat: seconds,
      email: ADA.email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: expect.objectContaining({ email: ADA.email }),
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: seconds }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
    expect(data.user?.last_sign_in_at).toBe(auth.clock.now.toISOString());
  });

  test("unknown address, wrong password, account without a password: same response", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    await database.query(
      `insert into users (id, email, app_metadata, user_metadata, created_at, updated_at)
       values (gen_random_uuid(), 'bob@shop.example', '{}', '{}', now(), now())`,
    );
    const attempt = async (credentials: object) => {
      const { status, body } = await auth.call("POST", "/token?grant_type=password", credentials);
      return { status, body };
    };
    const wrong = await attempt({ ...ADA, password: "high tide at six" });
    expect(wrong).toEqual({
      status: 400,
      body: { code: "invalid_credentials", message: "Invalid login credentials" },
    });
    expect(await attempt({ ...ADA, email: "eve@shop.example" })).toEqual(wrong);
    expect(await attempt({ ...ADA, email: "bob@shop.example" })).toEqual(wrong);
    expect(await attempt({ ...ADA, password: "x".repeat(500) })).toEqual(wrong);
  });

  test("unconfirmed or banned: revealed only after the correct password", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    const codeFor = async (password: string) => {
      const { error } = await auth.client().signInWithPassword({ ...ADA, password });
      return error?.code;
    };
    await database.query("update users set email_confirmed_at = null");
    expect(await codeFor("wrong one")).toBe("invalid_credentials");
    expect(await codeFor(ADA.password)).toBe("email_not_confirmed");
    await database.query(
      "update users set email_confirmed_at = now(), banned_until = now() + interval '1 day'",
    );
    expect(await codeFor("wrong one")).toBe("invalid_credentials");
    expect(await codeFor(ADA.password)).toBe("user_banned");
  });

  test("password sign-in: replaces a scrypt hash and leaves a current one", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    const stored = async () => {
      const { rows } = await database.query("select password_hash from users");
      return String(rows[0]?.["password_hash"]);
    };
    const before = await stored();
    await signIn(auth);
    expect(await stored()).toBe(before);
    const salt = randomBytes(16);
    const key = scryptSync(ADA.password, salt, 32, { N: 16, r: 1, p: 1 });
    const old = `$scrypt$n=16,r=1,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`;
    await database.query("update users set password_hash = $1", [old]);
    await signIn(auth);
    expect(await stored()).toMatch(/^\$argon2id\$/);
    await signIn(auth);
  });

  test("password sign-in: reports a password that is too weak by today's rules", async ({
    ada,
    serviceWith,
  }) => {
    expect(ada).toBeDefined();
    const strict = serviceWith({ PASSWORD_MIN_LENGTH: "20" });
    const { data } = await strict.client().signInWithPassword(ADA);
    expect(data.weakPassword).toMatchObject({ reasons: ["length"] });
    expect(data.session).not.toBeNull();
  });

  test("password sign-in without one address, or with a phone where there are none: rejected", async ({
    auth,
  }) => {
    for (const [name, body, status, code] of [
      ["neither address nor phone", { password: "x" }, 400, "validation_failed"],
      ["both", { ...ADA, phone: "447700900123" }, 400, "validation_failed"],
      [
        "a phone where there are none",
        { phone: "447700900123", password: "x" },
        422,
        "phone_provider_disabled",
      ],
    ] as const) {
      const answer = await auth.call("POST", "/token?grant_type=password", body);
      expect({ status: answer.status, code: answer.body["code"] }, name).toEqual({ status, code });
    }
  });

  test("unknown grant type: rejected as by GoTrue", async ({ auth }) => {
    for (const path of ["/token", "/token?grant_type=magic"]) {
      const answer = await auth.call("POST", path, {});
      expect(answer).toMatchObject({
        status: 400,
        body: { code: "invalid_credentials", message: "unsupported_grant_type" },
      });
    }
  });
});

describe("refresh", () => {
  test("refresh: keeps the session and returns new tokens", async ({ ada }) => {
    const { auth } = ada;
    const client = auth.client();
    const { data: first } = await client.signInWithPassword(ADA);
    auth.wait(60);
    const { data, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(first.session?.refresh_token);
    const claims = [first.session, data.session].map((session) =>
      decodeJwt(session?.access_token ?? ""),
    );
    expect(claims[1]?.["session_id"]).toBe(claims[0]?.["session_id"]);
    expect(claims[1]?.["amr"]).toEqual(claims[0]?.["amr"]);
    expect(data.session?.expires_at).toBe((first.session?.expires_at ?? 0) + 60);
  });

  test("twenty concurrent refreshes: all get the same token, none is signed out", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    const { refresh_token: token } = await signIn(auth);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(auth, token)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(new Set(answers.map(({ body }) => body["refresh_token"])).size).toBe(1);
    const { rows } = await database.query("select refresh_counter from sessions");
    expect(rows).toEqual([{ refresh_counter: "1" }]);
  });

  test("refresh repeated after a lost response: returns the current token at any later time", async ({
    ada,
  }) => {
    const { auth } = ada;
    const { refresh_token: token } = await signIn(auth);
    const lost = await refresh(auth, token);
    auth.wait(86_400);
    const repeated = await refresh(auth, token);
    expect(repeated.status).toBe(200);
    expect(repeated.body["refresh_token"]).toBe(lost.body["refresh_token"]);
  });

  test("older refresh token: answered within the reuse interval, ends the session after it", async ({
    ada,
  }) => {
    const { auth } = ada;
    const { refresh_token: stolen } = await signIn(auth);
    const second = await refresh(auth, stolen);
    const third = await refresh(auth, String(second.body["refresh_token"]));
    auth.wait(9);
    const late = await refresh(auth, stolen);
    expect(late.body["refresh_token"]).toBe(third.body["refresh_token"]);
    auth.wait(2);
    expect(refusal(await refresh(auth, stolen))).toEqual([400, "refresh_token_already_used"]);
    expect(refusal(await refresh(auth, String(third.body["refresh_token"])))).toEqual([
      400,
      "refresh_token_not_found",
    ]);
    const headers = { authorization: `Bearer ${String(third.body["access_token"])}` };
    expect((await auth.call("GET", "/user", undefined, headers)).body["code"]).toBe(
      "session_not_found",
    );
  });

  test("refresh with rotation off: reuse ends nothing", async ({ ada, serviceWith }) => {
    const lenient = serviceWith({
      SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: "false",
      SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "0",
    });
    const { refresh_token: old } = await signIn(ada.auth);
    const second = await refresh(lenient, old);
    const third = await refresh(lenient, String(second.body["refresh_token"]));
    lenient.wait(1);
    expect((await refresh(lenient, old)).body["code"]).toBe("refresh_token_already_used");
    expect((await refresh(lenient, String(third.body["refresh_token"]))).status).toBe(200);
  });

  test("refresh beyond a limit: genuine tokens are counted by session, all others by visitor, and the answer is 503 with the wait", async ({
    ada,
    serviceWith,
  }) => {
    const taken: string[][] = [];
    const take: Limits["take"] = (...of) => {
      taken.push(of.map(String));
      return Promise.resolve({ allowed: false, retryAfterS: 7 });
    };
    const busy = serviceWith({}, { ...UNLIMITED, take });
    const session = await signIn(ada.auth);
    const genuine = session?.refresh_token ?? "";
    const forged = `${genuine.slice(0, -1)}${genuine.endsWith("A") ? "Q" : "A"}`;
    for (const token of [genuine, forged, "a".repeat(12), "nonsense", ""]) {
      const { status, body, headers } = await refresh(busy, token);
      expect([status, body["code"], headers.get("retry-after")]).toEqual([
        503,
        "service_unavailable",
        "7",
      ]);
    }
    const { session_id: sessionId } = decodeJwt(session?.access_token ?? "");
    const ofVisitor = ["token", "unknown"];
    expect(taken).toEqual([["refresh", sessionId], ofVisitor, ofVisitor, ofVisitor, ofVisitor]);
    expect((await refresh(ada.auth, genuine)).status).toBe(200);
  });

  test("refresh: returns the user's current data", async ({ ada, database }) => {
    const { auth } = ada;
    const { refresh_token: token } = await signIn(auth);
    await database.query(`update users set app_metadata = app_metadata || '{"role": "ops"}'`);
    const { body } = await refresh(auth, token);
    expect(decodeJwt(String(body["access_token"]))["app_metadata"]).toMatchObject({ role: "ops" });
  });

  test("refresh after a ban, the session's time limit or its inactivity limit: rejected", async ({
    ada,
    database,
    serviceWith,
  }) => {
    const { auth } = ada;
    const codeOf = async (service: AuthService, token: string) => {
      const { status, body } = await refresh(service, token);
      return [status, body["code"]];
    };
    const quiet = serviceWith({ SESSIONS_INACTIVITY_TIMEOUT: "1h" });
    const { refresh_token: idle } = await signIn(auth);
    quiet.wait(3_599);
    const renewed = await refresh(quiet, idle);
    expect(renewed.status).toBe(200);
    quiet.wait(3_600);
    expect(await codeOf(quiet, String(renewed.body["refresh_token"]))).toEqual([
      400,
      "session_expired",
    ]);
    expect(renewed.body).toMatchObject({ expires_in: 3_600 });
    const hasty = serviceWith({ SESSIONS_TIMEBOX: "10m" });
    expect(await signIn(hasty)).toMatchObject({
      expires_in: 600,
      expires_at: Math.floor(hasty.clock.now.getTime() / 1_000) + 600,
    });
    const boxed = serviceWith({ SESSIONS_TIMEBOX: "24h" });
    const { refresh_token: short } = await signIn(boxed);
    boxed.wait(86_400);
    expect(await codeOf(boxed, short)).toEqual([400, "session_expired"]);
    const { refresh_token: banned } = await signIn(auth);
    await database.query("update users set banned_until = now() + interval '1 day'");
    expect(await codeOf(auth, banned)).toEqual([400, "user_banned"]);
  });

  test("refresh with nothing, a word, an older or a forged token: rejected", async ({ auth }) => {
    for (const [name, token, code] of [
      ["nothing", "", "validation_failed"],
      ["a word", "refresh-me", "validation_failed"],
      ["a token of the service before", "abcdefghij12", "refresh_token_not_found"],
      ["a token with a forged signature", "A".repeat(52), "refresh_token_not_found"],
    ] as const) {
      const answer = await refresh(auth, token);
      expect(refusal(answer), name).toEqual([400, code]);
    }
  });
});

describe("PKCE code exchange", () => {
  const VERIFIER = "v".repeat(43);
  const challenge = {
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "s256",
  };
  const exchange = async (auth: AuthService, body: object) =>
    auth.call("POST", "/token?grant_type=pkce", body);
  const codeFor = async (auth: AuthService) => {
    await auth.call("POST", "/recover", { email: ADA.email, ...challenge });
    const { link } = await auth.mailTo(ADA.email);
    const response = await auth.request(`/verify?token=${link}&type=recovery`);
    return new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
  };

  test("PKCE code: returns a session to the browser that has the verifier, once", async ({
    ada,
  }) => {
    const { auth } = ada;
    const auth_code = await codeFor(auth);
    const wrong = await exchange(auth, { auth_code, code_verifier: "w".repeat(43) });
    expect(refusal(wrong)).toEqual([400, "bad_code_verifier"]);
    const right = await exchange(auth, { auth_code, code_verifier: VERIFIER });
    expect(right.status).toBe(200);
    expect(decodeJwt(String(right.body["access_token"]))["amr"]).toMatchObject([
      { method: "recovery" },
    ]);
    const again = await exchange(auth, { auth_code, code_verifier: VERIFIER });
    expect(refusal(again)).toEqual([404, "flow_state_not_found"]);
  });

  test("twenty concurrent exchanges of one PKCE code: create one session", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    const auth_code = await codeFor(auth);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchange(auth, { auth_code, code_verifier: VERIFIER })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await database.query("select 1 from sessions")).rows).toHaveLength(1);
  });

  test("PKCE code after five minutes: rejected", async ({ ada }) => {
    const { auth } = ada;
    const auth_code = await codeFor(auth);
    auth.wait(301);
    expect(refusal(await exchange(auth, { auth_code, code_verifier: VERIFIER }))).toEqual([
      422,
      "flow_state_expired",
    ]);
  });

  test("PKCE exchange without a verifier or a known code: rejected", async ({ auth }) => {
    for (const [name, body, status, code] of [
      ["no verifier", { auth_code: "x" }, 400, "validation_failed"],
      ["no code", { code_verifier: VERIFIER }, 400, "validation_failed"],
      ["an unknown code", { auth_code: "x", code_verifier: VERIFIER }, 404, "flow_state_not_found"],
    ] as const) {
      expect(refusal(await exchange(auth, body)), name).toEqual([status, code]);
    }
  });
});
