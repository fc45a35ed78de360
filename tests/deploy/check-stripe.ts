import { Stripe } from "stripe";
import { FOR_SALE } from "#contracts/catalogue.ts";
import type { Env } from "#db/bin/target.ts";
import { createStripe } from "#db/stripe/client.ts";
import { desiredCatalogue, webhookUrlOf } from "../../worker/stripe-catalogue/desired.ts";
import { diffCatalogue } from "../../worker/stripe-catalogue/diff.ts";
import { readStripeCatalogue } from "../../worker/stripe-catalogue/read.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import { rejected } from "./check-services.ts";

const COMPLETE = ok(
  "Stripe",
  "has all products, prices, coupons, codes, the webhook endpoint and the portal",
);

/** Compares the Stripe account with the catalogue, and both keys with each other. */
export async function checkStripe(edge: Env, worker: Env): Promise<CheckResult[]> {
  const about = "STRIPE_SECRET_KEY (worker)";
  const [atEdge, atWorker] = [connect(edge), connect(worker)];
  if (atWorker === null) return [];
  try {
    return [
      ok(about, "is known to Stripe"),
      ...(await checkCatalogue(atWorker, edge)),
      ...(atEdge === null ? [] : [await checkSameAccount(atEdge, atWorker)]),
    ];
  } catch (error) {
    return [stripeRejected(about, error)];
  }
}

function connect({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: Env): Stripe | null {
  return createStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE });
}

async function checkCatalogue(stripe: Stripe, env: Env): Promise<CheckResult[]> {
  const { steps, retirements, problems } = diffCatalogue(
    desiredCatalogue(webhookUrlOf(env)),
    await readStripeCatalogue(stripe),
  );
  return [
    ...(steps.length + problems.length === 0 ? [COMPLETE] : []),
    ...retirements.map(({ line }) => note("Stripe", `${line}, at the end of a deploy`)),
    ...steps.map(({ line }) => failed("Stripe", line, "npm run billing:sync")),
    ...problems.map((problem) => failed("Stripe", problem, "resolve it in Stripe's dashboard")),
  ];
}

/** Price ids differ between accounts, so equal ids mean one account. */
async function checkSameAccount(atEdge: Stripe, atWorker: Stripe): Promise<CheckResult> {
  const about = "STRIPE_SECRET_KEY (edge)";
  const lookupKeys = FOR_SALE.slice(0, 1).map(({ priceId }) => priceId);
  const priceAt = async (stripe: Stripe) =>
    (await stripe.prices.list({ lookup_keys: lookupKeys, limit: 1 })).data[0]?.id;
  try {
    const [one, other] = await Promise.all([priceAt(atEdge), priceAt(atWorker)]);
    return one === other
      ? ok(about, "opens the account of the worker's key")
      : failed(about, "opens another account than the worker's key", "take both from one account");
  } catch (error) {
    return stripeRejected(about, error);
  }
}

function stripeRejected(about: string, error: unknown): CheckResult {
  const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
  return rejected(about, "Stripe", status === undefined ? null : { status });
}
