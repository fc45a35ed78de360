import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { type AuthService, SITE, test } from "../../../tests/support/auth-service.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";

const ADA = { email: "ada@shop.example", password: "low tide at six" };
const REFUSED = { status: 403, body: { code: "otp_expired" } };

const signUp = async (auth: AuthService) => {
  await auth.call("POST", "/signup", ADA);
  return auth.mailTo(ADA.email);
};
const follow = async (auth: AuthService, query: string) => {
  const response = await auth.request(`/verify?${query}`);
  const location = new URL(response.headers.get("location") ?? "https://nowhere.example/");
  return {
    status: response.status,
    to: `${location.origin}${location.pathname}`,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  };
};

describe("sign-up confirmation", () => {
  test("sign-up code: signs in, confirms the email, works once", async ({ auth, database }) => {
    const { code } = await signUp(auth);
    const client = auth.client();
    const { data, error } = await client.verifyOtp({
      email: ADA.email,
      token: code,
      type: "signup",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email_confirmed_at: auth.clock.now.toISOString(),
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
    expect(decodeJwt(data.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "otp" }]);
    expect((await database.query("select 1 from one_time_tokens")).rows).toEqual([]);
    const again = { type: "signup", email: ADA.email, token: code };
    expect(await auth.call("POST", "/verify", again)).toMatchObject(REFUSED);
    const { error: signIn } = await auth.client().signInWithPassword(ADA);
    expect(signIn).toBeNull();
  });

  test("sign-up link: signs in and voids the code", async ({ auth }) => {
    const { code, link } = await signUp(auth);
    const { data } = await auth.client().verifyOtp({ token_hash: link, type: "email" });
    expect(data.session).not.toBeNull();
    const rest = { type: "email", email: ADA.email, token: code };
    expect(await auth.call("POST", "/verify", rest)).toMatchObject(REFUSED);
  });

  test("sign-up code sent twenty times concurrently: creates one session", async ({
    auth,
    database,
  }) => {
    const { link } = await signUp(auth);
    const body = { type: "signup", token_hash: link };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => auth.call("POST", "/verify", body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await database.query("select 1 from sessions")).rows).toHaveLength(1);
  });

  test("expired sign-up code: rejected", async ({ serviceWith }) => {
    const auth = serviceWith({ MAILER_OTP_EXP: "3600" });
    const { code, link } = await signUp(auth);
    auth.wait(3_600);
    const byCode = { type: "signup", email: ADA.email, token: code };
    expect(await auth.call("POST", "/verify", byCode)).toMatchObject(REFUSED);
    const byLink = { type: "signup", token_hash: link };
    expect(await auth.call("POST", "/verify", byLink)).toMatchObject(REFUSED);
  });

  test("sign-up code: has the configured length", async ({ serviceWith }) => {
    const auth = serviceWith({ MAILER_OTP_LENGTH: "8" });
    const { code } = await signUp(auth);
    expect(code).toMatch(/^\d{8}$/);
    const { error } = await auth
      .client()
      .verifyOtp({ email: ADA.email, token: code, type: "email" });
    expect(error).toBeNull();
  });
});

describe("invalid codes: same response for each", () => {
  test("wrong code, unknown address, unknown link: same response", async ({ auth }) => {
    const { code } = await signUp(auth);
    expect(code).not.toBe("000000");
    for (const [name, body] of [
      ["a wrong code", { type: "signup", email: ADA.email, token: "000000" }],
      ["an unknown address", { type: "signup", email: "eve@shop.example", token: "000000" }],
      ["an unknown link", { type: "signup", token_hash: "0".repeat(64) }],
    ] as const) {
      expect(await auth.call("POST", "/verify", body), name).toMatchObject(REFUSED);
    }
  });

  test("code typed wrong five times: void, but its link works, and so does the next mail's code", async ({
    auth,
  }) => {
    const first = await signUp(auth);
    const type = async (token: string) =>
      (await auth.call("POST", "/verify", { type: "signup", email: ADA.email, token })).status;
    for (let i = 0; i < 5; i++) expect(await type("000000")).toBe(403);
    expect(await type(first.code)).toBe(403);
    auth.wait(61);
    await auth.call("POST", "/resend", { type: "signup", email: ADA.email });
    expect(await type((await auth.mailTo(ADA.email)).code)).toBe(200);
    await auth.call("POST", "/recover", { email: ADA.email });
    const { link } = await auth.mailTo(ADA.email);
    for (let i = 0; i < 5; i++) {
      await auth.call("POST", "/verify", { type: "recovery", email: ADA.email, token: "000000" });
    }
    const followed = await auth.client().verifyOtp({ token_hash: link, type: "recovery" });
    expect(followed.error).toBeNull();
  });

  test("wrong code: counted for the address only where a code is open", async ({ serviceWith }) => {
    let counted = 0;
    const auth = serviceWith(
      {},
      {
        ...UNLIMITED,
        checkCodeAttempt: () => {
          counted += 1;
          return Promise.resolve({ allowed: true, retryAfterS: 0 });
        },
        uncountCodeAttempt: () => {
          counted -= 1;
          return Promise.resolve();
        },
      },
    );
    const guess = { type: "signup", email: ADA.email, token: "000000" };
    expect(await auth.call("POST", "/verify", guess)).toMatchObject(REFUSED);
    expect(counted).toBe(0);
    await auth.call("POST", "/signup", ADA);
    expect(await auth.call("POST", "/verify", guess)).toMatchObject(REFUSED);
    expect(counted).toBe(1);
  });

  test("code of another type: rejected", async ({ auth }) => {
    const { code, link } = await signUp(auth);
    for (const body of [
      { type: "recovery", email: ADA.email, token: code },
      { type: "recovery", token_hash: link },
      { type: "email_change", token_hash: link },
      { type: "signup", email: "eve@shop.example", token: code },
    ]) {
      expect(await auth.call("POST", "/verify", body)).toMatchObject(REFUSED);
    }
  });

  test("code of a banned user: rejected with that reason", async ({ auth, database }) => {
    const { link } = await signUp(auth);
    await database.query("update users set banned_until = now() + interval '1 day'");
    const body = { type: "signup", token_hash: link };
    expect(refusal(await auth.call("POST", "/verify", body))).toEqual([403, "user_banned"]);
  });
});

test("POST /verify that is incomplete or contradicts itself: rejected", async ({ auth }) => {
  for (const [name, body, status] of [
    ["no type", { token_hash: "x" }, 400],
    ["an unknown type", { type: "smoke", token_hash: "x" }, 400],
    ["neither code nor link", { type: "signup" }, 400],
    ["both", { type: "signup", token: "1", token_hash: "x" }, 400],
    ["a link and an address", { type: "signup", token_hash: "x", email: ADA.email }, 400],
    ["a code and no address", { type: "signup", token: "123456" }, 400],
    ["a code and a wrong address", { type: "signup", token: "123456", email: "ada" }, 422],
  ] as const) {
    expect(refusal(await auth.call("POST", "/verify", body)), name).toEqual([
      status,
      "validation_failed",
    ]);
  }
});

describe("GET /verify link", () => {
  test("GET /verify: redirects with a session in the fragment", async ({ auth }) => {
    await auth.call("POST", `/signup?redirect_to=${SITE}/dashboard`, ADA);
    const { link } = await auth.mailTo(ADA.email);
    const led = await follow(auth, `token=${link}&type=signup`);
    expect(led).toMatchObject({
      status: 303,
      to: `${SITE}/dashboard`,
      query: {},
      fragment: {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expires_in: "3600",
        token_type: "bearer",
        type: "signup",
        sb: "",
      },
    });
    const { data } = await auth.client().setSession({
      access_token: led.fragment["access_token"] ?? "",
      refresh_token: led.fragment["refresh_token"] ?? "",
    });
    expect(data.user?.email).toBe(ADA.email);
  });

  test("GET /verify with PKCE required: opens the site's page, and redeems nothing", async ({
    serviceWith,
  }) => {
    const auth = serviceWith({ SECURITY_PKCE_REQUIRED: "true" });
    const { link } = await signUp(auth);
    expect(await follow(auth, `token=${link}&type=signup&redirect_to=${SITE}/pricing`)).toEqual({
      status: 303,
      to: `${SITE}/confirm`,
      query: {},
      fragment: { type: "signup", token_hash: link, redirect_to: `${SITE}/pricing` },
    });
    const { data } = await auth.client().verifyOtp({ token_hash: link, type: "email" });
    expect(data.session).not.toBeNull();
  });

  test("HEAD /verify: does not use up the link", async ({ auth }) => {
    const { link } = await signUp(auth);
    const head = await auth.request(`/verify?token=${link}&type=signup`, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect((await follow(auth, `token=${link}&type=signup`)).fragment).toHaveProperty(
      "access_token",
    );
  });

  test("expired link: redirects with the reason", async ({ auth }) => {
    expect(
      await follow(auth, `token=${"0".repeat(64)}&type=signup&redirect_to=${SITE}/login`),
    ).toEqual({
      status: 303,
      to: `${SITE}/login`,
      query: {},
      fragment: {
        error: "access_denied",
        error_code: "otp_expired",
        error_description: "Email link is invalid or has expired",
        sb: "",
      },
    });
    const pkce = await follow(auth, `token=pkce_${"0".repeat(64)}&type=signup`);
    expect(pkce.query).toMatchObject({ error_code: "otp_expired" });
  });

  test("GET /verify with a foreign redirect target: leads to the site, with a session or an error", async ({
    auth,
  }) => {
    const { link } = await signUp(auth);
    const foreign = encodeURIComponent("https://elsewhere.example/");
    const query = `token=${link}&type=signup&redirect_to=${foreign}`;
    const first = await follow(auth, query);
    expect(first.to).toBe(`${SITE}/`);
    expect(first.fragment).toHaveProperty("access_token");
    const second = await follow(auth, query);
    expect(second.to).toBe(`${SITE}/`);
    expect(second.fragment).toMatchObject({ error_code: "otp_expired" });
  });

  test("PKCE link: redirects with a code", async ({ auth }) => {
    const client = auth.client({ flowType: "pkce" });
    await client.signUp(ADA);
    const { link } = await auth.mailTo(ADA.email);
    expect(link).toMatch(/^pkce_/);
    const led = await follow(auth, `token=${link}&type=signup`);
    expect(led).toMatchObject({ status: 303, to: `${SITE}/`, fragment: {} });
    const { data, error } = await client.exchangeCodeForSession(led.query["code"] ?? "");
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toEqual(expect.any(String));
    expect(decodeJwt(data.session?.access_token ?? "")["amr"]).toMatchObject([
      { method: "email/signup" },
    ]);
  });

  test("PKCE link opened in another browser: works through the confirmation page", async ({
    auth,
  }) => {
    await auth.client({ flowType: "pkce" }).signUp(ADA);
    const { link } = await auth.mailTo(ADA.email);
    const { data } = await auth.client().verifyOtp({ token_hash: link, type: "signup" });
    expect(data.user?.email).toBe(ADA.email);
  });

  test("GET /verify without a token or a known type: rejected", async ({ auth }) => {
    for (const query of ["type=signup", "token=x", "token=x&type=smoke"]) {
      const response = await auth.request(`/verify?${query}`);
      expect(response.status, query).toBe(400);
    }
  });
});

describe("passwordless sign-in", () => {
  test("sign-in by mail: a new email gets the confirmation, a known one a link", async ({
    auth,
    database,
  }) => {
    const { error } = await auth.client().signInWithOtp({ email: ADA.email });
    expect(error).toBeNull();
    const first = await auth.mailTo(ADA.email);
    expect(first.mail).toBe("confirm-sign-up");
    const { data } = await auth
      .client()
      .verifyOtp({ email: ADA.email, token: first.code, type: "email" });
    expect(data.user).toMatchObject({ email: ADA.email, identities: [{ provider: "email" }] });
    await auth.client().signInWithOtp({ email: ADA.email });
    const second = await auth.mailTo(ADA.email);
    expect(second.mail).toBe("magic-link");
    const { error: again } = await auth
      .client()
      .verifyOtp({ email: ADA.email, token: second.code, type: "email" });
    expect(again).toBeNull();
    expect((await database.query("select 1 from users")).rows).toHaveLength(1);
  });

  test("sign-in by mail with create_user false, unknown email: rejected as GoTrue documents", async ({
    auth,
    database,
  }) => {
    const { error } = await auth
      .client()
      .signInWithOtp({ email: ADA.email, options: { shouldCreateUser: false } });
    expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
    expect((await database.query("select 1 from users")).rows).toEqual([]);
  });

  test("sign-in by mail with autoconfirm: sends a link from the start", async ({ serviceWith }) => {
    const auth = serviceWith({ MAILER_AUTOCONFIRM: "true" });
    await auth.client().signInWithOtp({ email: ADA.email });
    expect((await auth.mailTo(ADA.email)).mail).toBe("magic-link");
  });

  test("sign-in by mail without one address: rejected", async ({ auth }) => {
    for (const [name, path, body, code] of [
      ["neither address nor phone", "/otp", {}, "validation_failed"],
      ["both", "/otp", { email: ADA.email, phone: "447700900123" }, "validation_failed"],
      ["a channel for a mail", "/otp", { email: ADA.email, channel: "sms" }, "validation_failed"],
      [
        "a phone where there are none",
        "/otp",
        { phone: "447700900123" },
        "phone_provider_disabled",
      ],
      ["no address", "/magiclink", {}, "validation_failed"],
    ] as const) {
      expect(refusal(await auth.call("POST", path, body)), name).toEqual([400, code]);
    }
  });
});

describe("recovery", () => {
  test("recovery: signs in to set a new password, which ends all other sessions", async ({
    auth,
    database,
  }) => {
    await auth.call("POST", "/signup", ADA);
    await database.query("update users set email_confirmed_at = now()");
    const elsewhere = auth.client();
    await elsewhere.signInWithPassword(ADA);
    const client = auth.client();
    await client.resetPasswordForEmail(ADA.email);
    const { code, mail } = await auth.mailTo(ADA.email);
    expect(mail).toBe("recovery");
    await client.verifyOtp({ email: ADA.email, token: code, type: "recovery" });
    const { error } = await client.updateUser({ password: "high tide at noon" });
    expect(error).toBeNull();
    expect((await client.getUser()).error).toBeNull();
    expect((await elsewhere.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    expect((await auth.client().signInWithPassword(ADA)).error?.code).toBe("invalid_credentials");
    const changed = { ...ADA, password: "high tide at noon" };
    expect((await auth.client().signInWithPassword(changed)).error).toBeNull();
    const { rows } = await database.query(
      "select 1 from outbox_events where type = 'PasswordChanged'",
    );
    expect(rows).toHaveLength(1);
  });

  test("recovery of an unconfirmed email: voids the password of the sign-up", async ({ auth }) => {
    await auth.call("POST", "/signup", ADA);
    await auth.call("POST", "/recover", { email: ADA.email });
    const { code } = await auth.mailTo(ADA.email);
    const { error } = await auth
      .client()
      .verifyOtp({ email: ADA.email, token: code, type: "recovery" });
    expect(error).toBeNull();
    expect((await auth.client().signInWithPassword(ADA)).error?.code).toBe("invalid_credentials");
  });

  test("recovery repeated while the limits let it through: same response, one mail a minute", async ({
    auth,
    database,
  }) => {
    await auth.call("POST", "/signup", ADA);
    const ask = async (email: string) => {
      const { status, body } = await auth.call("POST", "/recover", { email });
      return { status, body };
    };
    const known = await ask(ADA.email);
    expect(known).toEqual({ status: 200, body: {} });
    expect(await ask("eve@shop.example")).toEqual(known);
    expect(await ask(ADA.email)).toEqual(known);
    const { rows } = await database.query(
      "select 1 from outbox_events where payload->>'mail' = 'recovery'",
    );
    expect(rows).toHaveLength(1);
  });

  test("recovery without an email: rejected", async ({ auth }) => {
    expect(refusal(await auth.call("POST", "/recover", {}))).toEqual([400, "validation_failed"]);
  });
});

describe("resend", () => {
  test("resend: replaces the previous code; nothing to confirm: same response", async ({
    auth,
    database,
  }) => {
    const first = await signUp(auth);
    auth.wait(60);
    const resend = async (email: string) => auth.client().resend({ type: "signup", email });
    expect((await resend(ADA.email)).error).toBeNull();
    const second = await auth.mailTo(ADA.email);
    expect(second.code === first.code && second.link === first.link).toBe(false);
    await database.query("update users set email_confirmed_at = now()");
    auth.wait(60);
    expect((await resend(ADA.email)).error).toBeNull();
    expect((await resend("eve@shop.example")).error).toBeNull();
    expect(await auth.mailTo(ADA.email)).toEqual(second);
  });

  test("resend without a type that can be resent or an address: rejected", async ({ auth }) => {
    for (const [name, body] of [
      ["no type", { email: ADA.email }],
      ["a type that cannot be resent", { type: "recovery", email: ADA.email }],
      ["no address", { type: "signup" }],
      ["a phone for an address", { type: "signup", phone: "447700900123" }],
    ] as const) {
      expect(refusal(await auth.call("POST", "/resend", body)), name).toEqual([
        400,
        "validation_failed",
      ]);
    }
  });
});
