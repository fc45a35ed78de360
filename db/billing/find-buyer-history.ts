import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import {
  type BuyerHistory,
  COMEBACK_CODE,
  promotionCodeError,
} from "#contracts/billing/promotion-code.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { customerOwners, customers, disputes, orders, subscriptions } from "#db/schema/billing.ts";
import { type CheckoutOwner, customerAtCheckout } from "./change-checkout-sessions.ts";
import { customersOfPerson } from "./customers-sql.ts";
import { isPaid } from "./orders-sql.ts";
import { openSubscriptionOf } from "./subscription-sql.ts";

const Found = z.object({
  isSessionValid: z.boolean(),
  isSubscribed: z.boolean(),
  hasPaid: z.boolean(),
  hasKept: z.boolean(),
  hasUsedComeback: z.boolean(),
  hasEndedUnpaid: z.boolean(),
  customerId: z.nullable(z.string()),
});

/** Somebody at the checkout, or whoever has a Stripe customer. */
type Buyer = CheckoutOwner | { readonly kind: "customer"; readonly customerId: string };

/**
 * Finds what decides on a promotion code.
 *
 * @returns null when the session has ended
 */
export async function findBuyerHistory(
  db: Db,
  buyer: Buyer,
  at: string,
): Promise<(BuyerHistory & { isSubscribed: boolean; customerId: string | null }) | null> {
  const own = customersOfBuyer(buyer);
  const userId = buyer.kind === "account" ? buyer.userId : null;
  const isTheirs = (row: string) =>
    sql`${sql.identifier(row)}.customer_id = any((select ids from person)::text[])`;
  const { isSessionValid, ...history } = await oneRowOf(db, Found)`
    with person as materialized (select ${customersOfPerson(own, userId)} as ids)
  select
    ${buyer.kind === "account" ? isValidSession(buyer, at) : sql`true`} as is_session_valid,
    exists (${openSubscriptionOf(sql`(${own})`)}) as is_subscribed,
    exists (select from ${orders} paid where ${isTheirs("paid")} and ${isPaid(sql`paid`)}) as has_paid,
    exists (
      select from ${orders} paid
      where ${isTheirs("paid")} and ${isPaid(sql`paid`)} and paid.amount_pence > paid.refunded_pence + coalesce((
        -- The bank gave it back.
        select sum(lost.amount_pence) from ${disputes} lost where lost.order_id = paid.id and lost.status = 'lost'
      ), 0)
    ) as has_kept,
    exists (
      select from ${subscriptions} earlier where ${isTheirs("earlier")} and earlier.is_comeback
    ) as has_used_comeback,
    exists (
      select from ${subscriptions} earlier where ${isTheirs("earlier")} and earlier.has_ended_unpaid
    ) as has_ended_unpaid,
    (${buyer.kind === "customer" ? own : customerAtCheckout(buyer)}) as customer_id`;
  return isSessionValid ? history : null;
}

function customersOfBuyer(buyer: Buyer): SQL {
  switch (buyer.kind) {
    case "account":
      return sql`select customer_id from ${customerOwners} where user_id = ${buyer.userId}::uuid`;
    case "guest":
      return sql`select id from ${customers} where guest_key = ${buyer.guestKey}::uuid`;
    case "customer":
      return sql`select ${buyer.customerId}::text`;
  }
}

/** @returns null when the session has ended */
export async function canUseComebackCode(
  db: Db,
  buyer: Buyer,
  at: string,
): Promise<boolean | null> {
  const history = await findBuyerHistory(db, buyer, at);
  return history === null ? null : promotionCodeError(history, COMEBACK_CODE, null) === null;
}
