import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { AppError } from "#contracts/errors.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { WEBHOOK_MESSAGES } from "#contracts/messages/webhooks.ts";
import { parseJson } from "#contracts/parse-json.ts";
import { EMAIL_MAX } from "#contracts/text.ts";
import { findCaller, recordCall } from "#db/calls/record-call.ts";
import { limitWrongSignatures } from "../auth/limits/require-allowed.ts";
import type { EdgeDeps } from "../deps.ts";
import { newRoutes } from "../http/env.ts";
import { rejectLargeBody } from "../http/json-body.ts";
import { publishEvents } from "../http/publish-events.ts";
import { takeUnread } from "../http/take-unread.ts";

const BODY_MAX_BYTES = 256 * 1_024;

/** A time may differ so many seconds in either direction. */
const TOLERANCE_S = 300;

export const CALENDLY_EVENT_TYPES = ["invitee.created", "invitee.canceled"] as const;

/** Name, address and answers are dropped here; the address finds whom we know. */
export const CalendlyNotification = z.object({
  event: z.enum(CALENDLY_EVENT_TYPES),
  payload: z.object({
    uri: z
      .string()
      .regex(/^https:\/\/api\.calendly\.com\/scheduled_events\/[\w-]+\/invitees\/[\w-]{1,90}$/),
    email: z.string().max(EMAIL_MAX),
    scheduled_event: z.object({ start_time: z.iso.datetime({ offset: true }) }),
  }),
});

const TYPES: ReadonlySet<string> = new Set(CALENDLY_EVENT_TYPES);

/** Enough to look up what we cannot read. */
const Given = z.looseObject({
  event: z.unknown().optional(),
  payload: z.looseObject({ uri: z.unknown().optional() }).optional().catch(undefined),
});

const CALENDLY_ACTOR: Actor = { kind: "system", name: "calendly" };

/** `POST /webhooks/calendly`: a repeat is 200 and writes nothing. */
export function calendlyWebhookRoutes(deps: EdgeDeps) {
  return newRoutes().post(
    "/",
    limitWrongSignatures(deps),
    bodyLimit({ maxSize: BODY_MAX_BYTES, onError: rejectLargeBody }),
    async (c) => {
      const { CALENDLY_WEBHOOK_SECRETS: secrets } = deps.config;
      if (secrets.length === 0) {
        throw new AppError("webhook_not_configured", WEBHOOK_MESSAGES.notConfigured);
      }
      const body = await c.req.text();
      const signature = c.req.header("calendly-webhook-signature") ?? "";
      if (!(await isSignedByCalendly(body, signature, secrets, deps.now()))) {
        throw new AppError("signature_invalid", WEBHOOK_MESSAGES.badSignature);
      }
      const given = Given.safeParse(parseJson(body)).data ?? null;
      // A subscription may hold more than we read.
      if (typeof given?.event === "string" && !TYPES.has(given.event)) {
        return c.json({ received: true });
      }
      const parsed = CalendlyNotification.safeParse(given);
      if (!parsed.success) {
        const { event: type, payload } = given ?? {};
        const { error } = parsed;
        return takeUnread(c, deps.db, { webhook: "calendly", type, id: payload?.uri, error });
      }
      const { payload } = parsed.data;
      const callId = `call_${payload.uri.slice(payload.uri.lastIndexOf("/") + 1)}`;
      const startsAt = new Date(payload.scheduled_event.start_time).toISOString();
      const event =
        parsed.data.event === "invitee.created"
          ? newEvent(c.var.events, "CallBooked", CALENDLY_ACTOR, { callId, startsAt })
          : newEvent(c.var.events, "CallCancelled", CALENDLY_ACTOR, { callId });
      const caller = await findCaller(deps.db, payload.email);
      const isNew = await recordCall(deps.db, { caller, startsAt, event });
      c.var.log.info("call_reported", { callId, type: parsed.data.event, isNew });
      if (isNew) publishEvents(c, [event]);
      return c.json({ received: true });
    },
  );
}

/** Whether Calendly signed this very text in the last five minutes. */
async function isSignedByCalendly(
  body: string,
  signature: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const [, time = "", mac = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === "" || Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE_S) return false;
  const signed = new TextEncoder().encode(`${time}.${body}`);
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode(secret),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["verify"],
    );
    // Compares in constant time.
    if (await crypto.subtle.verify("HMAC", key, Buffer.from(mac, "hex"), signed)) return true;
  }
  return false;
}
