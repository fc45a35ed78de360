import * as z from "zod";
import { AppError } from "#contracts/errors.ts";
import { WEBHOOK_MESSAGES } from "#contracts/messages/webhooks.ts";
import { parseJson } from "#contracts/parse-json.ts";
import { LINE } from "#contracts/text.ts";
import type { UndeliverableReason } from "#contracts/undeliverable-reasons.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { recordResendEvent } from "#db/emails/change-undeliverable.ts";
import { limitWrongSignatures } from "../auth/limits/require-allowed.ts";
import type { EdgeDeps } from "../deps.ts";
import type { AppContext } from "../http/env.ts";
import { isMacOf, isTimely, takeUnread, webhookRoutes } from "../http/webhook.ts";

const BODY_MAX_BYTES = 256 * 1_024;

const Line = z.string().max(255).regex(LINE);
const When = z.string().max(40).transform(toIso);

/** The other fields, such as the subject, are dropped here. */
const EmailData = z.object({
  email_id: Line,
  // Resend takes fifty recipients.
  to: z.array(z.string()).max(50),
  // Another sender of the same Resend account may set other tags.
  tags: z
    .object({
      event: z.string().regex(/^evt_[0-9A-Z]{26}$/),
      effect: z.string().regex(/^[a-z-]{1,64}$/),
    })
    .nullish()
    .catch(null),
  bounce: z.nullish(z.object({ type: Line, subType: Line })),
});

const EMAIL_TYPES = [
  "email.sent",
  "email.delivery_delayed",
  "email.delivered",
  "email.bounced",
  "email.failed",
  "email.suppressed",
  "email.complained",
] as const;

const SUPPRESSION_TYPES = ["suppression.added", "suppression.removed"] as const;

export const ResendEvent = z.discriminatedUnion("type", [
  z.object({ type: z.enum(EMAIL_TYPES), created_at: When, data: EmailData }),
  z.object({
    type: z.enum(SUPPRESSION_TYPES),
    created_at: When,
    data: z.object({ email: z.string(), origin: z.enum(["bounce", "complaint", "manual"]) }),
  }),
]);
type ResendEvent = z.infer<typeof ResendEvent>;

const Given = z.looseObject({ type: z.string() });

const TYPES: ReadonlySet<string> = new Set([...EMAIL_TYPES, ...SUPPRESSION_TYPES]);

const ORIGINS = { bounce: "bounced", complaint: "complained", manual: "suppressed" } as const;

/** `POST /webhooks/resend`: a repeat is 200 and writes nothing. */
export function resendWebhookRoutes(deps: EdgeDeps) {
  const addressHash = createAddressHash(deps.config.AUTH_CODE_SECRET);
  return webhookRoutes(limitWrongSignatures(deps), {
    maxBytes: BODY_MAX_BYTES,
    secrets: deps.config.RESEND_WEBHOOK_SECRETS,
    isSigned: (c, payload, secret) => isSignedBySvix(c, payload, secret, deps.now()),
    async take(c, payload) {
      const id = z.string().min(1).max(255).regex(LINE).safeParse(c.req.header("svix-id"));
      const body = Given.safeParse(parseJson(payload)).data ?? null;
      if (!id.success) throw new AppError("invalid_input", WEBHOOK_MESSAGES.badEvent);
      // An endpoint may be subscribed to more than we read.
      if (body !== null && !TYPES.has(body.type)) return c.json({ received: true });
      const parsed = ResendEvent.safeParse(body);
      if (!parsed.success) {
        const { error } = parsed;
        return takeUnread(c, deps.db, { webhook: "resend", type: body?.type, id: id.data, error });
      }
      const event = parsed.data;
      const email = "email_id" in event.data ? event.data : null;
      const address = addressOf(event);
      const isNew = await recordResendEvent(deps.db, {
        id: id.data,
        type: event.type,
        emailId: email?.email_id ?? null,
        eventId: email?.tags?.event ?? null,
        effect: email?.tags?.effect ?? null,
        bounceType: email?.bounce?.type ?? null,
        bounceSubType: email?.bounce?.subType ?? null,
        occurredAt: event.created_at,
        address:
          address === null ? null : { hash: addressHash.of(address.email), reason: address.reason },
      });
      c.var.log.info("email_reported", { type: event.type, isNew });
      return c.json({ received: true });
    },
  });
}

function toIso(text: string, context: z.RefinementCtx): string {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  context.addIssue({ code: "custom", message: "not a timestamp" });
  return z.NEVER;
}

/** The address that gets no more email, or gets it again. Only a permanent bounce says so. */
function addressOf(
  event: ResendEvent,
): { email: string; reason: UndeliverableReason | null } | null {
  switch (event.type) {
    case "suppression.removed":
      return { email: event.data.email, reason: null };
    case "suppression.added":
      return { email: event.data.email, reason: ORIGINS[event.data.origin] };
    case "email.bounced":
      return event.data.bounce?.type === "Permanent" ? recipientOf(event.data, "bounced") : null;
    case "email.complained":
      return recipientOf(event.data, "complained");
    case "email.suppressed":
      return recipientOf(event.data, "suppressed");
    case "email.sent":
    case "email.delivery_delayed":
    case "email.delivered":
    case "email.failed":
      return null;
  }
}

/** We send to one address; of several, Resend does not say which one it was. */
function recipientOf({ to: [email, ...others] }: { to: string[] }, reason: UndeliverableReason) {
  return email === undefined || others.length > 0 ? null : { email, reason };
}

/**
 * Whether Svix, which delivers Resend's webhooks, signed this very text in the last five minutes.
 * https://docs.svix.com/receiving/verifying-payloads/how-manual
 *
 * @param secret after `whsec_` in base64
 */
async function isSignedBySvix(
  c: AppContext,
  payload: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  const timestamp = c.req.header("svix-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || !isTimely(Number(timestamp), now)) return false;
  const signed = `${c.req.header("svix-id") ?? ""}.${timestamp}.${payload}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const parts = (c.req.header("svix-signature") ?? "").split(" ");
  const macs = parts
    .filter((part) => part.startsWith("v1,"))
    .map((part) => Buffer.from(part.slice("v1,".length), "base64"));
  return isMacOf(signed, { macs, key, hash: "SHA-256" });
}
