import { asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { customers, subscriptionRequests, subscriptions } from "#db/schema/billing.ts";
import {
  announcedPrices,
  billedItems,
  isCancelScheduled,
  promisedEndAt,
} from "./subscription-sql.ts";

type AcceptedOffer = {
  state: "pending" | "applied";
  /** The browser that accepted the offer made it. */
  idempotencyKey: string | null;
};

/** The read model. Every reader joins `customers`. */
export const subscriptionFields = {
  ...getTableColumns(subscriptions),
  /** The customer's: null for an unclaimed guest. */
  userId: customers.userId,
  version: customers.version,
  /** Claimed by its email, and still charged to the buyer's card. */
  needsCard: sql<boolean>`coalesce(${customers.claimedCardId} = ${customers.cardId}, false)`.as(
    "needs_card",
  ),
  balancePence: customers.balancePence,
  items: billedItems(sql`${subscriptions}`).as("items"),
  announced: announcedPrices(sql`${subscriptions}`).as("announced"),
  isEnding: isCancelScheduled(sql`${subscriptions}`).as("is_ending"),
  pendingAction: sql<"cancel" | "resume" | null>`(
    select request.kind from ${subscriptionRequests} request
    where request.subscription_id = ${subscriptions}.id and request.state = 'pending' and request.kind <> 'retention_offer'
  )`.as("pending_action"),
  promisedEndAt: (
    sql`(
      select ${promisedEndAt(sql`request`)} from ${subscriptionRequests} request
      where request.subscription_id = ${subscriptions}.id and request.state = 'pending' and request.kind = 'cancel'
    )`.mapWith(subscriptions.cancelAt) as SQL<string | null>
  ).as("promised_end_at"),
  acceptedOffer: sql<AcceptedOffer | null>`(
    select json_build_object('state', request.state, 'idempotencyKey', request.idempotency_key)
    from ${subscriptionRequests} request
    where request.subscription_id = ${subscriptions}.id and request.kind = 'retention_offer'
      and request.state in ('pending', 'applied')
  )`.as("accepted_offer"),
};

export type SubscriptionRow = Awaited<ReturnType<typeof selectSubscriptions>>[number];

export function selectSubscriptions(db: Pick<Db, "select">) {
  return db
    .select(subscriptionFields)
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId));
}

/** A user's subscription is the open one, to a plan if there is one, else the newest. */
export const OPEN_THEN_NEWEST = [
  desc(subscriptions.isOpen),
  sql`${subscriptions.duplicateOf} is not null`,
  sql`${subscriptions.priceId} is null`,
  desc(subscriptions.createdAt),
  asc(subscriptions.id),
] as const;

export async function findSubscriptionById(db: Db, id: string): Promise<SubscriptionRow | null> {
  const [row] = await selectSubscriptions(db).where(eq(subscriptions.id, id));
  return row ?? null;
}

const UnsavedSubscription = z.object({
  subscriptionId: z.string(),
  customerId: z.nullable(z.string()),
});

/**
 * Lists those of the subscriptions at Stripe that we have not saved.
 *
 * @returns `customerId` null for a customer that we have not saved either
 */
export function listUnsavedSubscriptions(
  db: Db,
  atStripe: readonly { subscriptionId: string; customerId: string }[],
): Promise<z.infer<typeof UnsavedSubscription>[]> {
  return rowsOf(db, UnsavedSubscription)`select given.subscription_id, customer.id as customer_id
    from unnest(
      ${sql.param(atStripe.map((row) => row.subscriptionId))}::text[], ${sql.param(atStripe.map((row) => row.customerId))}::text[]
    ) as given(subscription_id, customer_id)
    left join ${customers} customer on customer.id = given.customer_id
    where not exists (select from ${subscriptions} subscription where subscription.id = given.subscription_id)`;
}
