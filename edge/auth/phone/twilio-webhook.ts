import * as z from "zod";
import { TEXT_REPORTS, recordTextReport } from "#db/accounts/one-time-tokens/change-tokens.ts";
import { isMacOf, takeUnread, webhookRoutes } from "../../http/webhook.ts";
import type { AuthDeps } from "../deps.ts";
import { limitWrongSignatures } from "../limits/require-allowed.ts";
import { endSmsTimer } from "../limits/send-timers.ts";

const BODY_MAX_BYTES = 16 * 1_024;

/** Twilio's other fields, such as the phone number, are dropped here. */
export const TwilioReport = z.object({
  MessageSid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/),
  MessageStatus: z.enum(TEXT_REPORTS),
  ErrorCode: z.optional(z.string().regex(/^\d{1,6}$/)),
});

const STATUSES: ReadonlySet<string> = new Set(TEXT_REPORTS);

/**
 * `POST /webhooks/twilio?event=…`: what became of a text. A repeat is 200 and writes nothing. After a failed delivery
 * the next code may be asked for at once.
 */
export function twilioWebhookRoutes(deps: AuthDeps) {
  const { config, db } = deps;
  const { API_URL, TWILIO_AUTH_TOKEN: token } = config;
  return webhookRoutes(limitWrongSignatures(deps), {
    maxBytes: BODY_MAX_BYTES,
    secrets: token === undefined ? [] : [token],
    isSigned(c, body, secret) {
      const { pathname, search } = new URL(c.req.url);
      // The address that Twilio was given: a proxy may show another.
      const url = `${API_URL}${pathname}${search}`;
      return isSignedByTwilio(url, body, c.req.header("x-twilio-signature") ?? "", secret);
    },
    async take(c, body) {
      const given = Object.fromEntries(new URLSearchParams(body));
      const { MessageStatus: type, MessageSid: id } = given;
      // Such as `queued`.
      if (type !== undefined && !STATUSES.has(type)) return c.json({ received: true });
      const parsed = TwilioReport.safeParse(given);
      if (!parsed.success) {
        return takeUnread(c, db, { webhook: "twilio", type, id, error: parsed.error });
      }
      const { MessageSid: textId, MessageStatus: status, ErrorCode: code = null } = parsed.data;
      const eventId = c.req.query("event") ?? "";
      const at = deps.now().toISOString();
      const { isNew, timers } = await recordTextReport(db, { textId, eventId, status, code, at });
      await Promise.all(timers.map(({ phone, timer }) => endSmsTimer(deps, phone, timer)));
      c.var.log.info("text_reported", { status, code, isNew });
      return c.json({ received: true });
    },
  });
}

/**
 * Whether Twilio signed this very report. It signs no time; a repeat writes nothing.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
function isSignedByTwilio(
  url: string,
  body: string,
  signature: string,
  token: string,
): Promise<boolean> {
  const sorted = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return isMacOf(url + sorted.flat().join(""), {
    macs: [Buffer.from(signature, "base64")],
    key: Buffer.from(token),
    hash: "SHA-1",
  });
}
