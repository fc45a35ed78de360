import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { AppError } from "#contracts/errors.ts";
import { WEBHOOK_MESSAGES } from "#contracts/messages/webhooks.ts";
import { TEXT_REPORTS, recordTextReport } from "#db/accounts/one-time-tokens/change-tokens.ts";
import { newRoutes } from "../../http/env.ts";
import { rejectLargeBody } from "../../http/json-body.ts";
import { takeUnread } from "../../http/take-unread.ts";
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
  const { config, db, limits } = deps;
  return newRoutes().post(
    "/",
    limitWrongSignatures({ authLimits: limits }),
    bodyLimit({ maxSize: BODY_MAX_BYTES, onError: rejectLargeBody }),
    async (c) => {
      const { TWILIO_AUTH_TOKEN: token } = config;
      if (token === undefined) {
        throw new AppError("webhook_not_configured", WEBHOOK_MESSAGES.notConfigured);
      }
      const { pathname, search } = new URL(c.req.url);
      const fields = new URLSearchParams(await c.req.text());
      const signature = c.req.header("x-twilio-signature") ?? "";
      // The address that Twilio was given: a proxy may show another.
      const url = `${config.API_URL}${pathname}${search}`;
      if (!(await isSignedByTwilio(url, fields, signature, token))) {
        throw new AppError("signature_invalid", WEBHOOK_MESSAGES.badSignature);
      }
      const given = Object.fromEntries(fields);
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
  );
}

/**
 * Whether Twilio signed this very report. It signs no time; a repeat writes nothing.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
async function isSignedByTwilio(
  url: string,
  fields: URLSearchParams,
  signature: string,
  token: string,
): Promise<boolean> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(token), algorithm, false, [
    "verify",
  ]);
  const sorted = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const signed = encoder.encode(url + sorted.flat().join(""));
  // Compares in constant time.
  return crypto.subtle.verify("HMAC", key, Buffer.from(signature, "base64"), signed);
}
