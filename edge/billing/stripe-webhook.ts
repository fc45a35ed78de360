import { bodyLimit } from "hono/body-limit";
import { Stripe } from "stripe";
import * as z from "zod";
import { AppError } from "#contracts/errors.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import {
  StripeEventReceived,
  STRIPE_EVENT_TYPES,
} from "#contracts/events/stripe-event-received.ts";
import { WEBHOOK_MESSAGES } from "#contracts/messages/webhooks.ts";
import { parseJson } from "#contracts/parse-json.ts";
import { LINE } from "#contracts/text.ts";
import { recordStripeEvent } from "#db/billing/record-stripe-event.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import { limitWrongSignatures } from "../auth/limits/require-allowed.ts";
import type { EdgeDeps } from "../deps.ts";
import { newRoutes } from "../http/env.ts";
import { rejectLargeBody } from "../http/json-body.ts";
import { publishEvents } from "../http/publish-events.ts";
import { isTimely, takeUnread } from "../http/webhook.ts";

const BODY_MAX_BYTES = 1_024 * 1_024;

const Line = z.string().max(255).regex(LINE);

/** The sync reads everything else from Stripe. */
export const StripeNotification = z.object({
  id: z.string().regex(/^evt_[A-Za-z0-9_]{1,240}$/),
  type: Line,
  api_version: z.nullish(Line),
  created: z.int().min(0),
  livemode: z.boolean(),
  data: z.object({
    object: z.looseObject({
      object: z.string(),
      id: z.nullish(Line),
      customer: z.nullish(z.union([Line, z.looseObject({ id: Line })])),
      parent: z.nullish(
        z.looseObject({
          subscription_details: z.nullish(
            z.looseObject({ subscription: z.nullish(z.union([Line, z.looseObject({})])) }),
          ),
        }),
      ),
    }),
    previous_attributes: z.nullish(z.looseObject({ customer: z.nullish(Line) })),
  }),
});

/** Enough to look up what we cannot read. */
const Given = z.looseObject({ id: z.unknown().optional(), type: z.unknown().optional() });

const STRIPE_ACTOR: Actor = { kind: "system", name: "stripe" };

/** `POST /webhooks/stripe`: a repeat is 200 and writes nothing. */
export function stripeWebhookRoutes(deps: EdgeDeps) {
  return newRoutes().post(
    "/",
    limitWrongSignatures(deps),
    bodyLimit({ maxSize: BODY_MAX_BYTES, onError: rejectLargeBody }),
    async (c) => {
      const { STRIPE_WEBHOOK_SECRETS: secrets } = deps.config;
      const { isLive } = requireStripe(secrets.length === 0 ? null : deps.payments);
      const payload = await c.req.text();
      const signature = c.req.header("stripe-signature") ?? "";
      const verified = await verify(payload, signature, secrets, deps.now());
      const parsed = StripeNotification.safeParse(verified);
      if (!parsed.success) {
        const { type, id } = Given.safeParse(verified).data ?? {};
        return takeUnread(c, deps.db, { webhook: "stripe", type, id, error: parsed.error });
      }
      const notification = parsed.data;
      if (notification.livemode !== isLive) {
        throw new AppError("invalid_input", WEBHOOK_MESSAGES.badMode);
      }
      const customerId = customerOf(notification);
      const objectId = objectIdOf(notification) ?? customerId;
      const data = StripeEventReceived.shape.data.safeParse({
        stripeEventId: notification.id,
        notification: notification.type,
        objectId,
        customerId,
      });
      // We handle this type, in an unexpected shape: after an error Stripe sends it again.
      if (!data.success && isKnown(notification.type)) throw data.error;
      const event = data.success
        ? newEvent(c.var.events, "StripeEventReceived", STRIPE_ACTOR, data.data)
        : null;
      const isNew = await recordStripeEvent(deps.db, {
        id: notification.id,
        type: notification.type,
        objectId,
        customerId,
        apiVersion: notification.api_version ?? null,
        occurredAt: new Date(notification.created * 1_000).toISOString(),
        event,
      });
      c.var.log.info("notified", { stripeEventId: notification.id, isNew });
      if (isNew && event !== null) publishEvents(c, [event]);
      return c.json({ received: true });
    },
  );
}

/** Stripe's library takes a time that is no number, and any in the future. */
function hasTimelySignature(signature: string, now: Date): boolean {
  const [time, ...others] = signature
    .split(",")
    .flatMap((part) => (part.startsWith("t=") ? [Number(part.slice(2))] : []));
  return time !== undefined && others.length === 0 && isTimely(time, now);
}

/**
 * During a rotation there are two secrets.
 *
 * @throws {AppError} `signature_invalid`, also for a time that is more than five minutes away
 */
async function verify(
  payload: string,
  signature: string,
  secrets: readonly string[],
  now: Date,
): Promise<unknown> {
  for (const secret of hasTimelySignature(signature, now) ? secrets : []) {
    try {
      return await Stripe.webhooks.constructEventAsync(payload, signature, secret);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) {
        // It is signed, but an event of another form.
        return parseJson(payload);
      }
    }
  }
  throw new AppError("signature_invalid", WEBHOOK_MESSAGES.badSignature);
}

function isKnown(type: string): boolean {
  return (STRIPE_EVENT_TYPES as readonly string[]).includes(type);
}

/** An upcoming invoice has no id, or one that Stripe does not know later: its subscription stands for it. */
function objectIdOf({ type, data: { object } }: z.infer<typeof StripeNotification>): string | null {
  if (type !== "invoice.upcoming") return object.id ?? null;
  const subscription = object.parent?.subscription_details?.subscription;
  return typeof subscription === "string" ? subscription : null;
}

/** A detached card names its customer in `previous_attributes` only. */
function customerOf({ data }: z.infer<typeof StripeNotification>): string | null {
  const { object, previous_attributes: previous } = data;
  if (object.object === "customer") return object.id ?? null;
  const customer = object.customer ?? previous?.customer ?? null;
  return typeof customer === "object" ? (customer?.id ?? null) : customer;
}
