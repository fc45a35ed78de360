import type { Stripe } from "stripe";
import { deleteUnusedCustomer } from "#db/billing/change-customers.ts";
import { listUnusedCustomers } from "#db/billing/find-customers.ts";
import type { Db } from "#db/client.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";
import { forEach } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

/** About a quarter of an hour of requests; the next night continues. */
const CUSTOMERS_MAX = 1_000;

/** Deletes guests' customers who never bought, at Stripe first: nobody else remembers their ids. */
export function deleteUnusedCustomers({
  db,
  stripe,
  now,
}: {
  db: Db;
  stripe: Stripe;
  now: () => Date;
}): Schedule {
  return {
    pattern: "20 2 * * *",
    async run() {
      const ids = await listUnusedCustomers(db, { now: now(), limit: CUSTOMERS_MAX });
      let deleted = 0;
      await forEach(
        ids,
        async (id) => {
          if (await isBuyer(stripe, id)) return;
          await deleteAtStripe(stripe, id);
          await deleteUnusedCustomer(db, id);
          deleted += 1;
        },
        (id) => id,
      );
      return { deleted };
    },
  };
}

/** The team may have sold something in Stripe's Dashboard. */
async function isBuyer(stripe: Stripe, customer: string): Promise<boolean> {
  const page = { customer, limit: 1 };
  try {
    const found = await Promise.all([
      stripe.subscriptions.list({ ...page, status: "all" }),
      stripe.charges.list(page),
    ]);
    return found.some(({ data }) => data.length > 0);
  } catch (error) {
    if (isResourceMissing(error)) return false;
    throw error;
  }
}

async function deleteAtStripe(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.customers.del(id);
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
  }
}
