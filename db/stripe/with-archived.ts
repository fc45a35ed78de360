import type { Stripe } from "stripe";
import { isRetired } from "./errors.ts";
import { idOf } from "./id-of.ts";

/**
 * Makes a request that names prices and tax rates of a subscription, archived ones too. Stripe does not document which
 * requests accept those: if it refuses, they are active for a second request.
 *
 * @param request must not repeat an idempotency key
 * @throws what Stripe throws
 */
export async function withArchived<T>(
  stripe: Stripe,
  subscriptionId: string,
  request: (isRepeat: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await request(false);
  } catch (error) {
    if (!isRetired(error)) throw error;
    const archived = await listArchived(stripe, subscriptionId);
    if (archived.length === 0) throw error;
    try {
      for (const setActive of archived) await setActive(true);
      return await request(true);
    } finally {
      for (const setActive of archived) await setActive(false);
    }
  }
}

async function listArchived(
  stripe: Stripe,
  subscriptionId: string,
): Promise<((active: boolean) => Promise<unknown>)[]> {
  const { items, schedule, ...subscription } = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["schedule"],
  });
  const phases = schedule === null || typeof schedule === "string" ? [] : schedule.phases;
  const priceIds = new Set([
    ...items.data.map(({ price }) => price.id),
    ...phases.flatMap((phase) => phase.items.map(({ price }) => idOf(price))),
  ]);
  const rateIds = new Set(
    [subscription, ...phases].flatMap((one) => (one.default_tax_rates ?? []).map(({ id }) => id)),
  );
  const [prices, rates] = await Promise.all([
    Promise.all([...priceIds].map((id) => stripe.prices.retrieve(id))),
    Promise.all([...rateIds].map((id) => stripe.taxRates.retrieve(id))),
  ]);
  return [
    ...prices
      .filter((price) => !price.active)
      .map(
        ({ id }) =>
          (active: boolean) =>
            stripe.prices.update(id, { active }),
      ),
    ...rates
      .filter((rate) => !rate.active)
      .map(
        ({ id }) =>
          (active: boolean) =>
            stripe.taxRates.update(id, { active }),
      ),
  ];
}
