import { afterAll, beforeAll, expect, test } from "vitest";
import { COMEBACK_OFFER, RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { RETENTION_OFFER_EXTENDED } from "#contracts/billing/offer-length.ts";
import { PLANS, productIdOf } from "#contracts/catalogue.ts";
import { pushCatalogue } from "../../../worker/bin/billing-sync.ts";
import { PLAN } from "../../support/catalogue.ts";
import { customerWithCard, type Running, startForTest } from "./start-for-test.ts";

let running: Running;

beforeAll(async () => {
  running = await startForTest();
});

afterAll(() => running.stop());

async function sync(confirm = true, retires = false): Promise<{ result: string; lines: string[] }> {
  const lines: string[] = [];
  const result = await pushCatalogue({
    stripe: running.stripe,
    webhookUrl: "https://api.example/webhooks/stripe",
    retires,
    confirm: () => Promise.resolve(confirm),
    say: (line) => lines.push(line),
  });
  return { result, lines };
}

test("sync: fills an empty account, then finds nothing to do", async () => {
  const { stripe } = running;
  expect((await sync(false)).result).toBe("refused");
  expect((await stripe.products.list()).data).toEqual([]);
  const first = await sync();
  expect(first.result).toBe("done");
  expect(first.lines.some((line) => line.includes("whsec_"))).toBe(true);
  expect(await sync()).toEqual({ result: "nothing_to_do", lines: ["Nothing to do."] });
  const { data } = await stripe.prices.list({
    lookup_keys: PLANS.map(({ priceId }) => priceId),
    active: true,
  });
  expect(data.map(({ unit_amount }) => unit_amount).toReversed()).toEqual(
    PLANS.map(({ pricePence }) => pricePence),
  );
  const coupons = (await stripe.coupons.list()).data.map(
    ({ id, name, percent_off: percentOff, duration, duration_in_months: months }) =>
      [id, name, percentOff, duration, months] as const,
  );
  expect(coupons.toReversed()).toEqual(
    [RETENTION_OFFER, RETENTION_OFFER_EXTENDED, COMEBACK_OFFER].map(
      ({ couponId, name, percentOff, months }) => [couponId, name, percentOff, "repeating", months],
    ),
  );
});

test("sync: replaces a price; the earlier one is archived later, unless it is in use or made by hand", async () => {
  const { stripe } = running;
  const activePence = async (product: string) => {
    const { data } = await stripe.prices.list({ product, active: true });
    return data.map(({ unit_amount: pence }) => pence ?? 0).toSorted((a, b) => a - b);
  };
  const { starter, plus } = PLAN;
  const { data } = await stripe.prices.list({ lookup_keys: [plus.priceId] });
  await stripe.subscriptions.create({
    customer: (await customerWithCard(running)).id,
    items: [{ price: String(data[0]?.id) }],
  });
  for (const plan of [starter, plus]) {
    await stripe.prices.create({
      product: productIdOf(plan.priceId),
      currency: "gbp",
      unit_amount: 50_00,
      recurring: { interval: "month" },
      lookup_key: plan.priceId,
      transfer_lookup_key: true,
    });
  }
  const { lines } = await sync();
  expect(lines).toContain("+ price tidepost_starter_monthly: £97.00 a month instead of £50.00");
  expect((await sync()).result).toBe("nothing_to_do");
  expect(await activePence("tidepost_starter")).toEqual([50_00, 97_00, 97_00]);
  expect((await sync(true, true)).result).toBe("done");
  expect((await sync(true, true)).result).toBe("nothing_to_do");
  expect(await activePence("tidepost_starter")).toEqual([50_00, 97_00]);
  expect(await activePence("tidepost_plus")).toEqual([50_00, 175_00, 175_00]);
});

test("interrupted sync: completed by the next", async () => {
  const { stripe } = running;
  await stripe.coupons.del("tidepost_retention_20");
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint?.id ?? "", { enabled_events: ["invoice.paid"] });
  expect((await sync()).lines).toHaveLength(3);
  expect((await sync()).result).toBe("nothing_to_do");
});
