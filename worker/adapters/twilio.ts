import * as z from "zod";
import { SettingsError } from "#contracts/settings-error.ts";
import type { WorkerConfig } from "../config.ts";
import { CompanyAnswer } from "../ports/company-answer.ts";
import { type Sms, type SmsSender, SmsRejected } from "../ports/sms-sender.ts";
import { isRejection, postOnce, REQUEST_TIMEOUT_MS } from "./company-request.ts";
import { requireSetting } from "./require-setting.ts";

export type TwilioConfig = {
  accountSid: string;
  authToken: string;
  /** E.164 number with `+`, alphanumeric sender id, or messaging service SID. */
  from: string;
  /** The approved template of codes on WhatsApp: null sends none. */
  contentSid: string | null;
  /** Where Twilio reports what became of an SMS. */
  statusUrl: string;
  /** Without a trailing slash. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

export const TWILIO_API = "https://api.twilio.com";

const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/;

/** 4xx codes to retry: credentials (20003), rate limits (20429, 14107, 63038). */
const RETRYABLE_CODES: ReadonlySet<number> = new Set([20_003, 20_429, 14_107, 63_038]);

const Accepted = z.object({ sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/) });
const Failure = z.object({ code: z.int(), message: z.optional(z.string()) });

/** @throws {SettingsError} naming the setting that the transport lacks, when a transport is configured */
export function createSmsSender(
  config: Pick<
    WorkerConfig,
    | "SMS_TRANSPORT"
    | "TWILIO_ACCOUNT_SID"
    | "TWILIO_AUTH_TOKEN"
    | "TWILIO_FROM"
    | "TWILIO_WHATSAPP_CONTENT_SID"
    | "TWILIO_BASE_URL"
    | "API_URL"
  >,
): SmsSender | null {
  if (config.SMS_TRANSPORT === undefined) return null;
  const { TWILIO_WHATSAPP_CONTENT_SID: contentSid = null } = config;
  const accountSid = requireSetting(config, "TWILIO_ACCOUNT_SID", "Twilio needs an account");
  const authToken = requireSetting(config, "TWILIO_AUTH_TOKEN", "Twilio needs a token");
  const from = requireSetting(config, "TWILIO_FROM", "Twilio needs a sender");
  if (contentSid !== null && !/^(?:\+|MG)/.test(from)) {
    throw new SettingsError("WhatsApp needs a number: set TWILIO_FROM to one, or to a service.");
  }
  const { API_URL: api, TWILIO_BASE_URL: baseUrl } = config;
  const statusUrl = `${api}/webhooks/twilio`;
  return createTwilioSmsSender({ accountSid, authToken, from, contentSid, statusUrl, baseUrl });
}

/** Twilio has no idempotency keys: a lost response may send the SMS twice. */
export function createTwilioSmsSender(config: TwilioConfig): SmsSender {
  const { accountSid, authToken, baseUrl = TWILIO_API, timeoutMs = REQUEST_TIMEOUT_MS } = config;
  const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  return {
    async send(text) {
      const response = await postOnce("Twilio", url, {
        headers: { authorization },
        body: formOf(text, config),
        timeoutMs,
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) throw failureOf(response.status, body);
      const accepted = Accepted.safeParse(body);
      return { externalId: accepted.success ? accepted.data.sid : null };
    },
  };
}

/** @throws {SmsRejected} for WhatsApp without a template, which Twilio would accept and not deliver (63016) */
function formOf(
  { to, channel, body, code, eventId }: Sms,
  { from, contentSid, statusUrl }: TwilioConfig,
): URLSearchParams {
  const isWhatsApp = channel === "whatsapp";
  if (isWhatsApp && contentSid === null) throw new SmsRejected("WhatsApp has no template");
  const prefix = isWhatsApp ? "whatsapp:" : "";
  const sender: [string, string] = MESSAGING_SERVICE.test(from)
    ? ["MessagingServiceSid", from]
    : ["From", `${prefix}${from}`];
  const content: [string, string][] =
    isWhatsApp && contentSid !== null
      ? [
          ["ContentSid", contentSid],
          ["ContentVariables", JSON.stringify({ 1: code })],
        ]
      : [["Body", body]];
  const report: [string, string] = ["StatusCallback", `${statusUrl}?event=${eventId}`];
  return new URLSearchParams([["To", `${prefix}+${to}`], sender, ...content, report]);
}

/** Its own message omits Twilio's, which quotes the phone number. */
function failureOf(status: number, body: unknown): Error {
  const parsed = Failure.safeParse(body);
  const code = parsed.success ? parsed.data.code : null;
  const message = `Twilio: ${code ?? "no code"} (${status})`;
  const isRetryable = code !== null && RETRYABLE_CODES.has(code);
  const answer = { cause: new CompanyAnswer(status, parsed.data?.message) };
  return isRejection(status) && !isRetryable
    ? new SmsRejected(message, answer)
    : new Error(message, answer);
}
