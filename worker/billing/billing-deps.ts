import type { Stripe } from "stripe";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";

export type BillingDeps = { db: Db; stripe: Stripe; makeId: MakeId; now: () => Date };

/** For work on one customer, whose lock the caller holds. */
export type CustomerDeps = BillingDeps & { sync: () => Promise<unknown> };
