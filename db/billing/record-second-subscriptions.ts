import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type EventContext, newEvent } from "#contracts/events/new-event.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customerOwners, customers, orders, subscriptions } from "#db/schema/billing.ts";
import { BILLING_ACTOR } from "./billing-actor.ts";
import { customersOfPerson } from "./customers-sql.ts";
import { subscriptionFields } from "./find-subscriptions.ts";
import { factsOf } from "./subscription-facts.ts";
import { isRenewing } from "./subscription-sql.ts";

/**
 * Finds pairs of this subscription and another owner's, both renewing and to a plan, that one person seems to pay for, and marks
 * the later of each pair with an event. The same mailbox means one person. The same card does only if a guest paid for the later
 * one, because one card may pay for the accounts of two businesses. A sync finds the duplicates of one owner.
 *
 * @returns ids of the newly marked
 */
export async function recordSecondSubscriptions(
  db: Db,
  context: EventContext,
  subscriptionId: string,
): Promise<string[]> {
  const customer = sql`select customer_id from ${subscriptions} where id = ${subscriptionId}`;
  const ofPerson = customersOfPerson(customer);
  const open = await db
    .select({
      ...subscriptionFields,
      isOfPerson: sql<boolean>`${subscriptions.customerId} = any(${ofPerson})`.as("is_of_person"),
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(
      and(
        // One array, so that the index is used.
        sql`${subscriptions.id} = any(array(
          select id from ${subscriptions} where customer_id = any(${ofPerson})
          union ${subscriptionsOfCard(subscriptionId)}
        ))`,
        eq(subscriptions.isOpen, true),
        isNotNull(subscriptions.priceId),
        isRenewing(sql`${subscriptions}`),
      ),
    )
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
  const ownIndex = open.findIndex(({ id }) => id === subscriptionId);
  const own = open[ownIndex];
  if (own === undefined || open.length === 1) return [];
  const owners = await db
    .select()
    .from(customerOwners)
    .where(
      inArray(
        customerOwners.customerId,
        open.map(({ customerId }) => customerId),
      ),
    );
  const accountOf = (id: string) => owners.find(({ customerId }) => customerId === id)?.userId;
  const ownerOf = (id: string) => accountOf(id) ?? id;
  const marked: string[] = [];
  for (const [index, other] of open.entries()) {
    if (ownerOf(other.customerId) === ownerOf(own.customerId)) continue;
    const [first, second] = index < ownIndex ? [other, own] : [own, other];
    if (!other.isOfPerson && accountOf(second.customerId) !== undefined) continue;
    const event = newEvent(context, "SecondSubscriptionFound", BILLING_ACTOR, {
      ...factsOf(second),
      firstSubscriptionId: first.id,
    });
    if (await mark(db, event)) marked.push(second.id);
  }
  return marked;
}

/** Finds the subscriptions paid with the same card. Some are missed, because a wallet may hide the card's number. */
function subscriptionsOfCard(subscriptionId: string): SQL {
  return sql`select other.subscription_id from ${orders} own
    join ${orders} other on other.card_fingerprint = own.card_fingerprint
    where own.subscription_id = ${subscriptionId} and other.subscription_id is not null`;
}

/** One statement: of two effects that find the pair at once, one writes the event. */
async function mark(db: Db, event: EventOf<"SecondSubscriptionFound">): Promise<boolean> {
  const { customerId, subscriptionId, firstSubscriptionId } = event.data;
  return hasRow(db)`with marked as (
    update ${subscriptions} set second_of = ${firstSubscriptionId}
    where id = ${subscriptionId} and second_of is null and is_open and duplicate_of is null
    returning id
  ), event as (
    ${insertEvent(event, { type: "customer", id: customerId }, sql`from marked`)}
  )
  select id from marked`;
}
