import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import type { BilledSubscription } from "#contracts/billing/upcoming-payments.ts";
import type { PlatformFigures } from "#contracts/content/report-figures.ts";
import type { PromiseRuleId } from "#contracts/events/promises.ts";
import { accountManagerOf } from "#db/accounts/account-manager-sql.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import type { Db } from "#db/client.ts";
import type { AddressHash } from "#db/emails/address-hash.ts";
import { isEmailUndeliverable } from "#db/emails/find-undeliverable.ts";
import {
  customerOwners,
  customers,
  orders,
  refundRequests,
  type RefundRequestState,
  retentionOffers,
  subscriptions,
} from "#db/schema/billing.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { promises } from "#db/schema/promises.ts";
import { reports } from "#db/schema/reports.ts";
import { selectSession } from "./find-checkout-sessions.ts";
import { OPEN_THEN_NEWEST, subscriptionFields } from "./find-subscriptions.ts";
import { currencyOf, isPaid } from "./orders-sql.ts";
import {
  announcedPrices,
  billedItems,
  isCancelScheduled,
  isInService,
  lostPriceIds,
} from "./subscription-sql.ts";

/** An unanswered offer that is shown again within this time counts as shown once. */
export const OFFER_SHOWN_FOR_H = 24;

/** A promise that was kept earlier is not shown. */
const RECENTLY_KEPT_DAYS = 7;

type Found = NonNullable<Awaited<ReturnType<typeof findUserSubscription>>>;
export type UserSubscriptionRow = NonNullable<Found["subscription"]>;

export type WhichSubscription = {
  /** Left out: the open one, else the newest. */
  id?: string | null;
  /** Leaves out customers that were deleted at Stripe. */
  isAtStripe?: boolean;
  /** Tells whether the user's address gets no email. */
  addressHash?: AddressHash;
};

/** @returns null when the session has ended */
export async function findUserSubscription(
  db: Db,
  user: CurrentUserAt,
  { id = null, isAtStripe = false, addressHash }: WhichSubscription = {},
) {
  const own = db
    .select({ ...subscriptionFields, ...fieldsFor(user, addressHash) })
    .from(customerOwners)
    .innerJoin(customers, eq(customers.id, customerOwners.customerId))
    .innerJoin(subscriptions, eq(subscriptions.customerId, customers.id))
    .where(
      and(
        eq(customerOwners.userId, user.userId),
        id === null ? undefined : eq(subscriptions.id, id),
        isAtStripe ? eq(customers.isDeleted, false) : undefined,
      ),
    )
    .orderBy(...OPEN_THEN_NEWEST)
    .limit(1)
    .as("own");
  const [found] = await selectSession(db, user).leftJoin(own, sql`true`);
  if (found?.session.isSessionValid !== true) return null;
  return { subscription: found.own };
}

type OpenOffer = { reason: CancelReason | null };
type Promised = { rule: PromiseRuleId; dueAt: string; keptAt: string | null };
type OtherSubscription = BilledSubscription & { id: string };

function fieldsFor({ userId, at }: CurrentUserAt, addressHash: AddressHash | undefined) {
  return {
    isEmailUndeliverable: (addressHash === undefined
      ? sql<boolean>`false`
      : isEmailUndeliverable(sql`${userId}::uuid`, addressHash)
    ).as("is_email_undeliverable"),
    others: sql<OtherSubscription[]>`coalesce((
      select json_agg(
        json_build_object(
          'id', other.id, 'discounts', other.discounts, 'status', other.status, 'scheduled', other.scheduled,
          'currentPeriodEnd', other.current_period_end, 'anchorAt', other.anchor_at,
          'endsAt', case when ${isCancelScheduled(sql`other`)} then coalesce(other.cancel_at, other.current_period_end) end,
          'announced', ${announcedPrices(sql`other`)},
          'balancePence', payer.balance_pence, 'items', ${billedItems(sql`other`)},
          'currency', other.currency, 'pause', other.pause, 'upcoming', other.upcoming,
          'collectionMethod', other.collection_method
        ) order by other.created_at, other.id
      ) from ${subscriptions} other join ${customers} payer on payer.id = other.customer_id
      where other.user_id = ${userId}::uuid and other.id <> ${subscriptions}.id
        and ${isInService(sql`other`)}
    ), '[]')`.as("others"),
    /** About it or the user's posts: open, or kept within a week. */
    promises: sql<Promised[]>`coalesce((
      select json_agg(
        json_build_object('rule', promise.rule, 'dueAt', promise.due_at, 'keptAt', promise.kept_at)
        order by promise.due_at, promise.id
      ) from ${promises} promise
      where promise.released_at is null and promise.rule <> 'publish-post' and promise.subject_id = any(array(
          select ${subscriptions}.id
          union all select post.id from ${businesses} business join ${posts} post on post.business_id = business.id
            where business.user_id = ${userId}::uuid
        ))
        and (promise.kept_at is null or promise.kept_at > ${at}::timestamptz - ${RECENTLY_KEPT_DAYS}::int * interval '1 day')
    ), '[]')`.as("promises"),
    accountManager: sql<AccountManager | null>`${accountManagerOf(sql`${userId}::uuid`)}`.as(
      "account_manager",
    ),
    /** The figures of the last report; null when there is none. */
    reportFigures: sql<readonly PlatformFigures[] | null>`(
      select report.figures from ${businesses} business join ${reports} report on report.business_id = business.id
      where business.user_id = ${userId}::uuid and report.published_at is not null
      order by report.number desc, report.revision desc limit 1
    )`.as("report_figures"),
    invoiceEmail: customers.invoiceEmail,
    lostPriceIds: lostPriceIds(sql`${subscriptions}`).as("lost_price_ids"),
    openOffer: sql<OpenOffer | null>`(
      select json_build_object('reason', offer.reason) from ${retentionOffers} offer
      where offer.subscription_id = ${subscriptions}.id and offer.answer is null
        and offer.shown_at > ${at}::timestamptz - ${OFFER_SHOWN_FOR_H}::int * interval '1 hour'
      order by offer.shown_at desc limit 1
    )`.as("open_offer"),
    firstPaidAt: (
      sql`(
        select min(paid.ordered_at) from ${orders} paid
        where paid.subscription_id = ${subscriptions}.id and ${isPaid(sql`paid`)}
      )`.mapWith(orders.orderedAt) as SQL<string | null>
    ).as("first_paid_at"),
    paidPence: sql<number>`(
      select coalesce(sum(paid.amount_pence - paid.refunded_pence), 0)::int from ${orders} paid
      where paid.subscription_id = ${subscriptions}.id and ${isPaid(sql`paid`)}
    )`.as("paid_pence"),
    /** ISO 4217, lower case; null when nothing was paid. */
    paidCurrency: sql<string | null>`${currencyOf(sql`${subscriptions}.id`)}`.as("paid_currency"),
    refundRequest: sql<RefundRequestState | null>`(
      select request.state from ${refundRequests} request where request.subscription_id = ${subscriptions}.id
    )`.as("refund_request"),
  };
}
