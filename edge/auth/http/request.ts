import type { Context } from "hono";
import { z } from "zod";
import type { CodeChallenge } from "#db/accounts/insert-flow.ts";
import type { NewSession } from "#db/accounts/insert-session.ts";
import type { AppEnv } from "../../http/env.ts";
import { visitorKey } from "../../http/rate-limit.ts";
import { requireBudget } from "../limits/send-budget.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "./auth-errors.ts";
import type { LimitBucket, LimitResult } from "../limits/limits.ts";
import { chooseRedirect } from "./allowed-redirects.ts";

// Longer than any browser's user agent.
const USER_AGENT_MAX = 500;
const EMAIL_MAX = 255;
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

/** PKCE fields. */
export const pkceFields = {
  code_challenge: z.optional(z.string()),
  code_challenge_method: z.optional(z.string()),
};

/** Sent by clients with every public request; there is no captcha here. */
export const metaFields = {
  gotrue_meta_security: z.optional(
    z.looseObject({ captcha_token: z.optional(z.nullable(z.string())) }),
  ),
};

/**
 * Parses an email to lower case.
 *
 * @throws {AuthError} `validation_failed`
 */
export function readEmail(text: string): string {
  if (!isEmail(text)) {
    throw new AuthError("validation_failed", "Unable to validate email address: invalid format");
  }
  return text.toLowerCase();
}

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text);
}

/**
 * @returns the PKCE challenge, or null without one
 * @throws {AuthError} `validation_failed` for an incomplete or malformed one
 */
export function readChallenge(body: {
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
}): CodeChallenge | null {
  const { code_challenge: challenge = "", code_challenge_method: asked = "" } = body;
  if (challenge === "" && asked === "") return null;
  if (challenge === "" || asked === "") {
    throw new AuthError(
      "validation_failed",
      "PKCE flow requires code_challenge_method and code_challenge",
    );
  }
  if (!CHALLENGE.test(challenge)) {
    throw new AuthError(
      "validation_failed",
      "code challenge has to be between 43 and 128 characters of letters, digits and ._~-",
    );
  }
  const method = asked.toLowerCase();
  if (method !== "s256" && method !== "plain") {
    throw new AuthError("validation_failed", "code_challenge_method must be s256 or plain");
  }
  return { challenge, method };
}

/** The requested redirect if allowed, else the site. */
export function redirectTarget(c: Context, { config }: Pick<AuthDeps, "config">): string {
  return chooseRedirect(
    [c.req.query("redirect_to"), c.req.header("redirect_to"), c.req.header("referer")],
    config,
  );
}

/** IP address as Cloudflare reports it. */
export function visitorOf(c: Context): { ip: string | null; userAgent: string | null } {
  return {
    ip: c.req.header("cf-connecting-ip") ?? null,
    userAgent: c.req.header("user-agent")?.slice(0, USER_AGENT_MAX) ?? null,
  };
}

/**
 * Counts a request of this visitor.
 *
 * @throws {AuthError} `over_request_rate_limit`
 */
export async function requireAllowed(
  c: Context,
  { limits }: Pick<AuthDeps, "limits">,
  bucket: LimitBucket,
): Promise<void> {
  const taken = await limits.take(bucket, visitorKey(c.req.header("cf-connecting-ip")));
  if (!taken.allowed) throw tooManyRequests(taken.retryAfterS);
}

/**
 * Counts a code that somebody types in for an account as wrong, from however many addresses of the network they come;
 * {@link recordCodeSuccess} takes that back.
 *
 * @param account its address, phone or id
 * @throws {AuthError} `over_request_rate_limit`
 */
export async function requireGuessAllowed(
  c: Context,
  { limits }: Pick<AuthDeps, "limits">,
  account: string,
): Promise<void> {
  const tried = await limits.checkCodeAttempt(
    account,
    visitorKey(c.req.header("cf-connecting-ip")),
  );
  if (!tried.allowed) throw tooManyRequests(tried.retryAfterS);
}

/**
 * The visitor may sign in with the password from here, too, however many strangers guess
 * meanwhile.
 */
export async function recordCodeSuccess(
  c: Context,
  { limits }: Pick<AuthDeps, "limits">,
  account: string,
): Promise<void> {
  await limits.recordCodeSuccess(account, visitorKey(c.req.header("cf-connecting-ip")));
}

/** @param retryAfterS whole seconds */
export function tooManyRequests(retryAfterS: number): AuthError {
  return new AuthError("over_request_rate_limit", "Request rate limit reached", { retryAfterS });
}

/** Mails of one kind to one mailbox wait for each other; kinds with the same timer share a name. */
type MailTimer = "confirmation" | "recovery" | "email_change";

/** Counts a mail to an address alone, where another one counts in the budget. */
export function countMailbox(
  { limits }: Pick<AuthDeps, "limits">,
  timer: MailTimer,
  address: string,
): Promise<LimitResult> {
  return limits.take("mail_address", `${timer} ${address}`);
}

/**
 * Counts a mail to an address, whether or not anybody has an account with it: an answer must not tell. Only a mail that is
 * written counts in everybody's budget.
 *
 * @throws {AuthError} `over_email_send_rate_limit`
 */
export async function requireMailAllowed(
  c: Context<AppEnv>,
  deps: Pick<AuthDeps, "config" | "limits">,
  timer: MailTimer,
  address: string,
): Promise<void> {
  const taken = await countMailbox(deps, timer, address);
  if (!taken.allowed) throw tooSoon(taken.retryAfterS);
  if (deps.config.MAILER_AUTOCONFIRM) return;
  await requireBudget(c, deps, "email_sent");
}

/**
 * Whole seconds until a user may request another mail of a kind.
 *
 * @param lastAt ISO 8601, or null
 */
export function waitS(
  { config, now }: Pick<AuthDeps, "config" | "now">,
  lastAt: string | null,
): number {
  if (lastAt === null) return 0;
  const waitMs = Date.parse(lastAt) + config.SMTP_MAX_FREQUENCY * 1_000 - now().getTime();
  return Math.max(0, Math.ceil(waitMs / 1_000));
}

/** @param waitS whole seconds */
export function tooSoon(waitS: number): AuthError {
  return new AuthError(
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${waitS} seconds.`,
    { retryAfterS: waitS },
  );
}

/**
 * Prepares a session.
 *
 * @param method its `amr` method
 * @param provider the OAuth or SSO provider
 */
export function newSession(
  c: Context,
  { config, makeUuid, now }: Pick<AuthDeps, "config" | "makeUuid" | "now">,
  method: string,
  provider?: string,
): NewSession {
  const at = now();
  const entry: NewSession["amr"][number] = { method, timestamp: Math.floor(at.getTime() / 1_000) };
  return {
    id: makeUuid(),
    amr: [provider === undefined ? entry : { ...entry, provider }],
    aal: "aal1",
    factorId: null,
    ...visitorOf(c),
    provider: provider ?? null,
    at: at.toISOString(),
    notAfter:
      config.SESSIONS_TIMEBOX === undefined
        ? null
        : new Date(at.getTime() + config.SESSIONS_TIMEBOX * 1_000).toISOString(),
  };
}
