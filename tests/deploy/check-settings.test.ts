import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Env } from "#db/bin/target.ts";
import { renderResults } from "./check-result.ts";
import { checkSettings, fingerprint, usableSettings } from "./check-settings.ts";
import type { PartSettings } from "./part-settings.ts";

const secret = () => randomBytes(32).toString("hex");
const CODE_SECRET = secret();
const JWT_KEYS = JSON.stringify([
  { kty: "EC", crv: "P-256", kid: "one", alg: "ES256", x: "x", y: "y", d: "private-part" },
]);

const ADDRESSES = { SITE_URL: "https://site.test", API_URL: "https://api.test" };
const BOTH = {
  ...ADDRESSES,
  DATABASE_URL: "postgres://role:database-password@db.test/tidepost",
  REDIS_URL: "rediss://:redis-password@queue.test",
  AUTH_CODE_SECRET: CODE_SECRET,
  STRIPE_SECRET_KEY: "sk_live_51",
};
const EDGE: Env = {
  ...BOTH,
  JWT_KEYS,
  AUTH_TOKEN_SECRET: secret(),
  AUTH_ENCRYPTION_SECRET: secret(),
  STRIPE_WEBHOOK_SECRETS: "whsec_old, whsec_new",
  RESEND_WEBHOOK_SECRETS: "whsec_c2l4dGVlbiBieXRlcy4u",
  RATE_LIMIT_EMAIL_SENT: "500",
  RATE_LIMIT_EMAIL_SENT_PROVEN: "500",
  SESSIONS_INACTIVITY_TIMEOUT: "720h",
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true",
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
};
const WORKER: Env = {
  ...BOTH,
  RESEND_API_KEY: "re_key",
  MAIL_FROM: "Tidepost <hello@site.test>",
  TEAM_EMAIL: "team@site.test",
  OPS_URL: "https://ops.test",
  OPS_SECRET: secret(),
  TRUSTED_PROXY: "cloudflare",
};

const SMS_BUDGETS = { RATE_LIMIT_SMS_SENT: "60", RATE_LIMIT_SMS_SENT_PROVEN: "300" };

const SITE: Env = { STRIPE_PUBLISHABLE_KEY: "pk_live_51TidepostLiveAccountKey" };

type Change = Partial<Omit<PartSettings, "edge" | "worker">> & {
  readonly edge?: Readonly<Record<string, string | undefined>>;
  readonly worker?: Readonly<Record<string, string | undefined>>;
};

function production(change: Change = {}): PartSettings {
  const given = (env: Readonly<Record<string, string | undefined>>): Env =>
    Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  return {
    target: "production",
    site: SITE,
    vars: ADDRESSES,
    unread: [],
    ...change,
    edge: given({ ...EDGE, ...change.edge }),
    worker: given({ ...WORKER, ...change.worker }),
  };
}

const failuresOf = (given: PartSettings) =>
  checkSettings(given)
    .filter(({ state }) => state === "failed")
    .map(({ about, what }) => `${about} ${what}`);

test("complete settings: no findings", () => {
  expect(failuresOf(production())).toEqual([]);
});

test("a setting with a default, left out by one part: the part has the default", () => {
  const named = (QUEUE_PREFIX: string) =>
    failuresOf(production({ edge: { QUEUE_PREFIX }, worker: { QUEUE_PREFIX: undefined } }));
  expect(named("tidepost")).toEqual([]);
  expect(named("other")).toEqual(["QUEUE_PREFIX is not the same at edge and worker"]);
});

test("production without a captcha: a note says what that costs", () => {
  expect(checkSettings(production())).toContainEqual({
    about: "SECURITY_CAPTCHA_SECRET (edge)",
    state: "note",
    what: "is missing: ten networks can use up the hour's mails to new addresses, and nobody else can sign up",
  });
});

test.each<[string, Change, readonly string[]]>([
  [
    "a setting that is missing at the edge",
    { edge: { AUTH_TOKEN_SECRET: undefined } },
    ["AUTH_TOKEN_SECRET (edge) is missing"],
  ],
  [
    "a setting that is missing at the worker",
    { worker: { TEAM_EMAIL: undefined } },
    ["TEAM_EMAIL (worker) is missing"],
  ],
  [
    "a setting of a wrong form",
    { worker: { TEAM_EMAIL: "nobody" } },
    ["TEAM_EMAIL (worker) is wrong: Invalid email address"],
  ],
  [
    "the key of the chosen mail service",
    { worker: { RESEND_API_KEY: undefined } },
    ["RESEND_API_KEY (worker) is missing: Resend needs an API key"],
  ],
  [
    "half of Meta's settings",
    { worker: { META_PIXEL_ID: "12345678" } },
    ["META_ACCESS_TOKEN (worker) is missing: Conversions need a token"],
  ],
  [
    "phone sign-in without Twilio",
    { edge: { EXTERNAL_PHONE_ENABLED: "true", ...SMS_BUDGETS } },
    ["SMS_TRANSPORT (worker) is missing, but users may sign in by phone"],
  ],
  [
    "two code secrets",
    { worker: { AUTH_CODE_SECRET: secret() } },
    ["AUTH_CODE_SECRET is not the same at edge and worker"],
  ],
  [
    "two queues under other names",
    { worker: { QUEUE_PREFIX: "other" } },
    ["QUEUE_PREFIX is not the same at edge and worker"],
  ],
  [
    "a Redis that no worker reads",
    { worker: { REDIS_URL: undefined } },
    ["REDIS_URL (worker) is missing: the edge publishes to a Redis that no worker reads"],
  ],
  [
    "one secret for two purposes",
    { worker: { OPS_SECRET: CODE_SECRET } },
    ["OPS_SECRET is the same as AUTH_CODE_SECRET"],
  ],
  [
    "a test key in production",
    { edge: { STRIPE_SECRET_KEY: "sk_test_51" } },
    ["STRIPE_SECRET_KEY (edge) is no key of live mode"],
  ],
  [
    "no payments",
    { worker: { STRIPE_SECRET_KEY: undefined } },
    ["STRIPE_SECRET_KEY (worker) is missing: nobody can pay"],
  ],
  [
    "no key for the site's checkout",
    { site: {} },
    ["STRIPE_PUBLISHABLE_KEY (site) is missing: the site sells nothing"],
  ],
  [
    "a placeholder for the site's key",
    { site: { STRIPE_PUBLISHABLE_KEY: "pk_live_your_publishable_key" } },
    ["STRIPE_PUBLISHABLE_KEY (site) is no publishable key"],
  ],
  [
    "a test key on the site of production",
    { site: { STRIPE_PUBLISHABLE_KEY: "pk_test_51TidepostStandInAccount" } },
    ["STRIPE_PUBLISHABLE_KEY (site) is no key of live mode"],
  ],
  [
    "no secret of Resend's webhook",
    { edge: { RESEND_WEBHOOK_SECRETS: undefined } },
    ["RESEND_WEBHOOK_SECRETS (edge) is missing: nobody learns whether an email arrived"],
  ],
  [
    "no webhook secret",
    { edge: { STRIPE_WEBHOOK_SECRETS: undefined } },
    ["STRIPE_WEBHOOK_SECRETS (edge) is missing: the edge rejects all webhooks"],
  ],
  [
    "something else for a webhook's secret",
    { edge: { STRIPE_WEBHOOK_SECRETS: "whsec_one,we_2" } },
    ["STRIPE_WEBHOOK_SECRETS (edge) has something in it that is no webhook secret"],
  ],
  [
    "an address of an emulator",
    { worker: { RESEND_BASE_URL: "https://emulator.test" } },
    ["RESEND_BASE_URL is for local stacks only"],
  ],
  [
    "an address without encryption",
    { worker: { OPS_URL: "http://ops.test" } },
    ["OPS_URL (worker) is not encrypted"],
  ],
  [
    "a queue without encryption",
    { edge: { REDIS_URL: "redis://queue.test" } },
    ["REDIS_URL (edge) is not encrypted"],
  ],
  [
    "an issuer without encryption",
    { edge: { EXTERNAL_GOOGLE_URL: "http://issuer.test" } },
    ["EXTERNAL_GOOGLE_URL (edge) is not encrypted"],
  ],
  [
    "an alert webhook without encryption",
    { worker: { ALERT_WEBHOOK_URL: "http://chat.test/hook" } },
    ["ALERT_WEBHOOK_URL (worker) is not encrypted"],
  ],
  [
    "addresses that are not deployed",
    { vars: { SITE_URL: ADDRESSES.SITE_URL } },
    ["API_URL (wrangler.toml) is missing"],
  ],
  [
    "another pixel on the site",
    { site: { ...SITE, PIXEL_ID: "12345678" } },
    ["PIXEL_ID (site) is not the META_PIXEL_ID of the worker"],
  ],
  [
    "a secret of one letter",
    { worker: { OPS_SECRET: "a".repeat(64) } },
    ["OPS_SECRET has less than 128 bits of variety"],
  ],
  [
    "a secret that repeats a word",
    { worker: { OPS_SECRET: "password".repeat(4) } },
    ["OPS_SECRET has less than 128 bits of variety"],
  ],
  [
    "a secret of 32 digits",
    { worker: { OPS_SECRET: "73160948251037468295013847261950" } },
    ["OPS_SECRET has less than 128 bits of variety"],
  ],
  [
    "emails that count as proven",
    { edge: { MAILER_AUTOCONFIRM: "true" } },
    ["MAILER_AUTOCONFIRM lets anybody take any email address"],
  ],
  [
    "phones that count as proven",
    { edge: { SMS_AUTOCONFIRM: "true" } },
    ["SMS_AUTOCONFIRM lets anybody take any phone number"],
  ],
  [
    "an email change that one mailbox confirms",
    { edge: { MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" } },
    [
      "MAILER_SECURE_EMAIL_CHANGE_ENABLED is off: a stolen session can move the account to another mailbox",
    ],
  ],
  [
    "refresh tokens that stay",
    { edge: { SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: "false" } },
    ["SECURITY_REFRESH_TOKEN_ROTATION_ENABLED is off: a copied refresh token goes unnoticed"],
  ],
  [
    "tokens in addresses",
    { edge: { SECURITY_PKCE_REQUIRED: "false" } },
    ["SECURITY_PKCE_REQUIRED is off: tokens stand in addresses"],
  ],
  [
    "a captcha without a widget",
    { edge: { SECURITY_CAPTCHA_SECRET: secret() } },
    [
      "TURNSTILE_SITE_KEY (site) is missing: without the widget nobody can sign up or send an enquiry",
    ],
  ],
  [
    "a widget without a captcha",
    { site: { ...SITE, TURNSTILE_SITE_KEY: "0x4AAA" } },
    ["SECURITY_CAPTCHA_SECRET (edge) is missing: the site's captcha protects nothing"],
  ],
  [
    "no failure in a captcha with its widget",
    {
      edge: { SECURITY_CAPTCHA_SECRET: secret() },
      site: { ...SITE, TURNSTILE_SITE_KEY: "0x4AAA" },
    },
    [],
  ],
  [
    "sessions without an end",
    { edge: { SESSIONS_INACTIVITY_TIMEOUT: undefined } },
    ["SESSIONS_INACTIVITY_TIMEOUT is missing: a session that nobody uses never ends"],
  ],
  [
    "new passwords for whoever has a session",
    {
      edge: {
        SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: undefined,
        SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "false",
      },
    },
    [
      "SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD is off: a stolen session can choose a new password",
      "SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION is off: a stolen session can choose a new password",
    ],
  ],
  ["access tokens of a week", { edge: { JWT_EXP: "604800" } }, ["JWT_EXP is more than an hour"]],
  [
    "administrators by the role of every user",
    { edge: { JWT_ADMIN_ROLES: "service_role,authenticated" } },
    ["JWT_ADMIN_ROLES makes every user an administrator"],
  ],
  [
    "administrators by a renamed role of every user",
    { edge: { JWT_DEFAULT_GROUP_NAME: "member", JWT_ADMIN_ROLES: "member" } },
    ["JWT_ADMIN_ROLES makes every user an administrator"],
  ],
  [
    "an id token without its nonce",
    { edge: { EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: "true" } },
    ["EXTERNAL_GOOGLE_SKIP_NONCE_CHECK accepts an id token of another sign-in"],
  ],
  [
    "a limit that limits nobody",
    { edge: { RATE_LIMIT_VERIFY: "1000000" } },
    ["RATE_LIMIT_VERIFY is more than 10 times its default"],
  ],
  [
    "the default budget of mails",
    { edge: { RATE_LIMIT_EMAIL_SENT: undefined } },
    ["RATE_LIMIT_EMAIL_SENT is left at its default: a few visitors use up the emails of everybody"],
  ],
  [
    "the default budget of mails to users",
    { edge: { RATE_LIMIT_EMAIL_SENT_PROVEN: undefined } },
    [
      "RATE_LIMIT_EMAIL_SENT_PROVEN is left at its default: a few visitors use up the emails of everybody",
    ],
  ],
  [
    "operators behind an unnamed proxy",
    { worker: { TRUSTED_PROXY: undefined } },
    [
      "TRUSTED_PROXY (worker) is missing: behind a proxy all operators share one limit of failed sign-ins",
    ],
  ],
  [
    "an unknown setting",
    { unread: ["STRIPE_WEBHOOK_SECRET"] },
    ["STRIPE_WEBHOOK_SECRET is read by no part"],
  ],
])("settings check names %s", (_, change, failures) => {
  expect(failuresOf(production(change))).toEqual(failures);
});

test.each([
  ["**", true],
  ["*://tidepost.example/**", true],
  ["https://*", true],
  ["https://*.tidepost.example/**", true],
  ["https://**", true],
  ["http://tidepost.example/**", true],
  ["https://localhost/**", true],
  ["https://127.0.0.1:8443/", true],
  ["https://[::1]/", true],
  ["https:///evil.example", true],
  ["https://app.tidepost.example/**", false],
  ["https://app.tidepost.example:8443/a?b=*", false],
  ["tidepost-app://signed-in", false],
])("redirect pattern %s in production: unsafe is %s", (pattern, isUnsafe) => {
  const given = production({ edge: { URI_ALLOW_LIST: `https://shop.example/,${pattern}` } });
  expect(failuresOf(given).map((failure) => failure.split(" ")[0])).toEqual(
    isUnsafe ? ["URI_ALLOW_LIST"] : [],
  );
});

test("production: says that Workers Paid is needed, and why", () => {
  const text = renderResults(checkSettings(production()));
  expect(text).toMatch(/· Workers Paid +is needed: .*CPU/);
});

test("production with one alert channel: says what nobody is told", () => {
  const text = renderResults(checkSettings(production()));
  expect(text).toMatch(/· ALERT_WEBHOOK_URL +is left out: alerts go by email only/);
  expect(text).toMatch(/· HEARTBEAT_URL +is left out/);
  expect(text).toMatch(/· Calendly +cannot be asked: .*\/call-booked/);
  const both = { ALERT_WEBHOOK_URL: "https://chat.test/x", HEARTBEAT_URL: "https://beat.test/x" };
  expect(renderResults(checkSettings(production({ worker: both })))).not.toMatch(/ALERT|HEARTBEAT/);
  expect(failuresOf(production({ worker: { HEARTBEAT_URL: "http://beat.test/x" } }))).toEqual([
    "HEARTBEAT_URL (worker) is not encrypted",
  ]);
});

test("live Stripe key on staging or a local stack: rejected", () => {
  for (const target of ["staging", "local"] as const) {
    expect(failuresOf(production({ target }))).toContain(
      "STRIPE_SECRET_KEY (edge) is no key of test mode",
    );
  }
});

test("output: contains no value of any setting", () => {
  const printed = [
    production(),
    production({ edge: { DATABASE_URL: "mysql://database-password", JWT_KEYS: "{private-part" } }),
    production({ worker: { OPS_SECRET: "too-short", TEAM_EMAIL: "nobody-at-all" } }),
  ].map((given) => renderResults(checkSettings(given)));
  const values = [
    ...Object.values({ ...EDGE, ...WORKER }),
    "database-password",
    "private-part",
    "too-short",
    "nobody-at-all",
  ];
  for (const text of printed) for (const value of values) expect(text).not.toContain(value);
});

test("fingerprint: the same for one secret of one target only", () => {
  const mark = fingerprint("staging", "AUTH_CODE_SECRET", CODE_SECRET);
  expect(mark).toMatch(/^[0-9a-f]{8}$/);
  expect(fingerprint("staging", "AUTH_CODE_SECRET", CODE_SECRET)).toBe(mark);
  expect(fingerprint("production", "AUTH_CODE_SECRET", CODE_SECRET)).not.toBe(mark);
  expect(fingerprint("staging", "AUTH_CODE_SECRET", secret())).not.toBe(mark);
});

test("malformed setting: its service is not called", () => {
  expect(usableSettings("worker", { ...WORKER, DATABASE_URL: "nonsense" })).not.toHaveProperty(
    "DATABASE_URL",
  );
  expect(usableSettings("worker", WORKER)).toEqual(WORKER);
});
