import type { z } from "zod";
import { WebhookUnread, type WEBHOOKS } from "#contracts/events/failures.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { recordUnreadWebhook } from "#db/events/record-failures.ts";
import type { AppContext } from "./env.ts";
import { publishEvents } from "./publish-events.ts";

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
