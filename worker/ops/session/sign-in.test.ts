import { describe, expect } from "vitest";
import { cookieOf } from "../../../tests/support/cookie-of.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole, seedOperator } from "../../../tests/support/ops-client.ts";
import type { AuthService, SignInOutcome } from "../../ports/auth-service.ts";
import { MFA_CHALLENGE_LIFE_MS } from "./mfa.ts";
import { FAILURES_PER_ADDRESS, WINDOW_MS } from "./sign-in-limit.ts";

const authReturning = (outcome: SignInOutcome): AuthService => ({
  signIn: () => Promise.resolve(outcome),
  verifyCode: () => Promise.resolve(outcome),
  confirm: () => Promise.resolve(outcome),
});

describe("sign-in", () => {
  test("operator: opens the ops console", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const response = await opsConsole.submitSignIn({});
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/ops/overview");
    const inside = await opsConsole.request("/ops/overview", {
      headers: { cookie: cookieOf(response) },
    });
    expect(inside.status).toBe(200);
    expect(await inside.text()).toContain("Ada");
  });

  test("sign-in that fails: the page says why, keeps the email and sets no cookie", async ({
    db,
  }) => {
    for (const [outcome, status, text, retryAfter] of [
      [{ outcome: "refused" }, 401, "Wrong email or password.", null],
      [{ outcome: "not_ops" }, 403, "not an operator", null],
      [{ outcome: "too_many", retryAfterS: 90 }, 429, "Try again in 2 minutes.", "90"],
      [{ outcome: "unreachable" }, 503, "The sign-in service isn’t answering", "30"],
    ] satisfies [SignInOutcome, number, string, string | null][]) {
      const why = outcome.outcome;
      const opsConsole = openOpsConsole({ db, auth: authReturning(outcome) });
      const response = await opsConsole.submitSignIn({ email: "grace@navy.example" });
      expect(response.status, why).toBe(status);
      expect(response.headers.getSetCookie(), why).toEqual([]);
      expect(response.headers.get("retry-after"), why).toBe(retryAfter);
      const html = await response.text();
      expect(html, why).toContain(text);
      expect(html, why).toContain('value="grace@navy.example"');
      expect(html, why).not.toContain("correct horse");
    }
  });

  test("cookie: hidden from scripts and never sent by other sites", async ({ db }) => {
    const [https] = (await openOpsConsole({ db }).submitSignIn({})).headers.getSetCookie();
    expect(https).toMatch(
      /^__Host-ops=[^;]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const local = openOpsConsole({ db, origin: "http://127.0.0.1:4000" });
    const [http] = (await local.submitSignIn({})).headers.getSetCookie();
    expect(http).toMatch(/^ops=[^;]+; Max-Age=28800; Path=\/ops; HttpOnly; SameSite=Strict$/);
  });

  test("session is valid in every worker with the same secret", async ({ db }) => {
    const { cookie } = await openOpsConsole({ db }).signIn();
    const { get } = await openOpsConsole({ db }).as(cookie);
    expect((await get("/ops/events")).status).toBe(200);
  });

  test("redirects to the requested page", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    const redirect = await opsConsole.request("/ops/events?state=failed");
    const page = await (await opsConsole.request(redirect.headers.get("location") ?? "")).text();
    expect(page).toContain('name="next" value="/ops/events?state=failed"');
    const response = await opsConsole.submitSignIn({ next: "/ops/events?state=failed" });
    expect(response.headers.get("location")).toBe("/ops/events?state=failed");
  });

  test("request from another site: rejected, against login CSRF", async ({ db }) => {
    const headers = { origin: "https://evil.example" };
    const response = await openOpsConsole({ db }).submitSignIn({}, { headers });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("too many failures from one address: limits that address only, and no account that it is known for", async ({
    db,
  }) => {
    const opsConsole = openOpsConsole({ db });
    const signInGrace = () =>
      opsConsole.submitSignIn({ email: "grace@navy.example" }, { address: "192.0.2.7" });
    expect((await signInGrace()).status).toBe(303);
    const guess = (address: string) => opsConsole.submitSignIn({ password: "guess" }, { address });
    for (let i = 0; i < FAILURES_PER_ADDRESS; i++) {
      expect((await guess("192.0.2.7")).status).toBe(401);
    }
    const limited = await opsConsole.submitSignIn({}, { address: "192.0.2.7" });
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toBe("900");
    expect(limited.headers.getSetCookie()).toEqual([]);
    expect(await limited.text()).toContain("Try again in 15 minutes.");
    expect((await signInGrace()).status).toBe(303);
    expect((await opsConsole.submitSignIn({}, { address: "192.0.2.8" })).status).toBe(303);
    opsConsole.wait(WINDOW_MS);
    expect((await opsConsole.submitSignIn({}, { address: "192.0.2.7" })).status).toBe(303);
  });

  test("behind a trusted proxy: each operator has a limit of their own", async ({ db }) => {
    const opsConsole = openOpsConsole({ db, trustedProxy: "forwarded" });
    const from = (visitor: string) => ({ headers: { "x-forwarded-for": visitor } });
    for (let i = 0; i < FAILURES_PER_ADDRESS; i++) {
      await opsConsole.submitSignIn({ password: "guess" }, from("192.0.2.7"));
    }
    expect((await opsConsole.submitSignIn({}, from("192.0.2.7"))).status).toBe(429);
    expect((await opsConsole.submitSignIn({}, from("192.0.2.8"))).status).toBe(303);
  });

  test("operator without an authenticator app: learns where to set one up", async ({ db }) => {
    const opsConsole = openOpsConsole({ db, auth: authReturning({ outcome: "no_authenticator" }) });
    const response = await opsConsole.submitSignIn({});
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).toContain('href="https://tidepost.example/account/security"');
  });

  test("concurrent guesses: no more are checked than sequential ones", async ({ db }) => {
    let checks = 0;
    const reject = async (): Promise<SignInOutcome> => {
      checks += 1;
      await new Promise(setImmediate);
      return { outcome: "refused" };
    };
    const opsConsole = openOpsConsole({
      db,
      auth: { signIn: reject, verifyCode: reject, confirm: reject },
    });
    await Promise.all(
      Array.from({ length: 50 }, () => opsConsole.submitSignIn({ password: "guess" })),
    );
    expect(checks).toBe(FAILURES_PER_ADDRESS);
  });

  test("edge unreachable: the attempt is not counted", async ({ db }) => {
    const opsConsole = openOpsConsole({ db, auth: authReturning({ outcome: "unreachable" }) });
    for (let i = 0; i < FAILURES_PER_ADDRESS; i++) await opsConsole.submitSignIn({});
    expect((await opsConsole.submitSignIn({})).status).toBe(503);
  });

  test("log holds no email, password or name", async ({ db }) => {
    const opsConsole = openOpsConsole({ db });
    await opsConsole.submitSignIn({ email: "lovelace@shop.example" });
    await opsConsole.submitSignIn({ email: "lovelace@shop.example", password: "a secret guess" });
    expect(opsConsole.lines.map((line) => line.name)).toEqual([
      "ops_signed_in",
      "ops_sign_in_refused",
    ]);
    expect(JSON.stringify(opsConsole.lines)).not.toMatch(/lovelace|secret|horse/);
  });
});

describe("MFA code", () => {
  const CHALLENGE = {
    accessToken: "an.access.token",
    factorId: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
  };

  async function openCodePage(options: Parameters<typeof openOpsConsole>[0]) {
    const opsConsole = openOpsConsole({
      ...options,
      auth: {
        signIn: () => Promise.resolve({ outcome: "mfa_required", challenge: CHALLENGE }),
        verifyCode: async (challenge, code) =>
          challenge.accessToken === CHALLENGE.accessToken && code === "123456"
            ? { outcome: "signed_in", operator: await seedOperator(options.db) }
            : { outcome: "refused" },
        confirm: () => Promise.resolve({ outcome: "refused" }),
      },
    });
    const response = await opsConsole.submitSignIn({ next: "/ops/queues" });
    const html = await response.text();
    const [, held = ""] = /name="held" value="([^"]+)"/.exec(html) ?? [];
    const sendCode = (fields: Record<string, string>) =>
      opsConsole.post(
        "/ops/sign-in/code",
        Object.entries({ held, code: "123456", next: "/ops/queues", ...fields }),
      );
    return { opsConsole, response, html, held, sendCode };
  }

  test("required before any session, and the password's result is encrypted", async ({ db }) => {
    const { response, html, held } = await openCodePage({ db });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(html).toContain("one-time-code");
    expect(html).not.toContain(CHALLENGE.accessToken);
    expect(Buffer.from(held, "base64url").toString()).not.toContain("token");
  });

  test("right code, with or without spaces: signs in and redirects", async ({ db }) => {
    const { opsConsole, sendCode } = await openCodePage({ db });
    const response = await sendCode({ code: " 123 456 " });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/ops/queues");
    const headers = { cookie: cookieOf(response) };
    expect((await opsConsole.request("/ops/events", { headers })).status).toBe(200);
  });

  test("wrong code: may be retried as often as a password", async ({ db }) => {
    const { sendCode } = await openCodePage({ db });
    for (let i = 0; i < FAILURES_PER_ADDRESS; i++) {
      const rejected = await sendCode({ code: "000000" });
      expect(rejected.status).toBe(401);
      expect(await rejected.text()).toContain("Wrong code.");
    }
    expect((await sendCode({})).status).toBe(429);
  });

  test("password step that has expired, is forged or missing: sign-in starts again", async ({
    db,
  }) => {
    for (const [kind, waitMs, fields] of [
      ["expired", MFA_CHALLENGE_LIFE_MS, {}],
      ["forged", 0, { held: "x".repeat(80) }],
      ["missing", 0, { held: "" }],
    ] as const) {
      const { opsConsole, sendCode } = await openCodePage({ db });
      opsConsole.wait(waitMs);
      const response = await sendCode(fields);
      expect(response.status, kind).toBe(401);
      expect(await response.text(), kind).toContain("The sign-in has expired");
      expect(response.headers.getSetCookie(), kind).toEqual([]);
    }
  });

  test("code page without a password step: redirects to sign-in", async ({ db }) => {
    const response = await openOpsConsole({ db }).request("/ops/sign-in/code");
    expect(response.headers.get("location")).toBe("/ops/sign-in");
  });
});
