import type { Stripe } from "stripe";
import { deleteUnusedCustomer } from "#db/billing/change-customers.ts";
import { listUnusedCustomers } from "#db/billing/find-customers.ts";
import { deleteExpiredAccounts, EXPIRED_KINDS } from "#db/clean-up/delete-expired-accounts.ts";
import { deleteExpiredRecords, EXPIRED_RECORD_KINDS } from "#db/clean-up/delete-expired-records.ts";
import type { Db } from "#db/client.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";
import { forEach } from "../for-each.ts";
import type { MaterialActions } from "../material/actions.ts";
import type { Schedule } from "./schedule.ts";

type CleanUpDeps = { db: Db; now: () => Date; wait: (ms: number) => Promise<void> };

/** The next run continues. */
const RUN_MS = 600_000;

/** Gives way to other statements after each batch. */
const PAUSE_MS = 20;

/**
 * Deletes a batch of each kind in turn, so that one kind with many rows does not hold up the others.
 *
 * @param deleteBatch returns fewer rows than `limit` when none are left
 */
export async function deleteInBatches<Kind extends string>(
  kinds: readonly Kind[],
  { now, wait, limit }: Pick<CleanUpDeps, "now" | "wait"> & { limit: number },
  deleteBatch: (kind: Kind, limit: number) => Promise<number>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  const endMs = now().getTime() + RUN_MS;
  let left = kinds;
  while (left.length > 0) {
    const unfinished: Kind[] = [];
    for (const kind of left) {
      if (now().getTime() >= endMs) return counts;
      const count = await deleteBatch(kind, limit);
      counts[kind] = (counts[kind] ?? 0) + count;
      if (count === limit) unfinished.push(kind);
      await wait(PAUSE_MS);
    }
    left = unfinished;
  }
  return counts;
}

/** An account goes with the rows of many tables. */
const ACCOUNTS_MAX = 500;

export const cleanUpAccounts = ({ db, now, wait }: CleanUpDeps): Schedule => ({
  // Off the full hour, when most cron jobs run.
  pattern: "17 * * * *",
  run: () =>
    deleteInBatches(EXPIRED_KINDS, { now, wait, limit: ACCOUNTS_MAX }, (kind, limit) =>
      deleteExpiredAccounts(db, kind, { now: now(), limit }),
    ),
});

/** Some tens of milliseconds a batch; smaller ones spend more time on round trips. */
const RECORDS_MAX = 5_000;

export const cleanUpRecords = ({ db, now, wait }: CleanUpDeps): Schedule => ({
  // Half an hour after the account clean-up, so that they do not share the disk.
  pattern: "47 * * * *",
  run: () =>
    deleteInBatches(EXPIRED_RECORD_KINDS, { now, wait, limit: RECORDS_MAX }, (kind, limit) =>
      deleteExpiredRecords(db, kind, { now: now(), limit }),
    ),
});

/** Removes objects of removed files, of unfinished uploads and of deleted accounts. */
export const removeObjects = ({ material }: { material: MaterialActions }): Schedule => ({
  // The clean-up of accounts runs first: it deletes the rows of unfinished uploads.
  pattern: "27 * * * *",
  run: async () => ({ files: await material.removeObjects() }),
});

/** About a quarter of an hour of requests; the next night continues. */
const CUSTOMERS_MAX = 1_000;

/** Deletes guests' customers who never bought, at Stripe first: nobody else remembers their ids. */
export const deleteUnusedCustomers = ({
  db,
  stripe,
  now,
}: Pick<CleanUpDeps, "db" | "now"> & { stripe: Stripe }): Schedule => ({
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
});

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
