import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { StoredPurchaseConversion } from "#contracts/api/conversion.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { jsonRow } from "#db/json-row.ts";
import { users } from "#db/schema/accounts.ts";
import {
  checkoutSessions,
  type CheckoutState,
  customerOwners,
  customers,
} from "#db/schema/billing.ts";
import { openSubscriptionOf } from "./subscription-sql.ts";

/** The guest key is made by the browser. */
export type CheckoutOwner =
  | { kind: "account"; userId: string; sessionId: string | null }
  | { kind: "guest"; guestKey: string };

type StartCheckout = {
  id: string;
  buyer: CheckoutOwner;
  basketHash: string;
  priceIds: readonly string[];
  at: string;
  expiresAt: string;
  conversion: StoredPurchaseConversion | null;
};

const StartedCheckout = z.object({
  isSessionValid: z.boolean(),
  email: z.nullable(z.string()),
  openSubscription: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  /** Null when the buyer has an open subscription. */
  checkout: z.nullable(
    jsonRow({ id: checkoutSessions.id, stripeSessionId: checkoutSessions.stripeSessionId }),
  ),
});
export type StartedCheckout = Omit<z.infer<typeof StartedCheckout>, "isSessionValid">;

/**
 * Starts a checkout session, or finds the one for the same basket. One statement: concurrent
 * requests get one row, and none gets one beside an open subscription. The newest consent counts.
 *
 * @returns null when the account is gone or its session has ended
 */
export async function startCheckout(db: Db, input: StartCheckout): Promise<StartedCheckout | null> {
  const { buyer } = input;
  const whileUsable = (column: string) => {
    const name = sql.identifier(column);
    return sql`case when old.expires_at > ${input.at}::timestamptz then old.${name} else excluded.${name} end`;
  };
  const { isSessionValid, ...started } = await oneRowOf(db, StartedCheckout)`with buyer as (
    ${checkoutOwnerColumns(buyer, input.at)}
  ), checkout as (
    insert into ${checkoutSessions} as old (id, owner_key, basket_hash, price_ids, state, created_at, expires_at, conversion)
    select ${input.id}, ${ownerKey(buyer)}, ${input.basketHash}, ${JSON.stringify(input.priceIds)}::jsonb, 'opening',
      ${input.at}::timestamptz, ${input.expiresAt}::timestamptz,
      ${input.conversion === null ? null : JSON.stringify(input.conversion)}::jsonb
    from buyer where is_session_valid and open_subscription is null
    on conflict (owner_key, basket_hash) where state in ('opening', 'open') do update set
      id = ${whileUsable("id")}, stripe_session_id = ${whileUsable("stripe_session_id")},
      url = ${whileUsable("url")}, customer_id = ${whileUsable("customer_id")}, state = ${whileUsable("state")},
      created_at = ${whileUsable("created_at")}, expires_at = ${whileUsable("expires_at")},
      conversion = excluded.conversion
    returning *
  )
  select buyer.*, (select to_jsonb(checkout) from checkout) as checkout from buyer`;
  return isSessionValid ? started : null;
}

export function ownerKey(buyer: CheckoutOwner): string {
  return buyer.kind === "account" ? `user:${buyer.userId}` : `guest:${buyer.guestKey}`;
}

function checkoutOwnerColumns(buyer: CheckoutOwner, at: string): SQL {
  if (buyer.kind === "guest") {
    return sql`select true as is_session_valid, null::text as email, (${openSubscriptionOf(sql`
          (select id from ${customers} where guest_key = ${buyer.guestKey}::uuid)`)}) as open_subscription,
        (${customerAtCheckout(buyer)}) as customer_id`;
  }
  const userId = sql`${buyer.userId}::uuid`;
  const own = sql`select customer_id from ${customerOwners} where user_id = ${userId}`;
  return sql`select
      ${isValidSession(buyer, at)} as is_session_valid,
      (select email from ${users} where id = ${userId}) as email,
      (${openSubscriptionOf(sql`(${own})`)}) as open_subscription,
      (${customerAtCheckout(buyer)}) as customer_id`;
}

/** The Stripe customer that a purchase is made for; none before the first one. */
export function customerAtCheckout(buyer: CheckoutOwner): SQL {
  if (buyer.kind === "guest") {
    return sql`select id from ${customers} where guest_key = ${buyer.guestKey}::uuid`;
  }
  return sql`select customer.id from ${customers} customer
    where customer.user_id = ${buyer.userId}::uuid and not customer.is_deleted
    order by customer.origin, customer.created_at limit 1`;
}

export async function saveCheckoutSession(
  db: Db,
  { id, ...opened }: { id: string; customerId: string; stripeSessionId: string; url: string },
): Promise<void> {
  await db
    .update(checkoutSessions)
    .set({ ...opened, state: "open" })
    .where(and(eq(checkoutSessions.id, id), eq(checkoutSessions.state, "opening")));
}

/**
 * A completed one stays completed.
 *
 * @param subscriptionId that was bought, if known
 */
export async function closeCheckoutSession(
  db: Db,
  stripeSessionId: string,
  state: Extract<CheckoutState, "complete" | "expired">,
  subscriptionId?: string,
): Promise<void> {
  const isNews = ne(checkoutSessions.state, "complete");
  await db
    .update(checkoutSessions)
    .set({ state, subscriptionId })
    .where(
      and(
        eq(checkoutSessions.stripeSessionId, stripeSessionId),
        subscriptionId === undefined ? isNews : or(isNews, isNull(checkoutSessions.subscriptionId)),
      ),
    );
}
