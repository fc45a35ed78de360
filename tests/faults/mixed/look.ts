import pg from "pg";
import type { MailSummary } from "../../stack/resend/mailbox.ts";
import type { Customers } from "./customers.ts";
import { loadExpectedEffects } from "./expected-effects.ts";
import type { Seen, SeenEvent } from "./judge.ts";
import type { StripeClient } from "./provider.ts";

const SUBSCRIPTION = `subscription.id, subscription.customer_id as "customerId", subscription.status,
  subscription.cancel_at_period_end as "isEnding", subscription.duplicate_of is not null as "isDuplicate",
  array(select coalesce(item.price_id, item.stripe_price_id) from subscription_items item
    where item.subscription_id = subscription.id) as "priceIds",
  array(select jsonb_array_elements(subscription.discounts)->>'couponId') as coupons`;

export async function collectState(given: {
  databaseUrl: string;
  provider: StripeClient;
  customers: Customers;
  mails: readonly MailSummary[];
  drifted: number;
}): Promise<Seen> {
  const database = new pg.Client({ connectionString: given.databaseUrl });
  await database.connect();
  const effectsOf = await loadExpectedEffects();
  const rows = async <R>(statement: string): Promise<R[]> =>
    (await database.query(statement)).rows as R[];
  try {
    const events = await rows<Row>(
      `select event.id, event.type, event.version, event.actor, event.payload, event.request_id as "requestId",
        event.occurred_at as "occurredAt", account.email as who,
        case when event.dead_lettered_at is not null then 'dead' when event.completed_at is not null then 'completed' else 'open' end
          as state
      from outbox_events event left join users account on account.id::text = event.aggregate_id
      order by event.occurred_at, event.id`,
    );
    const owners = await rows<{ id: string; who: string }>(
      `select customer.id, account.email as who from customers customer join users account on account.id = customer.user_id`,
    );
    return {
      acts: given.customers.acts,
      accounts: await rows(`select email as who from users where email is not null`),
      owners: new Map(owners.map(({ id, who }) => [id, who])),
      events: events.map((row) => asSeen(row, effectsOf)),
      effects: await rows(
        `select event_id as "eventId", effect, status, idempotency_key as key, external_id as "externalId",
          last_error as "lastError" from event_effects`,
      ),
      audits: await rows(`select event_id as "eventId", action from audit_log`),
      mails: given.mails.map(({ idempotencyKey: key, to }) => ({ key, to })),
      subscriptionRequests: await rows(
        `select subscription_id as "subscriptionId", kind, state from subscription_requests
         where kind <> 'retention_offer' order by requested_at`,
      ),
      redemptions: await rows(
        `select distinct on (subscription_id) subscription_id as "subscriptionId",
          case state when 'superseded' then 'rejected' else state end as state from subscription_requests
         where kind = 'retention_offer' order by subscription_id, requested_at desc`,
      ),
      refundRequests: await rows(
        `select subscription_id as "subscriptionId", state from refund_requests`,
      ),
      kept: await rows(`select ${SUBSCRIPTION} from subscriptions subscription`),
      there: await given.provider.subscriptions(),
      drifted: given.drifted,
    };
  } finally {
    await database.end();
  }
}

type Row = Pick<SeenEvent, "id" | "type" | "state" | "who"> & {
  version: number;
  actor: { kind: string };
  payload: { subscriptionId?: string; orderId?: string; refundedPence?: number };
  requestId: string;
  occurredAt: Date;
};

function asSeen(
  { id, type, state, who, ...row }: Row,
  effectsOf: (event: unknown) => string[],
): SeenEvent {
  const { subscriptionId, orderId, refundedPence } = row.payload;
  return {
    id,
    type,
    state,
    who,
    actor: row.actor.kind,
    subscriptionId: subscriptionId ?? null,
    orderId: orderId ?? null,
    refundedPence: refundedPence ?? null,
    effects: effectsOf({
      id,
      type,
      version: row.version,
      occurredAt: row.occurredAt.toISOString(),
      actor: row.actor,
      correlationId: row.requestId,
      data: row.payload,
    }),
  };
}
