import { hash } from "node:crypto";
import type { Stripe } from "stripe";
import { MINUTE_MS } from "#contracts/durations.ts";
import { isRetired } from "./errors.ts";
import { idOf } from "./id-of.ts";
import { ARCHIVE_AGAIN_KEY } from "./metadata-keys.ts";

type Deps = { readonly stripe: Stripe; readonly now: () => Date };

type Named = { readonly priceIds: readonly string[]; readonly rateIds: readonly string[] };

/**
 * Makes a request that names prices and tax rates of a subscription, archived ones too. Stripe does not document which
 * requests accept those: if it refuses, they are active for a second request. One that is cut off leaves them marked
 * for {@link archiveAgain}.
 *
 * @param named the subscription's id, or the prices and tax rates
 * @param request must not repeat an idempotency key
 * @throws what Stripe throws
 */
export async function withArchived<T>(
  { stripe, now }: Deps,
  named: string | Named,
  request: (isRepeat: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await request(false);
  } catch (error) {
    if (!isRetired(error)) throw error;
    const ids = typeof named === "string" ? await listNamed(stripe, named) : named;
    const archived = await listArchived(stripe, ids, now());
    if (archived.length === 0) throw error;
    try {
      for (const setActive of archived) await setActive(true);
      return await request(true);
    } finally {
      for (const setActive of archived) await setActive(false);
    }
  }
}

/** No request takes as long, with all its retries. */
const REQUEST_MS = 15 * MINUTE_MS;

/** Archives what a request that was cut off left active. What a running one may need stays for the next check. */
export async function archiveAgain({ stripe, now }: Deps): Promise<void> {
  const nowMs = now().getTime();
  const page = { active: true, limit: 100 };
  const [prices, rates] = await Promise.all([
    listAll(stripe.prices.list(page)),
    listAll(stripe.taxRates.list(page)),
  ]);
  const isLeft = ({ metadata }: { metadata: Stripe.Metadata | null }) => {
    const since = metadata?.[ARCHIVE_AGAIN_KEY];
    return since !== undefined && !(Date.parse(since) > nowMs - REQUEST_MS);
  };
  const left = [
    ...prices.filter(isLeft).map(({ id }) => switchOf(stripe.prices, id, now())),
    ...rates.filter(isLeft).map(({ id }) => switchOf(stripe.taxRates, id, now())),
  ];
  for (const setActive of left) await setActive(false);
}

type Switch = (isActive: boolean) => Promise<unknown>;

type Kept = {
  update: (
    id: string,
    params: { active: boolean; metadata: Record<string, string> },
  ) => Promise<unknown>;
};

function switchOf(kept: Kept, id: string, at: Date): Switch {
  return (active) =>
    kept.update(id, { active, metadata: { [ARCHIVE_AGAIN_KEY]: active ? at.toISOString() : "" } });
}

async function listNamed(stripe: Stripe, subscriptionId: string): Promise<Named> {
  const { items, schedule, ...subscription } = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["schedule"],
  });
  const phases = schedule === null || typeof schedule === "string" ? [] : schedule.phases;
  return {
    priceIds: [
      ...items.data.map(({ price }) => price.id),
      ...phases.flatMap((phase) => phase.items.map(({ price }) => idOf(price))),
    ],
    rateIds: [subscription, ...phases].flatMap((one) =>
      (one.default_tax_rates ?? []).map(({ id }) => id),
    ),
  };
}

async function listArchived(
  stripe: Stripe,
  { priceIds, rateIds }: Named,
  at: Date,
): Promise<Switch[]> {
  const [prices, rates] = await Promise.all([
    Promise.all([...new Set(priceIds)].map((id) => stripe.prices.retrieve(id))),
    Promise.all([...new Set(rateIds)].map((id) => stripe.taxRates.retrieve(id))),
  ]);
  return [
    ...prices.filter(({ active }) => !active).map(({ id }) => switchOf(stripe.prices, id, at)),
    ...rates.filter(({ active }) => !active).map(({ id }) => switchOf(stripe.taxRates, id, at)),
  ];
}

export async function listAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** Idempotency keys at Stripe have at most 255 characters. */
export function hashOf(values: unknown): string {
  return hash("sha256", JSON.stringify(values)).slice(0, 32);
}
