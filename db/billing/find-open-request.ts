import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, subscriptionRequests, subscriptions } from "#db/schema/billing.ts";
import { subscriptionFields, type SubscriptionRow } from "./find-subscriptions.ts";
import { promisedEndAt } from "./subscription-sql.ts";

export type OpenRequest = Pick<
  typeof subscriptionRequests.$inferSelect,
  "id" | "kind" | "reason" | "feedback" | "requestedAt"
> & {
  /** The end promised to the user; null when its event is deleted. */
  promisedEndAt: string | null;
  isRejected: boolean;
};

export type OpenRequests = {
  subscription: SubscriptionRow;
  /** The newest cancellation or resumption, then the newest offer: each if pending or rejected. */
  requests: OpenRequest[];
};

/** @returns null without any request */
export async function findOpenRequests(
  db: Db,
  subscriptionId: string,
): Promise<OpenRequests | null> {
  const isOffer = sql`${subscriptionRequests.kind} = 'retention_offer'`;
  const newest = await db
    .selectDistinctOn([isOffer], {
      subscription: subscriptionFields,
      request: {
        ...getTableColumns(subscriptionRequests),
        promisedEndAt: promisedEndAt(sql`${subscriptionRequests}`),
      },
    })
    .from(subscriptionRequests)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionRequests.subscriptionId))
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(eq(subscriptionRequests.subscriptionId, subscriptionId))
    .orderBy(
      isOffer,
      desc(sql`${subscriptionRequests.state} = 'pending'`),
      desc(subscriptionRequests.requestedAt),
      desc(subscriptionRequests.id),
    );
  const [first] = newest;
  if (first === undefined) return null;
  return {
    subscription: first.subscription,
    requests: newest.flatMap(({ request: { state, ...request } }) => {
      if (state !== "pending" && state !== "rejected") return [];
      const { id, kind, reason, feedback, requestedAt, promisedEndAt: end } = request;
      const isRejected = state === "rejected";
      return [{ id, kind, reason, feedback, requestedAt, promisedEndAt: end, isRejected }];
    }),
  };
}
