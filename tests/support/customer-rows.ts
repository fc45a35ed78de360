import { randomUUID } from "node:crypto";
import type { StoredPurchaseConversion } from "#contracts/api/conversion.ts";
import { planAmong } from "#contracts/billing/plans.ts";
import { catalogueItemOf } from "#contracts/catalogue.ts";
import type { Db } from "#db/client.ts";
import { identities, users } from "#db/schema/accounts.ts";
import {
  checkoutSessions,
  customers,
  orders,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { ADDON, PLAN } from "./catalogue.ts";

export async function insertAccountRow(
  db: Db,
  { email, isProven }: { email: string; isProven: boolean },
): Promise<string> {
  const id = randomUUID();
  const at = "2026-11-20T11:00:00Z";
  await db.insert(users).values({
    id,
    email,
    emailConfirmedAt: at,
    appMetadata: {},
    userMetadata: { first_name: "Ada" },
    createdAt: at,
    updatedAt: at,
  });
  await db.insert(identities).values({
    id: randomUUID(),
    userId: id,
    provider: "email",
    providerId: id,
    email,
    identityData: { email, email_verified: isProven },
    createdAt: at,
    updatedAt: at,
  });
  return id;
}

export async function insertCustomer(
  db: Db,
  {
    id,
    userId = null,
    email = null,
  }: { id: string; userId?: string | null; email?: string | null },
): Promise<void> {
  await db.insert(customers).values({
    id,
    userId,
    origin: userId === null ? "guest" : "account",
    guestKey: userId === null ? randomUUID() : null,
    email,
  });
}

function priceSumPence(priceIds: readonly string[]): number {
  return priceIds.reduce((sum, priceId) => sum + (catalogueItemOf(priceId)?.pricePence ?? 0), 0);
}

export async function insertSubscription(
  db: Db,
  {
    id,
    customerId,
    priceIds = [PLAN.plus.priceId, ADDON.channel.priceId],
    paidAt = "2026-11-20T12:00:05.000Z",
    ...change
  }: Partial<typeof subscriptions.$inferInsert> & {
    id: string;
    customerId: string;
    /** The plan first. */
    priceIds?: readonly string[];
    paidAt?: string | null;
  },
): Promise<void> {
  await db.insert(subscriptions).values({
    id,
    customerId,
    status: "active",
    priceId: planAmong(priceIds)?.priceId ?? null,
    currentPeriodEnd: "2026-12-20T12:00:00.000Z",
    cancelAtPeriodEnd: false,
    createdAt: "2026-11-20T12:00:00.000Z",
    ...change,
  });
  await db.insert(subscriptionItems).values(
    priceIds.map((priceId, index) => ({
      id: `si_${id}_${index}`,
      subscriptionId: id,
      priceId,
      stripePriceId: `price_${priceId}`,
      amountPence: priceSumPence([priceId]),
      quantity: 1,
    })),
  );
  if (paidAt === null) return;
  await db.insert(orders).values({
    id: `in_${id.replace("sub_", "")}`,
    customerId,
    subscriptionId: id,
    status: "completed",
    amountPence: priceSumPence(priceIds),
    currency: "gbp",
    orderedAt: paidAt,
  });
}

/** An account with its customer `cus_1` and subscription `sub_1`. */
export async function insertSubscriber(
  db: Db,
  {
    email = "ada@shop.example",
    ...change
  }: { email?: string } & Partial<Parameters<typeof insertSubscription>[1]> = {},
): Promise<string> {
  const userId = await insertAccountRow(db, { email, isProven: true });
  await insertCustomer(db, { id: "cus_1", userId });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId, ...change });
  return userId;
}

export const CONSENTED: StoredPurchaseConversion = {
  consent_version: "2026-11",
  consented_at: "2026-11-20T11:59:00.000Z",
  page_url: "https://tidepost.example/checkout",
  user_agent: "Mozilla/5.0",
};

export async function insertCheckoutSession(
  db: Db,
  session: Partial<typeof checkoutSessions.$inferInsert> & {
    id: string;
    customerId: string | null;
  },
): Promise<void> {
  await db.insert(checkoutSessions).values({
    ownerKey: "guest:1",
    basketHash: session.id,
    priceIds: [PLAN.plus.priceId],
    state: "complete",
    createdAt: "2026-11-20T12:00:00.000Z",
    expiresAt: "2026-11-21T12:00:00.000Z",
    conversion: CONSENTED,
    ...session,
  });
}
