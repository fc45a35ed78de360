import { COMPANY } from "#contracts/company.ts";
import type { Env } from "#db/bin/target.ts";
import { EdgeConfig } from "../../edge/config.ts";
import { type AuthSettings, LIMIT_SETTINGS } from "../../edge/settings/auth-settings.ts";
import { claimsInDoubt } from "../../web/src/content/claims-register.ts";
import { SUPPORT } from "../../web/src/content/support.ts";
import { WorkerConfig } from "../../worker/config.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";

type Limit = keyof typeof LIMIT_SETTINGS;
const HOUR_S = 3_600;
const MOST_TIMES_DEFAULT = 10;
const REMOVE = "remove it";

/** Roles of access tokens that give no right. */
const PLAIN_ROLES = ["anon", "authenticated"];

const NO_PROOF = "is off: a stolen session can choose a new password";
const MAIL_BUDGETS: readonly Limit[] = ["RATE_LIMIT_EMAIL_SENT", "RATE_LIMIT_EMAIL_SENT_PROVEN"];
const SMS_BUDGETS: readonly Limit[] = ["RATE_LIMIT_SMS_SENT", "RATE_LIMIT_SMS_SENT_PROVEN"];
const LIMITS_PER_VISITOR = (Object.keys(LIMIT_SETTINGS) as Limit[]).filter(
  (name) => !MAIL_BUDGETS.includes(name) && !SMS_BUDGETS.includes(name),
);

/** Each setting has a value that is unsafe in production, and words that say what this value allows. */
const SWITCHES = {
  MAILER_AUTOCONFIRM: [true, "lets anybody take any email address"],
  SMS_AUTOCONFIRM: [true, "lets anybody take any phone number"],
  MAILER_SECURE_EMAIL_CHANGE_ENABLED: [
    false,
    "is off: a stolen session can move the account to another mailbox",
  ],
  SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: [false, "is off: a copied refresh token goes unnoticed"],
  SECURITY_PKCE_REQUIRED: [false, "is off: tokens stand in addresses"],
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: [false, NO_PROOF],
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: [false, NO_PROOF],
} as const satisfies Partial<Record<keyof AuthSettings, readonly [boolean, string]>>;

/**
 * Finds settings that suit a developer's machine and open a door in production.
 *
 * @param edge the settings that pass their schema, as those of the worker
 */
export function* checkProduction(edge: Env, worker: Env): Generator<CheckResult> {
  const settings = EdgeConfig.partial().parse(edge) as AuthSettings;
  for (const [name, [unsafe, what]] of Object.entries(SWITCHES)) {
    if (settings[name as keyof typeof SWITCHES] === unsafe) {
      yield failed(name, what, `set ${String(!unsafe)}`);
    }
  }
  if (settings.SESSIONS_INACTIVITY_TIMEOUT === undefined) {
    const what = "is missing: a session that nobody uses never ends";
    yield failed("SESSIONS_INACTIVITY_TIMEOUT", what, "set 720h");
  }
  if (settings.JWT_EXP > HOUR_S) {
    yield failed("JWT_EXP", "is more than an hour", `take ${HOUR_S} or less`);
  }
  const roles = [...PLAIN_ROLES, settings.JWT_DEFAULT_GROUP_NAME];
  if (roles.some((role) => settings.JWT_ADMIN_ROLES.includes(role))) {
    yield failed("JWT_ADMIN_ROLES", "makes every user an administrator", REMOVE);
  }
  if (settings.URI_ALLOW_LIST.some(leadsAnywhere)) {
    const what =
      "has a pattern without a named host, without encryption, or for a developer's machine";
    yield failed("URI_ALLOW_LIST", what, "name each host in full, with https:");
  }
  for (const name of MAIL_BUDGETS) {
    if (settings[name] === defaultOf(name)) {
      const what = "is left at its default: a few visitors use up the emails of everybody";
      yield failed(name, what, "set what Resend or EmailJS delivers in an hour");
    }
  }
  for (const name of settings.EXTERNAL_PHONE_ENABLED ? SMS_BUDGETS : []) {
    if (settings[name] === defaultOf(name)) {
      const what = "is left at its default: a few visitors use up the texts of everybody";
      yield failed(name, what, "set what an hour of texts may cost");
    }
  }
  for (const [name, value] of Object.entries(settings)) {
    if (name.endsWith("_SKIP_NONCE_CHECK") && value === true) {
      yield failed(name, "accepts an id token of another sign-in", REMOVE);
    }
  }
  for (const name of LIMITS_PER_VISITOR) {
    if (settings[name] > MOST_TIMES_DEFAULT * defaultOf(name)) {
      const what = `is more than ${MOST_TIMES_DEFAULT} times its default`;
      yield failed(name, what, `take ${defaultOf(name)}`);
    }
  }
  if (WorkerConfig.shape.TRUSTED_PROXY.parse(worker["TRUSTED_PROXY"]) === undefined) {
    const what = "is missing: behind a proxy all operators share one limit of failed sign-ins";
    yield failed("TRUSTED_PROXY (worker)", what, "set cloudflare, or forwarded for another proxy");
  }
  if (worker["ALERT_WEBHOOK_URL"] === undefined) {
    yield note(
      "ALERT_WEBHOOK_URL",
      "is left out: alerts go by email only, and nobody is told when email fails",
    );
  }
  if (worker["HEARTBEAT_URL"] === undefined) {
    yield note("HEARTBEAT_URL", "is left out: nobody is told when the worker stops");
  }
  if (edge["CALENDLY_WEBHOOK_SECRETS"] === undefined) {
    yield note(
      "CALENDLY_WEBHOOK_SECRETS",
      "is left out: the console knows no booked calls, and nobody is reminded of one",
    );
  }
  yield note(
    "Calendly",
    `cannot be asked: each kind of call has to redirect to /call-booked of the site after a booking`,
  );
  yield note(
    "Workers Paid",
    "is needed: hashing a password takes more than the 10 ms of CPU that Workers Free allows",
  );
}

/** Example data: no company has such a number or postcode, no registration for VAT such a one, no network such a phone. */
const PLACEHOLDERS: readonly (readonly [about: string, given: string | null, example: RegExp])[] = [
  ["COMPANY.number", COMPANY.number, /^0+$/],
  ["COMPANY.registeredOffice", COMPANY.registeredOffice, /\bZZ99\b|example/i],
  ["COMPANY.vatNumber", COMPANY.vatNumber, /^GB0+$/],
  ["COMPANY.domain", COMPANY.domain, /\.(?:example|test|invalid|localhost)$/],
  ["COMPANY.email", COMPANY.email, /\.(?:example|test|invalid|localhost)$/],
  // Ofcom reserves numbers for drama.
  ["SUPPORT.phone", SUPPORT.phone.href, /^tel:\+447700900\d{3}$/],
];

/** Whether the site, the mails and the invoices would name a company that does not exist. */
export function checkCompany(details = PLACEHOLDERS): CheckResult[] {
  return details
    .filter(([, given, example]) => given !== null && example.test(given))
    .map(([about]) =>
      failed(
        about,
        "is still the example",
        "put yours into contracts/company.ts or web/src/content/support.ts",
      ),
    );
}

/** Each claim that the site would make without proof. Publishing one is banned before there is. */
export function checkClaims({ UNPROVED_CLAIMS: setting }: Env, today: Date): CheckResult[] {
  const about = "UNPROVED_CLAIMS";
  if (setting === undefined)
    return [ok(about, "is left out: the site claims nothing without proof")];
  if (setting !== "shown") return [failed(about, "is wrong", "set shown, or remove it")];
  return claimsInDoubt(today).map(({ name, why }) => note(`claim "${name}"`, `is shown: ${why}`));
}

function defaultOf(name: Limit): number {
  return LIMIT_SETTINGS[name].parse(undefined);
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127\..+|0\.0\.0\.0|\[.*\])$/;

/** Schemes of apps name no host. */
function leadsAnywhere(pattern: string): boolean {
  const [, scheme, host = ""] = /^([a-z][a-z\d+.-]*):\/\/(\[.*?\]|[^/:]*)/i.exec(pattern) ?? [];
  if (scheme === undefined || scheme === "http") return true;
  return scheme === "https" && (host === "" || /[*?]/.test(host) || LOOPBACK.test(host));
}
