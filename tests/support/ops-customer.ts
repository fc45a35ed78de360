import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { PLAN } from "./catalogue.ts";

export const CHECKOUT = `evt_${"1".repeat(26)}`;
const CREATED = `evt_${"0".repeat(26)}`;

export async function seedOpsCustomer(db: Db): Promise<{ userId: string }> {
  const userId = randomUUID();
  const statements = [
    sql`insert into users (id, email, email_confirmed_at, app_metadata, user_metadata, created_at, updated_at)
      values (${userId}::uuid, 'grace@navy.example', '2026-11-01T10:00:00Z', '{}',
        '{"first_name": "Grace", "last_name": "Hopper"}', '2026-11-01T10:00:00Z', '2026-11-01T10:00:00Z')`,
    sql`insert into customers (id, user_id, origin, guest_key, email, invoice_email)
      values ('cus_1', ${userId}::uuid, 'guest', ${randomUUID()}::uuid, 'grace@navy.example', 'hopper@books.example')`,
    sql`insert into subscriptions (id, customer_id, user_id, status, price_id, current_period_end, cancel_at_period_end,
        created_at)
      values ('sub_1', 'cus_1', ${userId}::uuid, 'active', ${PLAN.starter.priceId}, '2026-12-01T10:00:00Z', false,
        '2026-11-01T10:01:00Z')`,
    sql`insert into subscription_items (id, subscription_id, price_id, stripe_price_id, amount_pence, quantity)
      values ('si_1', 'sub_1', ${PLAN.starter.priceId}, 'price_1', 9700, 1)`,
    sql`insert into orders (
        id, customer_id, subscription_id, number, status, amount_pence, collected_pence, refunded_pence, currency, ordered_at
      ) values (
        'in_1', 'cus_1', 'sub_1', 'CR6JSI9T-0007', 'partially_refunded', 9700, 9700, 4000, 'gbp', '2026-11-01T10:02:00Z'
      )`,
    sql`insert into outbox_events (id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id,
        occurred_at, next_publish_at, completed_at)
      values
        (${CREATED}, 'AccountCreated', 1, 'user', ${userId}, '{"kind": "visitor"}', '{}', 'req_0',
          '2026-11-01T10:00:00Z', now(), now()),
        (${CHECKOUT}, 'CheckoutCompleted', 1, 'customer', 'cus_1', '{"kind": "system", "name": "billing"}', '{}', 'req_1',
          '2026-11-01T10:01:30Z', now(), now())`,
    sql`insert into event_effects (event_id, effect, status, idempotency_key, attempts)
      values (${CHECKOUT}, 'send-billing-mail', 'completed', 'key', 1)`,
    sql`insert into retention_offers (id, subscription_id, reason, monthly_pence, shown_at, answer, answered_at)
      values ('off_1', 'sub_1', 'too_expensive', 9700, '2026-11-10T10:00:00Z', 'declined', '2026-11-10T10:01:00Z')`,
  ];
  for (const statement of statements) await db.execute(statement);
  return { userId };
}
