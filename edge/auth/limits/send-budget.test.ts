import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import * as z from "zod";
import {
  type AuthService,
  type Settings,
  test as base,
} from "../../../tests/support/auth-service.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";
import { LIMIT_SETTINGS } from "../../settings/auth-settings.ts";
import type { Limits } from "./limits.ts";
import { limitRules } from "./rules.ts";
import { type BucketState, ruleForNetwork, consume, refundToken } from "./token-bucket.ts";

const PASSWORD = "low tide at six";
const rulesOf = (settings: Settings) =>
  limitRules({
    ...z.object(LIMIT_SETTINGS).parse(settings),
    SMTP_MAX_FREQUENCY: 60,
    SMS_MAX_FREQUENCY: 60,
  });
const SHARE = rulesOf({}).email_sent_visitor_new.burst;

/** A few requests spend these budgets; a visitor's share of them is the usual one. */
const BUDGET = 3;
const SMALL = {
  RATE_LIMIT_EMAIL_SENT: String(BUDGET),
  RATE_LIMIT_EMAIL_SENT_PROVEN: String(BUDGET),
  RATE_LIMIT_SMS_SENT: String(BUDGET),
  RATE_LIMIT_SMS_SENT_PROVEN: String(BUDGET),
};

/** The product's own limits, counted in this process while time stands still. */
function countingLimits(settings: Settings): Limits {
  const rules = rulesOf(settings);
  const states = new Map<string, BucketState>();
  return {
    ...UNLIMITED,
    take(bucket, key, visitors = 1) {
      const name = `${bucket} ${key}`;
      const rule = ruleForNetwork(rules[bucket], visitors);
      const { state, ...verdict } = consume(rule, states.get(name) ?? null, 0);
      states.set(name, state);
      return Promise.resolve(verdict);
    },
    uncount(bucket, key) {
      const name = `${bucket} ${key}`;
      const state = states.get(name);
      if (state !== undefined) states.set(name, refundToken(rules[bucket], state, 0));
      return Promise.resolve();
    },
  };
}

const test = base.extend<{ counted: (settings?: Settings) => AuthService }>({
  counted: async ({ serviceWith }, use) => {
    await use((settings = {}) => serviceWith(settings, countingLimits(settings)));
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
  test("recoveries of unknown addresses from one visitor, beyond budget and share: spend nothing", async ({
    counted,
  }) => {
    const auth = counted(SMALL);
    const ip = freshVisitor();
    for (let i = 0; i <= SHARE; i++) await post(auth, ip, "/recover", { email: freshEmail() });
    await expectSignUpMailed(auth);
  });

  test.for([
    ["recoveries", "/recover", {}],
    ["codes", "/otp", { create_user: false }],
    ["repeated confirmations", "/resend", { type: "signup" }],
    ["repeated changes", "/resend", { type: "email_change" }],
  ] as const)(
    "%s of unknown addresses from more visitors than the budget: spend nothing",
    async ([, path, body], { counted }) => {
      const auth = counted(SMALL);
      for (let i = 0; i <= BUDGET; i++) {
        const answer = await post(auth, freshVisitor(), path, { ...body, email: freshEmail() });
        expect(answer.status).not.toBe(429);
      }
      await expectSignUpMailed(auth);
    },
  );

  test("one visitor signs up many addresses: mails stop at the visitor's share", async ({
    counted,
    database,
  }) => {
    const auth = counted();
    const ip = freshVisitor();
    const statuses = [];
    for (let i = 0; i < SHARE + 2; i++) {
      statuses.push((await signUp(auth, ip, freshEmail())).status);
    }
    expect(statuses).toEqual(Array.from(statuses, (_, i) => (i < SHARE ? 200 : 429)));
    const { rows } = await database.query("select 1 from one_time_tokens");
    expect(rows).toHaveLength(SHARE);
    await expectSignUpMailed(auth);
  });

  test("one IPv6 /48 signs up from many subnets: mails stop at the share of four visitors", async ({
    counted,
  }) => {
    const auth = counted();
    const share = 4 * SHARE;
    const statuses = [];
    for (let i = 1; i <= share + 2; i++) {
      statuses.push((await signUp(auth, `2001:db8:9:${i.toString(16)}::1`, freshEmail())).status);
    }
    expect(statuses).toEqual(Array.from(statuses, (_, i) => (i < share ? 200 : 429)));
    expect((await signUp(auth, "2001:db8:a:1::1", freshEmail())).status).toBe(200);
  });
});

describe("one visitor's requests, as many as its share and more", () => {
  const PRODUCTION = { RATE_LIMIT_EMAIL_SENT: "120", RATE_LIMIT_EMAIL_SENT_PROVEN: "600" };
  const OFTEN = 40;

  test.for([
    ["recoveries", "/recover", {}],
    ["codes", "/otp", { create_user: false }],
    ["sign-ins of new addresses", "/otp", {}],
    ["resent confirmations", "/resend", { type: "signup" }],
    ["sign-ups", "/signup", { password: PASSWORD }],
    ["typed codes", "/verify", { type: "email", token: "123456" }],
    ["wrong passwords", "/token?grant_type=password", { password: "high tide" }],
    ["forged refresh tokens", "/token?grant_type=refresh_token", { refresh_token: "a".repeat(12) }],
  ] as const)(
    "%s: leave a customer behind the same address recovery, code, change of address, session and password, and spend no more than a share",
    async ([name, path, body], { counted, database }) => {
      const auth = counted(PRODUCTION);
      const ip = freshVisitor();
      const email = freshEmail();
      await signUp(auth, freshVisitor(), email);
      const { code } = await auth.mailTo(email);
      const confirmation = { type: "signup", email, token: code };
      const session = (await post(auth, freshVisitor(), "/verify", confirmation)).body;
      auth.wait(61);
      const { rows: before } = await database.query("select 1 from outbox_events");
      for (let i = 0; i < OFTEN; i++) await post(auth, ip, path, { ...body, email: freshEmail() });
      const { rows: after } = await database.query("select 1 from outbox_events");
      expect(after.length - before.length, "accounts and their mails").toBeLessThanOrEqual(24);

      const signedIn = {
        authorization: `Bearer ${String(session["access_token"])}`,
        "cf-connecting-ip": ip,
      };
      const newEmail = freshEmail();
      const answers = {
        recovery: await post(auth, ip, "/recover", { email }),
        code: await auth.call("GET", "/reauthenticate", undefined, signedIn),
        change: await auth.call("PUT", "/user", { email: newEmail }, signedIn),
        refresh: await post(auth, ip, "/token?grant_type=refresh_token", session),
        password: await post(auth, ip, "/token?grant_type=password", { email, password: PASSWORD }),
        "sign-up": await signUp(auth, ip, freshEmail()),
      };
      for (const [what, { status }] of Object.entries(answers)) {
        expect(status, what).toBe(name === "sign-ups" && what === "sign-up" ? 429 : 200);
      }
      expect((await auth.mailTo(newEmail)).mail).toBe("email-change-new");
      const { rows } = await database.query(
        "select payload->>'mail' as mail from outbox_events where payload->>'mail' in ('recovery', 'reauthentication')",
      );
      expect(rows).toHaveLength(2);
    },
  );
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
});

test.for([
  ["mailbox", "/recover", () => ({ email: freshEmail() }), "over_email_send_rate_limit"],
  ["phone", "/otp", () => ({ phone: freshPhone() }), "over_sms_send_rate_limit"],
] as const)(
  "visitor who has spent its share asks for another's %s: the owner does not have to wait",
  async ([, path, freshBody, code], { counted }) => {
    const auth = counted({ EXTERNAL_PHONE_ENABLED: "true" });
    const stranger = freshVisitor();
    for (let i = 0; i < SHARE; i++) {
      await post(auth, stranger, path, freshBody());
    }
    const body = freshBody();
    expect(refusal(await post(auth, stranger, path, body))).toEqual([429, code]);
    expect((await post(auth, freshVisitor(), path, body)).status).toBe(200);
  },
);

describe("sign-ups from as many visitors as the budget has mails", () => {
  const flooded = async (auth: AuthService) => {
    for (let i = 0; i < BUDGET; i++) await signUp(auth, freshVisitor(), freshEmail());
  };
  const provenUser = async (auth: AuthService) => {
    const email = freshEmail();
    await signUp(auth, freshVisitor(), email);
    const { code } = await auth.mailTo(email);
    const body = { type: "signup", email, token: code };
    expect((await post(auth, freshVisitor(), "/verify", body)).status).toBe(200);
    auth.wait(61);
    return email;
  };

  test("stop further sign-ups, and the team is told", async ({ counted, database }) => {
    const auth = counted(SMALL);
    await flooded(auth);
    expect(auth.log).not.toContainEqual(expect.objectContaining({ message: "budget_exhausted" }));
    expect(refusal(await seen(signUp(auth, freshVisitor(), freshEmail())))).toEqual([
      429,
      "over_email_send_rate_limit",
    ]);
    expect(auth.log).toContainEqual(
      expect.objectContaining({ level: "warn", message: "budget_exhausted", budget: "email_sent" }),
    );
    await expect
      .poll(async () => (await database.query("select cause, count from refusals")).rows)
      .toEqual([{ cause: "email_sent", count: "1" }]);
  });

  test.for([
    ["recovery", "/recover"],
    ["magic link", "/otp"],
  ] as const)("%s of a proven address: is still mailed", async ([, path], { counted }) => {
    const auth = counted(SMALL);
    const email = await provenUser(auth);
    await flooded(auth);
    expect((await post(auth, freshVisitor(), path, { email })).status).toBe(200);
    expect((await auth.mailTo(email)).mail).not.toBe("confirm-sign-up");
  });

  test.for([
    ["recoveries", "/recover"],
    ["sign-ins by mail", "/otp"],
  ] as const)(
    "%s of unproven and unknown addresses: same answer as for a proven one, no mail, nothing spent",
    async ([, path], { counted, database }) => {
      const auth = counted(SMALL);
      const proven = await provenUser(auth);
      const unproven = freshEmail();
      await signUp(auth, freshVisitor(), unproven);
      await flooded(auth);
      auth.wait(61);
      const { rows: before } = await database.query("select 1 from outbox_events");
      const emails = [unproven, ...Array.from({ length: BUDGET + 1 }, freshEmail)];
      const answers = [];
      for (const email of emails) {
        answers.push(await seen(post(auth, freshVisitor(), path, { email })));
      }
      const { rows: after } = await database.query("select 1 from outbox_events");
      expect(after).toHaveLength(before.length);
      const forProven = await seen(post(auth, freshVisitor(), path, { email: proven }));
      expect(forProven).toMatchObject({ status: 200, body: {} });
      for (const answer of answers) expect(answer).toEqual(forProven);
    },
  );

  test("recoveries of unproven accounts: spend nothing that proven ones need", async ({
    counted,
  }) => {
    const auth = counted({ RATE_LIMIT_EMAIL_SENT_PROVEN: "3" });
    const proven = await provenUser(auth);
    for (let i = 0; i < 5; i++) {
      const email = freshEmail();
      await signUp(auth, freshVisitor(), email);
      await post(auth, freshVisitor(), "/recover", { email });
      expect((await auth.mailTo(email)).mail).toBe("recovery");
    }
    expect((await post(auth, freshVisitor(), "/recover", { email: proven })).status).toBe(200);
    expect((await auth.mailTo(proven)).mail).toBe("recovery");
  });
});

test("codes for unknown phones from more visitors than the budget: spend no SMS of the budget", async ({
  counted,
}) => {
  const auth = counted({ ...SMALL, EXTERNAL_PHONE_ENABLED: "true" });
  for (let i = 0; i <= BUDGET; i++) {
    const body = { phone: freshPhone(), create_user: false };
    expect((await post(auth, freshVisitor(), "/otp", body)).status).toBe(422);
  }
  const body = { phone: freshPhone(), password: PASSWORD };
  expect((await post(auth, freshVisitor(), "/signup", body)).status).toBe(200);
});

test("one visitor: cannot spend the SMS budget of all", async ({ counted }) => {
  const budget = SHARE + 1;
  const auth = counted({
    EXTERNAL_PHONE_ENABLED: "true",
    RATE_LIMIT_SMS_SENT: String(budget),
    RATE_LIMIT_SMS_SENT_PROVEN: String(budget),
  });
  const ip = freshVisitor();
  for (let i = 0; i <= budget; i++) await post(auth, ip, "/otp", { phone: freshPhone() });
  const answer = await post(auth, freshVisitor(), "/otp", { phone: freshPhone() });
  expect(answer.status).toBe(200);
});

test("texts to new phones that spend the budget: stop more of them, but no sign-in of a proven phone", async ({
  counted,
  database,
}) => {
  const auth = counted({ ...SMALL, EXTERNAL_PHONE_ENABLED: "true" });
  const [email, proven] = [freshEmail(), freshPhone()];
  await signUp(auth, freshVisitor(), email);
  await database.query("update users set phone = $1, phone_confirmed_at = now() where email = $2", [
    proven,
    email,
  ]);
  auth.wait(61);
  const otp = async (phone: string) => {
    const { status, body } = await post(auth, freshVisitor(), "/otp", { phone });
    expect([status, Object.keys(body)]).toEqual([200, ["message_id"]]);
    const { rows } = await database.query("select 1 from outbox_events where id = $1", [
      body["message_id"],
    ]);
    return rows.length;
  };
  for (let i = 0; i < BUDGET; i++) expect(await otp(freshPhone())).toBe(1);
  expect(await otp(freshPhone())).toBe(0);
  expect(await otp(proven)).toBe(1);
});
