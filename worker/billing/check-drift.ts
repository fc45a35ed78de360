import { Stripe } from "stripe";
import { driftsOf } from "#contracts/billing/drift.ts";
import { readSnapshot } from "#contracts/billing/snapshot.ts";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import type { Drift } from "#contracts/events/billing-drift.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import {
  findUnknownSubscriptions,
  type ListedCustomer,
  listKeptCustomers,
} from "#db/billing/list-kept-customers.ts";
import { recordCheck, recordDrift } from "#db/billing/record-check.ts";

export type CheckDriftDeps = {
  db: Db;
  stripe: Stripe;
  makeId: MakeId;
  now: () => Date;
  /** Hears of each subscription at the provider whose customer is not ours. */
  onUnknown: (subscriptionId: string) => void;
};

export type DriftReport = { customers: number; drifted: number; unknown: number };

const PAGE_MAX = 100;

/** Customers at once, each with three questions: far from the hundred a second that the provider answers. */
const AT_ONCE = 4;

/**
 * Compares every customer who ever had a subscription with the payment provider, both ways. Each that differs is told of
 * by an event, which reads them again as any notification would; the last event says how it went. Running it twice costs
 * a second reading and changes nothing.
 */
export async function checkDrift(deps: CheckDriftDeps): Promise<DriftReport> {
  const { db } = deps;
  const report: DriftReport = { customers: 0, drifted: 0, unknown: 0 };
  const found = new Set<string>();
  const tell = async (customerId: string, drifts: Drift[]) => {
    if (drifts.length === 0 || found.has(customerId)) return;
    found.add(customerId);
    report.drifted += 1;
    await recordDrift(db, {
      ...envelope(deps),
      type: "BillingDriftFound",
      version: EVENT_VERSIONS.BillingDriftFound,
      data: { customerId, drifts },
    });
  };

  let after = "";
  for (;;) {
    const page = await listKeptCustomers(db, after, PAGE_MAX);
    for (let start = 0; start < page.length; start += AT_ONCE) {
      await Promise.all(
        page.slice(start, start + AT_ONCE).map(async (customer) => {
          report.customers += 1;
          await tell(customer.id, await compare(deps, customer));
        }),
      );
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_MAX) break;
    after = last.id;
  }
  for await (const given of theirPages(deps.stripe)) {
    for (const { subscriptionId, customerId } of await findUnknownSubscriptions(db, given)) {
      if (customerId !== null) {
        await tell(customerId, ["subscriptions"]);
      } else {
        report.unknown += 1;
        deps.onUnknown(subscriptionId);
      }
    }
  }
  await recordCheck(db, {
    ...envelope(deps),
    type: "BillingChecked",
    version: EVENT_VERSIONS.BillingChecked,
    data: { ...report },
  });
  return report;
}

async function compare({ stripe }: CheckDriftDeps, customer: ListedCustomer): Promise<Drift[]> {
  const snapshot = await readSnapshot(stripe, customer.id).catch((error: unknown) => {
    const isMissing =
      error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
    if (isMissing) return null;
    throw error;
  });
  // One whom the provider does not know at all is for a person, and no reason to leave the others unread.
  if (snapshot === null) return ["customer"];
  return driftsOf(
    {
      email: customer.email,
      isDeleted: customer.is_deleted,
      subscriptions: customer.subscriptions,
      orders: customer.orders,
    },
    snapshot,
  );
}

/** The provider's subscriptions that live, a page at a time. */
async function* theirPages(stripe: Stripe) {
  let page: { subscriptionId: string; customerId: string }[] = [];
  // Without a status, all but those that are over.
  for await (const { id, customer } of stripe.subscriptions.list({ limit: PAGE_MAX })) {
    page.push({
      subscriptionId: id,
      customerId: typeof customer === "string" ? customer : customer.id,
    });
    if (page.length === PAGE_MAX) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

function envelope({ makeId, now }: Pick<CheckDriftDeps, "makeId" | "now">) {
  const id = makeId("event");
  return {
    id,
    occurredAt: now().toISOString(),
    actor: { kind: "system" as const, name: "billing check" },
    // Nobody's request: what follows is found under the event that began it.
    correlationId: id,
  };
}
