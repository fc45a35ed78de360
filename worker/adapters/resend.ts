import { setTimeout as delay } from "node:timers/promises";
import { type ErrorResponse, Resend, type Response } from "resend";
import { COMPANY } from "#contracts/company.ts";
import { HOUR_MS } from "#contracts/durations.ts";
import { CompanyAnswer, retryAfterMs } from "../ports/company-answer.ts";
import { type Mail, MailDeferred, type Mailer, MailRejected } from "../ports/mailer.ts";
import { isRejection, noAnswer, REQUEST_TIMEOUT_MS } from "./company-request.ts";

type ResendConfig = {
  apiKey: string;
  from: string;
  /** Without a trailing slash. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

export const RESEND_API = "https://api.resend.com";

/** A quota resets the next day or when it is raised; an hourly attempt notices soon enough. */
const QUOTA_RETRY_MS = HOUR_MS;

/** Resend answers a few requests a second. */
const READ_ATTEMPTS = 10;

const AUTOMATIC = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "OOF, AutoReply",
};

const CODE = /^[a-z_]{1,64}$/;
const QUOTAS: ReadonlySet<string> = new Set(["daily_quota_exceeded", "monthly_quota_exceeded"]);

/** 4xx codes to retry: the email itself is valid. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set([
  "concurrent_idempotent_requests",
  "invalid_api_key",
  "missing_api_key",
  "restricted_api_key",
]);

/**
 * Sends through Resend, which deduplicates by idempotency key for 24 hours.
 *
 * @throws {Error} when the API key is empty
 */
export function createResendMailer(config: ResendConfig): Mailer {
  const { apiKey, from, baseUrl = RESEND_API, timeoutMs = REQUEST_TIMEOUT_MS } = config;
  const resend = new Resend(apiKey, { baseUrl });
  return {
    async send(mail, idempotencyKey) {
      const signal = AbortSignal.timeout(timeoutMs);
      // The SDK passes these to fetch. A redirect would send the email to another host.
      const options = { idempotencyKey, signal, redirect: "error" };
      const message = messageOf(mail, from, idempotencyKey);
      const { data, error, headers } = await resend.emails.send(message, options);
      // The key came with another body before, as when a deploy changed the text between two attempts.
      if (error?.name === "invalid_idempotent_request") {
        return { externalId: null, isProbablySent: true };
      }
      if (error !== null) throw failureOf(error, headers, signal.aborted);
      if (data === null) throw new Error("Resend answered with an error that says nothing");
      return { externalId: typeof data.id === "string" ? data.id : null };
    },
    async removeSuppression(email) {
      const signal = AbortSignal.timeout(timeoutMs);
      const options = { signal, redirect: "error" };
      const { error, headers } = await resend.suppressions.remove(email, options);
      // A key that may only send is refused.
      const status = error?.statusCode ?? null;
      if (error === null || status === 404) return true;
      if (status === 401 || status === 403) return false;
      throw failureOf(error, headers, signal.aborted);
    },
  };
}

/** Ended without having left Resend. */
const NEVER_LEFT: ReadonlySet<string> = new Set(["canceled", "failed", "scheduled"]);

/** Finds the emails that Resend has taken since a time. */
export type FindSent = (since: Date) => Promise<ReadonlyMap<string, string>>;

/**
 * Asks Resend which effects' emails it has taken: its list has no tags, so each is read by itself.
 *
 * @returns a function that gives Resend's ids by `event/effect`, and rejects for a key that may only send
 */
export function createFindSent(
  { apiKey, baseUrl = RESEND_API }: Pick<ResendConfig, "apiKey" | "baseUrl">,
  wait: (ms: number) => Promise<unknown> = delay,
): FindSent {
  const resend = new Resend(apiKey, { baseUrl });
  const ask = async <T>(question: () => Promise<Response<T>>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const { data, error, headers } = await question();
      if (error === null) return data;
      const isBusy = error.name === "rate_limit_exceeded" && attempt < READ_ATTEMPTS;
      if (!isBusy) throw failureOf(error, headers, false);
      await wait(retryAfterMs(headers?.["retry-after"]));
    }
  };
  return async (since) => {
    const sent = new Map<string, string>();
    const isOf = (at: string) => Date.parse(at) >= since.getTime();
    for (let after: string | undefined; ;) {
      const page = { limit: 100, ...(after !== undefined && { after }) };
      const { data, has_more } = await ask(() => resend.emails.list(page));
      for (const { id } of data.filter(
        (one) => isOf(one.created_at) && !NEVER_LEFT.has(one.last_event),
      )) {
        const { tags = [] } = await ask(() => resend.emails.get(id));
        const valueOf = (name: string) => tags.find((tag) => tag.name === name)?.value;
        const [event, effect] = [valueOf("event"), valueOf("effect")];
        if (event !== undefined && effect !== undefined) sent.set(`${event}/${effect}`, id);
      }
      const last = data.at(-1);
      if (!has_more || last === undefined || !isOf(last.created_at)) return sent;
      after = last.id;
    }
  };
}

const messageOf = (mail: Mail, from: string, idempotencyKey: string) => ({
  from,
  to: mail.to,
  ...(mail.replyTo !== null && { replyTo: mail.replyTo }),
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  headers: {
    ...AUTOMATIC,
    "X-Correlation-Id": mail.correlationId,
    ...threadOf(mail),
    ...unsubscribeOf(mail),
  },
  tags: [{ name: "template", value: mail.template }, ...tagsOf(idempotencyKey)],
});

/** Without a thread, Gmail must not join emails that have the same subject. */
function threadOf({ thread, correlationId }: Mail): Record<string, string> {
  if (thread === undefined) return { "X-Entity-Ref-ID": correlationId };
  const root = `<${thread}@${COMPANY.domain}>`;
  return { References: root, "In-Reply-To": root };
}

/** RFC 8058; a person reads the mail of programs without the button. */
function unsubscribeOf({ unsubscribeUrl }: Mail): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return {
    "List-Unsubscribe": `<${unsubscribeUrl}>, <mailto:${COMPANY.email}?subject=unsubscribe>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Webhooks bring them back: they name the effect even when the answer with the email's id was lost. */
function tagsOf(idempotencyKey: string): { name: string; value: string }[] {
  const [, event, effect] = /^(\w+)\/([\w-]+)$/.exec(idempotencyKey) ?? [];
  if (event === undefined || effect === undefined) return [];
  return [
    { name: "event", value: event },
    { name: "effect", value: effect },
  ];
}

/** Its own message omits Resend's, which may quote an address. */
function failureOf(
  error: ErrorResponse,
  headers: Readonly<Record<string, string>> | null,
  isTimedOut: boolean,
): Error {
  const status = typeof error.statusCode === "number" ? error.statusCode : null;
  if (headers === null) return noAnswer("Resend", isTimedOut);
  const name: unknown = error.name;
  const code = typeof name === "string" && CODE.test(name) ? name : "unnamed_error";
  const message = `Resend: ${code} (${status ?? "no status"})`;
  const answer = { cause: new CompanyAnswer(status, error.message) };
  if (QUOTAS.has(code)) return new MailDeferred(message, QUOTA_RETRY_MS, answer);
  if (code === "rate_limit_exceeded" || status === 429) {
    return new MailDeferred(message, retryAfterMs(headers["retry-after"]), answer);
  }
  return status !== null && isRejection(status) && !RETRYABLE_CODES.has(code)
    ? new MailRejected(message, answer)
    : new Error(message, answer);
}
