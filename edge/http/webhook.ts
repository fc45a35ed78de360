import { bodyLimit } from "hono/body-limit";
import type { z } from "zod";
import { AppError } from "#contracts/errors.ts";
import { WebhookUnread, type WEBHOOKS } from "#contracts/events/failures.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { WEBHOOK_MESSAGES } from "#contracts/messages/webhooks.ts";
import type { Db } from "#db/client.ts";
import { recordUnreadWebhook } from "#db/events/record-failures.ts";
import { type AppContext, type AppMiddleware, newRoutes } from "./env.ts";
import { rejectLargeBody } from "./json-body.ts";
import { publishEvents } from "./publish-events.ts";

type Webhook = {
  maxBytes: number;
  /** Two during a rotation. */
  secrets: readonly string[];
  isSigned: (c: AppContext, body: string, secret: string) => Promise<boolean>;
  take: (c: AppContext, body: string) => Promise<Response>;
};

/** A company's notifications: only what it signed is read. */
export function webhookRoutes(
  limit: AppMiddleware,
  { maxBytes, secrets, isSigned, take }: Webhook,
) {
  return newRoutes().post(
    "/",
    limit,
    bodyLimit({ maxSize: maxBytes, onError: rejectLargeBody }),
    async (c) => {
      if (secrets.length === 0) {
        throw new AppError("webhook_not_configured", WEBHOOK_MESSAGES.notConfigured);
      }
      const body = await c.req.text();
      for (const secret of secrets) if (await isSigned(c, body, secret)) return take(c, body);
      throw new AppError("signature_invalid", WEBHOOK_MESSAGES.badSignature);
    },
  );
}

/** Whether one of the codes is that of the text. Compares in constant time. */
export async function isMacOf(
  text: string,
  {
    macs,
    key,
    hash,
  }: { macs: readonly BufferSource[]; key: BufferSource; hash: "SHA-1" | "SHA-256" },
): Promise<boolean> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, [
    "verify",
  ]);
  const signed = new TextEncoder().encode(text);
  for (const mac of macs)
    if (await crypto.subtle.verify("HMAC", imported, mac, signed)) return true;
  return false;
}

/** A time may differ by this in either direction. */
const CLOCK_TOLERANCE_S = 300;

export function isTimely(time: number, now: Date): boolean {
  return Math.abs(now.getTime() / 1_000 - time) <= CLOCK_TOLERANCE_S;
}

const FIELDS_MAX = 10;

type Unread = {
  webhook: (typeof WEBHOOKS)[number];
  type: unknown;
  /** The company's id of the object. */
  id: unknown;
  error: z.ZodError;
};

/**
 * Answers 200 to what a company signed and we cannot read, after storing where to look it up: told 4xx for days, the company switches
 * the webhook off. The event alerts the team.
 */
export async function takeUnread(
  c: AppContext,
  db: Db,
  { webhook, type, id, error }: Unread,
): Promise<Response> {
  const { notification, objectId } = WebhookUnread.shape.data.shape;
  const fields = error.issues.map(({ path }) => path.join("."));
  const event = newEvent(
    c.var.events,
    "WebhookUnread",
    { kind: "system", name: webhook },
    {
      webhook,
      notification: notification.safeParse(type).data ?? null,
      objectId: objectId.safeParse(id).data ?? null,
      fields: [...new Set(fields)].slice(0, FIELDS_MAX),
    },
  );
  await recordUnreadWebhook(db, event);
  c.var.log.warn("webhook_unread", { webhook, eventId: event.id });
  publishEvents(c, [event]);
  return c.json({ received: true });
}
