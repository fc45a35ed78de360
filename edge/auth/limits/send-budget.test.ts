import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import {
  type AuthService,
  type Settings,
  test as base,
} from "../../../tests/support/auth-service.ts";
import { limitRules } from "./rules.ts";
import { type Limits, UNLIMITED } from "./limits.ts";
import { LIMIT_SETTINGS } from "../auth-settings.ts";
import { type BucketState, returnOne, takeOne } from "./token-bucket.ts";
import * as z from "zod";

const PASSWORD = "low tide at six";
const RULES = limitRules({
  ...z.object(LIMIT_SETTINGS).parse({}),
  SMTP_MAX_FREQUENCY: 60,
  SMS_MAX_FREQUENCY: 60,
});

/** The product's own limits with their defaults, counted in this process while time stands still. */
function countingLimits(): Limits {
  const states = new Map<string, BucketState>();
  return {
    ...UNLIMITED,
    take(bucket, key) {
      const name = `${bucket} ${key}`;
      const { state, ...verdict } = takeOne(RULES[bucket], states.get(name) ?? null, 0);
      states.set(name, state);
      return Promise.resolve(verdict);
    },
    putBack(bucket, key) {
      const name = `${bucket} ${key}`;
      const state = states.get(name);
      if (state !== undefined) states.set(name, returnOne(RULES[bucket], state, 0));
      return Promise.resolve();
    },
  };
}

const test = base.extend<{ counted: (settings?: Settings) => AuthService }>({
  counted: async ({ serviceWith }, use) => {
    await use((settings = {}) => serviceWith(settings, countingLimits()));
  },
});

let visitors = 0;
const freshVisitor = () => `10.66.${Math.floor((visitors += 1) / 250)}.${visitors % 250}`;
const freshEmail = () => `${randomUUID()}@shop.example`;
const freshPhone = () => `4477${String(Math.random()).slice(2, 10)}`;

const post = (auth: AuthService, ip: string, path: string, body: unknown) =>
  auth.call("POST", path, body, { "cf-connecting-ip": ip });
const signUp = (auth: AuthService, ip: string, email: string) =>
  post(auth, ip, "/signup", { email, password: PASSWORD });

async function expectSignUpMailed(auth: AuthService): Promise<void> {
  const email = freshEmail();
  expect((await signUp(auth, freshVisitor(), email)).status).toBe(200);
  expect((await auth.mailTo(email)).mail).toBe("confirm-sign-up");
}

const seen = async (answer: ReturnType<typeof post>) => {
  const { status, body, headers } = await answer;
  return { status, body, retryAfter: headers.get("retry-after") };
};

test.for([
  ["sign-up", "/signup", { password: "another tide" }],
  ["sign-in by mail", "/otp", {}],
  ["recovery", "/recover", {}],
  ["resent confirmation", "/resend", { type: "signup" }],
  ["resent email change", "/resend", { type: "email_change" }],
] as const)(
  "%s repeated within a minute from another network: 429 with the wait, for known and unknown emails",
  async ([, path, body], { counted, database }) => {
    const auth = counted();
    const repeat = async (email: string) => {
      await post(auth, freshVisitor(), path, { ...body, email });
      const { rows: before } = await database.query("select id from outbox_events");
      const refused = await seen(post(auth, freshVisitor(), path, { ...body, email }));
      const { rows: after } = await database.query("select id from outbox_events");
      expect(after).toHaveLength(before.length);
      return refused;
    };
    const known = freshEmail();
    await signUp(auth, freshVisitor(), known);
    const refused = await repeat(known);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: "over_email_send_rate_limit",
        message: expect.stringMatching(/after \d+ seconds/),
      },
    });
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60);
    expect(await repeat(freshEmail())).toEqual(refused);
  },
);

describe("budget of mails for all visitors", () => {
  test("31 recoveries of unknown addresses from one visitor: spend nothing", async ({
    counted,
  }) => {
    const auth = counted();
    const ip = freshVisitor();
    for (let i = 0; i < 31; i++) await post(auth, ip, "/recover", { email: freshEmail() });
    await expectSignUpMailed(auth);
  });

  test.for([
    ["recoveries", "/recover", {}],
    ["codes", "/otp", { create_user: false }],
    ["repeated confirmations", "/resend", { type: "signup" }],
    ["repeated changes", "/resend", { type: "email_change" }],
  ] as const)(
    "%s of unknown addresses from 31 visitors: spend nothing",
    async ([, path, body], { counted }) => {
      const auth = counted();
      for (let i = 0; i < 31; i++) {
        const answer = await post(auth, freshVisitor(), path, { ...body, email: freshEmail() });
        expect(answer.status).not.toBe(429);
      }
      await expectSignUpMailed(auth);
    },
  );

  test("one visitor signs up 31 addresses: mails stop at the visitor's share", async ({
    counted,
    database,
  }) => {
    const auth = counted();
    const ip = freshVisitor();
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await signUp(auth, ip, freshEmail())).status);
    const share = RULES.email_sent_visitor.burst;
    expect(statuses).toEqual(Array.from(statuses, (_, i) => (i < share ? 200 : 429)));
    const { rows } = await database.query("select 1 from one_time_tokens");
    expect(rows).toHaveLength(share);
    await expectSignUpMailed(auth);
  });
});

describe("spent budget: tells nobody who has an account", () => {
  test("visitor's share of the mails spent: known and unknown addresses are answered alike", async ({
    counted,
  }) => {
    const auth = counted();
    const answersFor = async (emailOf: () => string | Promise<string>) => {
      const ip = freshVisitor();
      const answers = [];
      for (let i = 0; i < 7; i++) {
        answers.push(await seen(post(auth, ip, "/recover", { email: await emailOf() })));
      }
      return answers;
    };
    const known = async () => {
      const email = freshEmail();
      await signUp(auth, freshVisitor(), email);
      return email;
    };
    const unknown = await answersFor(freshEmail);
    expect(unknown.at(-1)).toMatchObject({
      status: 429,
      body: { code: "over_email_send_rate_limit", message: "email rate limit exceeded" },
    });
    expect(await answersFor(known)).toEqual(unknown);
  });

  test("mails of all visitors spent: same answer for all addresses, and a warning in the log", async ({
    counted,
  }) => {
    const auth = counted();
    const emails = Array.from({ length: RULES.email_sent.burst }, freshEmail);
    for (const email of emails) await signUp(auth, freshVisitor(), email);
    expect(auth.log).not.toContainEqual(expect.objectContaining({ message: "budget_exhausted" }));
    const known = await seen(post(auth, freshVisitor(), "/recover", { email: emails[0] }));
    const unknown = await seen(post(auth, freshVisitor(), "/recover", { email: freshEmail() }));
    expect(known).toMatchObject({ status: 429, body: { code: "over_email_send_rate_limit" } });
    expect(unknown).toEqual(known);
    expect(auth.log).toContainEqual(
      expect.objectContaining({ level: "warn", message: "budget_exhausted", budget: "email_sent" }),
    );
  });
});

test("codes for unknown phones from 31 visitors: spend no SMS of the budget", async ({
  counted,
}) => {
  const auth = counted({ EXTERNAL_PHONE_ENABLED: "true" });
  for (let i = 0; i < 31; i++) {
    const body = { phone: freshPhone(), create_user: false };
    expect((await post(auth, freshVisitor(), "/otp", body)).status).toBe(422);
  }
  const body = { phone: freshPhone(), password: PASSWORD };
  expect((await post(auth, freshVisitor(), "/signup", body)).status).toBe(200);
});

test("one visitor: cannot spend the SMS budget of all", async ({ counted }) => {
  const auth = counted({ EXTERNAL_PHONE_ENABLED: "true" });
  const ip = freshVisitor();
  for (let i = 0; i < 31; i++) await post(auth, ip, "/otp", { phone: freshPhone() });
  const answer = await post(auth, freshVisitor(), "/otp", { phone: freshPhone() });
  expect(answer.status).toBe(200);
});
