import * as z from "zod";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { parseJson } from "#contracts/parse-json.ts";
import { EMAIL_MAX } from "#contracts/text.ts";
import { findCaller, recordCall } from "#db/calls/record-call.ts";
import { limitWrongSignatures } from "../auth/limits/require-allowed.ts";
import type { EdgeDeps } from "../deps.ts";
import { publishEvents } from "../http/publish-events.ts";
import { isMacOf, isTimely, takeUnread, webhookRoutes } from "../http/webhook.ts";

const BODY_MAX_BYTES = 256 * 1_024;

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
  return webhookRoutes(limitWrongSignatures(deps), {
    maxBytes: BODY_MAX_BYTES,
    secrets: deps.config.CALENDLY_WEBHOOK_SECRETS,
    isSigned: (c, body, secret) =>
      isSignedByCalendly(
        body,
        c.req.header("calendly-webhook-signature") ?? "",
        secret,
        deps.now(),
      ),
    async take(c, body) {
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
  });
}

/** Whether Calendly signed this very text in the last five minutes. */
async function isSignedByCalendly(
  body: string,
  signature: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  const [, time = "", mac = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === "" || !isTimely(Number(time), now)) return false;
  return isMacOf(`${time}.${body}`, {
    macs: [Buffer.from(mac, "hex")],
    key: Buffer.from(secret),
    hash: "SHA-256",
  });
}
