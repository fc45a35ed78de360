import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { describe, expect } from "vitest";
import { createTurnstileEmulator } from "../../tests/stack/turnstile/app.ts";
import { API, type AuthService, SITE, test as base } from "../../tests/support/auth-service.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { refusal } from "../../tests/support/refusal.ts";
import { UNLIMITED } from "../../tests/support/unlimited.ts";
import type { Limits } from "../auth/limits/limits.ts";

const SECRET = "turnstile-secret";
const PASSWORD = "low tide at six";
const freshEmail = () => `${randomUUID()}@shop.example`;

/** Refuses nothing but what is accepted without captcha. */
const BUSY: Limits = {
  ...UNLIMITED,
  take: (bucket) => Promise.resolve({ allowed: !bucket.endsWith("_captcha"), retryAfterS: 0 }),
};

type Turnstile = {
  clock: { now: Date };
  settings: Record<string, string>;
  solve: (action: string, hostname?: string) => Promise<string>;
};

const test = base.extend<{ turnstile: Turnstile; guarded: AuthService }>({
  // oxlint-disable-next-line no-empty-pattern
  turnstile: async ({}, use) => {
    const clock = { now: new Date() };
    const app = createTurnstileEmulator(SECRET, () => clock.now);
    const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
      const started = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () =>
        resolve(started),
      );
    });
    const { port } = server.address() as AddressInfo;
    await use({
      clock,
      settings: {
        SECURITY_CAPTCHA_SECRET: SECRET,
        TURNSTILE_API_BASE: `http://127.0.0.1:${port}`,
        PASSKEY_ENABLED: "true",
        EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
        // Nothing listens there: a checkout that comes so far is 503.
        STRIPE_SECRET_KEY: "sk_test_51",
        STRIPE_API_BASE: "http://127.0.0.1:1",
      },
      async solve(action, hostname = new URL(SITE).hostname) {
        const body = JSON.stringify({ action, hostname });
        const answer = await app.request("/turnstile/tokens", { method: "POST", body });
        return ((await answer.json()) as { token: string }).token;
      },
    });
    await new Promise((resolve) => {
      server.close(resolve);
    });
  },
  guarded: async ({ serviceWith, turnstile }, use) => {
    await use(serviceWith(turnstile.settings, BUSY));
  },
});

const signUp = (auth: AuthService, token?: string) =>
  auth.call("POST", "/signup", {
    email: freshEmail(),
    password: PASSWORD,
    ...(token !== undefined && { gotrue_meta_security: { captcha_token: token } }),
  });

const callSite = async (
  auth: AuthService,
  path: string,
  body: unknown,
  token?: string,
  idempotencyKey: string = randomUUID(),
) => {
  const response = await auth.request(`${API}${path}`, {
    method: "POST",
    headers: {
      apikey: await auth.sign({ role: "anon" }),
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
      ...(token !== undefined && { "captcha-token": token }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, code: text === "" ? null : JSON.parse(text).code };
};
const enquire = (auth: AuthService, token?: string) =>
  callSite(
    auth,
    "/rest/v1/form_submissions",
    { form_type: "free-trial", first_name: "Ada", last_name: "Byron", email: freshEmail() },
    token,
  );
const checkout = (auth: AuthService, token?: string, code?: string) =>
  callSite(
    auth,
    "/functions/v1/stripe-checkout",
    {
      lineItems: [{ priceId: PLAN.plus.priceId, quantity: 1 }],
      mode: "subscription",
      successUrl: `${SITE}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${SITE}/checkout`,
      ...(code !== undefined && { code }),
    },
    token,
  );

describe("captcha required", () => {
  test("account and guest of a busy hour, and enquiry: only with a token of their own", async ({
    guarded,
    turnstile,
  }) => {
    expect((await signUp(guarded, await turnstile.solve("account"))).status).toBe(200);
    expect((await enquire(guarded, await turnstile.solve("enquiry"))).status).toBe(201);
    expect((await checkout(guarded, await turnstile.solve("checkout"))).status).toBe(503);
    const refused = { status: 400, code: "captcha_failed" };
    expect(refusal(await signUp(guarded, await turnstile.solve("enquiry")))).toEqual([
      400,
      "captcha_failed",
    ]);
    expect(await enquire(guarded, await turnstile.solve("checkout"))).toEqual(refused);
    expect(await checkout(guarded, await turnstile.solve("account"))).toEqual(refused);
    expect(await enquire(guarded)).toEqual(refused);
    expect(await checkout(guarded)).toEqual(refused);
  });

  test.for([
    ["/signup", { email: freshEmail(), password: PASSWORD }],
    ["/signup", { data: { name: "nobody" } }],
    ["/recover", { email: freshEmail() }],
    ["/otp", { email: freshEmail() }],
    ["/magiclink", { email: freshEmail() }],
    ["/resend", { type: "signup", email: freshEmail() }],
    ["/passkeys/authentication/options", {}],
  ] as const)(
    "%s of %j without a token: 400, and nothing is written",
    async ([path, body], { guarded, database }) => {
      const answer = await guarded.call("POST", path, body);
      expect(refusal(answer)).toEqual([400, "captcha_failed"]);
      const { rows } = await database.query(
        `select id from users union select null from outbox_events
         union select id from webauthn_challenges`,
      );
      expect(rows).toEqual([]);
    },
  );

  test("repeat of an accepted enquiry: answered as before with its spent token; another form or key is not", async ({
    guarded,
    turnstile,
  }) => {
    const [key, email] = [randomUUID(), freshEmail()];
    const token = await turnstile.solve("enquiry");
    const send = (idempotencyKey: string, name = "Ada") =>
      callSite(
        guarded,
        "/rest/v1/form_submissions",
        { form_type: "free-trial", first_name: name, last_name: "Byron", email },
        token,
        idempotencyKey,
      );
    expect((await send(key)).status).toBe(201);
    expect((await send(key)).status).toBe(200);
    expect(await send(key, "Eve")).toEqual({ status: 422, code: "idempotency_key_reused" });
    expect(await send(randomUUID())).toEqual({ status: 400, code: "captcha_failed" });
  });

  test("token that is spent, 300 seconds old, made up, too long or for another site: refused", async ({
    guarded,
    turnstile,
  }) => {
    const spent = await turnstile.solve("account");
    expect((await signUp(guarded, spent)).status).toBe(200);
    const old = await turnstile.solve("account");
    turnstile.clock.now = new Date(turnstile.clock.now.getTime() + 300_000);
    const foreign = await turnstile.solve("account", "elsewhere.example");
    for (const token of [spent, old, foreign, "made-up", "x".repeat(3_000), ""]) {
      expect(refusal(await signUp(guarded, token))).toEqual([400, "captcha_failed"]);
    }
  });
});

test("promotion code of a visitor who tried too many: only with a token, which a busy checkout spends once", async ({
  serviceWith,
  turnstile,
}) => {
  const guarded = serviceWith(turnstile.settings, {
    ...BUSY,
    take: (bucket) =>
      Promise.resolve({ allowed: !/_captcha|refused_code/.test(bucket), retryAfterS: 0 }),
  });
  const look = (token?: string) =>
    callSite(guarded, "/functions/v1/promotion-code", { code: "staff" }, token);
  expect(await look()).toEqual({ status: 400, code: "captcha_failed" });
  // Stripe is asked.
  expect((await look(await turnstile.solve("checkout"))).status).toBe(503);
  expect(await checkout(guarded, undefined, "staff")).toMatchObject({ code: "captcha_failed" });
  const token = await turnstile.solve("checkout");
  expect((await checkout(guarded, token, "staff")).status).toBe(503);
});

test("first checkouts of a guest, and mails of the first half of an hour's budget: need no token", async ({
  serviceWith,
  turnstile,
}) => {
  const calm = serviceWith(turnstile.settings);
  expect((await checkout(calm)).status).toBe(503);
  expect((await signUp(calm)).status).toBe(200);
});

test.for([
  ["away", { TURNSTILE_API_BASE: "http://127.0.0.1:1" }],
  ["of another secret", { SECURITY_CAPTCHA_SECRET: "another" }],
] as const)(
  "siteverify %s: everybody passes, and the log says so",
  async ([, change], { serviceWith, turnstile }) => {
    const auth = serviceWith({ ...turnstile.settings, ...change }, BUSY);
    expect((await signUp(auth, await turnstile.solve("account"))).status).toBe(200);
    expect((await enquire(auth, await turnstile.solve("enquiry"))).status).toBe(201);
    expect(auth.log).toContainEqual(
      expect.objectContaining({
        level: "error",
        message: "captcha_unreachable",
        action: "account",
      }),
    );
  },
);
