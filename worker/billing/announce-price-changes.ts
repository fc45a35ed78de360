import type { Stripe } from "stripe";
import { dayOf, monthsAfter } from "#contracts/billing/renewals.ts";
import { listPayments } from "#contracts/billing/upcoming-payments.ts";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { formatGbp } from "#contracts/money.ts";
import { TERMS } from "#contracts/terms.ts";
import {
  type CurrentPrice,
  listOutdatedPrices,
  type OutdatedSubscription,
} from "#db/billing/find-due-notices.ts";
import { recordPriceChange } from "#db/billing/record-notices.ts";
import { endOf, factsOf } from "#db/billing/subscription-facts.ts";
import type { Db } from "#db/client.ts";
import { isFromCatalogue } from "#db/stripe/metadata-keys.ts";
import { forEach } from "../for-each.ts";
import { systemEvent } from "../system-event.ts";
import { applyPriceChanges } from "./apply-price-changes.ts";
import type { BillingDeps } from "./billing-deps.ts";

type AnnouncePriceChangesDeps = BillingDeps & {
  isDryRun: boolean;
  /** Stripe's ids of subscriptions, customers and prices that are paid; empty: all. */
  only: readonly string[];
  /** The same, left out. */
  except: readonly string[];
  print: (line: string) => void;
};

const PAGE_MAX = 100;
/** The notice ends before the last of these payments. */
const MONTHS_AHEAD = 3;

/**
 * Announces the catalogue's prices to subscribers who pay other prices or expect another announced price, once each.
 * The worker moves them before their first renewal after the notice. Prices made by hand stay unless `only` names them.
 * Safe to repeat, and to interrupt.
 *
 * @returns how many are announced, or would be
 * @throws {SomeFailed} after the last, with the subscriptions for which it failed
 */
export async function announcePriceChanges(deps: AnnouncePriceChangesDeps): Promise<number> {
  const { db, stripe } = deps;
  const found = await listOutdated(db, await listCurrentPrices(stripe));
  const chosenOf = createChooser(deps);
  let count = 0;
  await forEach(
    found,
    async (row) => {
      if (await announce(deps, row, await chosenOf(row))) count += 1;
    },
    ({ id }) => id,
  );
  return count;
}

/** @returns whether the customer is told, or would be */
async function announce(
  deps: AnnouncePriceChangesDeps,
  found: OutdatedSubscription,
  { outdated, handMade }: Record<"outdated" | "handMade", Outdated>,
): Promise<boolean> {
  const { db, now, isDryRun, print } = deps;
  const { id } = found;
  for (const { from } of handMade) {
    print(`${id}: pays ${from}, which was made by hand; --only ${from} moves it`);
  }
  if (outdated.length === 0) return false;
  const row = { ...found, outdated };
  const announced = outdated.flatMap(({ announcedAt }) => announcedAt ?? []);
  if (announced.length === outdated.length) {
    const announcedAt = announced.toSorted().at(-1) ?? "";
    const told = `${id}: announced on ${announcedAt.slice(0, 10)}`;
    if (!wasMissed(row, announcedAt)) print(told);
    else if (isDryRun) print(`${told}, and not taken since; --yes applies it`);
    else {
      const isApplied = await applyPriceChanges(deps, id);
      print(`${told}, and not taken since; ${isApplied ? "applied" : "a pending change is first"}`);
    }
    return false;
  }
  const change = priceChangeOf(row, now());
  if (change === null) {
    print(`${id}: has a scheduled change; run the command again when it has begun`);
    return false;
  }
  const { lastPence, duePence, startsAt } = change;
  if (!isDryRun) {
    const event = systemEvent(deps, "prices", "PriceChangeAnnounced", change);
    await recordPriceChange(db, event, outdated);
  }
  print(
    `${id}: ${formatGbp(lastPence)}, then ${formatGbp(duePence)} from ${startsAt.slice(0, 10)}`,
  );
  return true;
}

/** Stripe's notice before the renewal, at which the worker applies the price, did not arrive. */
function wasMissed(
  { currentPeriodEnd, anchorAt }: Pick<OutdatedSubscription, "currentPeriodEnd" | "anchorAt">,
  announcedAt: string,
): boolean {
  if (currentPeriodEnd === null) return false;
  const endS = Date.parse(currentPeriodEnd) / 1_000;
  const day = dayOf(Date.parse(anchorAt ?? currentPeriodEnd) / 1_000);
  const paidMs = monthsAfter(endS, -1, day) * 1_000;
  return paidMs >= Date.parse(announcedAt) + TERMS.notice.days * DAY_MS;
}

type Outdated = OutdatedSubscription["outdated"];

function createChooser({
  stripe,
  only,
  except,
}: Pick<AnnouncePriceChangesDeps, "stripe" | "only" | "except">) {
  const known = new Map<string, boolean>();
  const isByHand = async (id: string) => {
    const answer = known.get(id) ?? !isFromCatalogue(await stripe.prices.retrieve(id));
    known.set(id, answer);
    return answer;
  };
  return async ({ id, customerId, ...row }: OutdatedSubscription) => {
    const isIn = (named: readonly string[], from: string) =>
      [id, customerId, from].some((one) => named.includes(one));
    const chosen = row.outdated.filter(
      ({ from }) => (only.length === 0 || isIn(only, from)) && !isIn(except, from),
    );
    const [outdated, handMade]: [Outdated, Outdated] = [[], []];
    for (const price of chosen) {
      const isKept = !only.includes(price.from) && (await isByHand(price.from));
      (isKept ? handMade : outdated).push(price);
    }
    return { outdated, handMade };
  };
}

async function listCurrentPrices(stripe: Stripe): Promise<CurrentPrice[]> {
  const { data } = await stripe.prices.list({
    lookup_keys: FOR_SALE.map(({ priceId }) => priceId),
    active: true,
    limit: 100,
  });
  return data.flatMap(({ id, lookup_key: priceId, unit_amount: pence }) =>
    priceId === null || pence === null ? [] : [{ priceId, stripePriceId: id, pence }],
  );
}

async function listOutdated(
  db: Db,
  prices: readonly CurrentPrice[],
): Promise<OutdatedSubscription[]> {
  const found: OutdatedSubscription[] = [];
  for (;;) {
    const after = found.at(-1)?.id ?? "";
    const page = await listOutdatedPrices(db, { prices, after, limit: PAGE_MAX });
    found.push(...page);
    if (page.length < PAGE_MAX) return found;
  }
}

/** @returns null for a subscription with a scheduled change */
function priceChangeOf(row: OutdatedSubscription, now: Date) {
  if (row.scheduled !== null) return null;
  // The catalogue replaced the prices that were announced before.
  const billed = { ...row, endsAt: endOf(row), announced: [] };
  const before = listPayments(billed, MONTHS_AHEAD);
  const noticeEnds = now.getTime() + TERMS.notice.days * DAY_MS;
  const [next] = before;
  const isKept = row.outdated.every(({ priceId, pence }) =>
    row.items.some((item) => item.priceId === priceId && item.amountPence === pence),
  );
  const starts = isKept ? next : before.find(({ at }) => Date.parse(at) >= noticeEnds);
  if (starts === undefined || next === undefined) return null;
  const announced = row.items.flatMap(({ priceId, amountPence: fromPence }) =>
    row.outdated
      .filter((price) => price.priceId === priceId)
      .map(({ pence }) => ({ priceId, fromPence, pence, at: starts.at })),
  );
  const after = listPayments({ ...billed, announced }, MONTHS_AHEAD);
  const first = after.find(({ at }) => at === starts.at);
  if (first === undefined) return null;
  return { ...factsOf(row), startsAt: starts.at, duePence: first.pence, lastPence: next.pence };
}
