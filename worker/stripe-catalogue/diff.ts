import type { Offer } from "#contracts/billing/coupons.ts";
import { CURRENCY } from "#contracts/catalogue.ts";
import type { DesiredCatalogue, DesiredProduct } from "./desired.ts";
import type { StripeCatalogue } from "./read.ts";
import * as steps from "./steps.ts";

export type CatalogueDiff = {
  readonly steps: readonly steps.Step[];
  /** Steps that wait until no edge of an earlier catalogue runs. */
  readonly retirements: readonly steps.Step[];
  readonly problems: readonly string[];
};

export function diffCatalogue(desired: DesiredCatalogue, actual: StripeCatalogue): CatalogueDiff {
  const problems: string[] = [];
  const changes = [
    ...desired.products.flatMap((product) => diffProduct(product, actual)),
    ...desired.offers.flatMap((offer) => diffCoupon(offer, actual, problems)),
    ...desired.codes.flatMap((code) => diffCode(code, actual)),
    ...diffWebhook(desired, actual, problems),
    ...diffPortal(desired, actual),
    ...diffTaxRates(desired, actual),
  ];
  return { steps: changes, retirements: diffRetired(desired, actual), problems };
}

function diffProduct(product: DesiredProduct, actual: StripeCatalogue): steps.Step[] {
  const known = actual.products.find(({ id }) => id === product.id);
  const found: steps.Step[] = [];
  if (known === undefined) found.push(steps.createProduct(product));
  else {
    const changed = [
      ...(known.name === product.name ? [] : ["name"]),
      ...(isSame(known.features, product.features) ? [] : ["features"]),
      ...(known.isActive ? [] : ["active"]),
      ...(known.isOurs ? [] : ["mark"]),
    ];
    if (changed.length > 0) found.push(steps.updateProduct(product, changed));
  }
  return [...found, ...diffPrice(product, actual)];
}

function diffPrice(product: DesiredProduct, actual: StripeCatalogue): steps.Step[] {
  const { lookupKey, pence, isMonthly } = product.price;
  const known = actual.prices.find((price) => price.lookupKey === lookupKey);
  if (known === undefined) return [steps.createPrice(product, null)];
  const isSamePrice =
    known.productId === product.id &&
    known.pence === pence &&
    known.currency === CURRENCY &&
    known.isMonthly === isMonthly;
  if (!isSamePrice) return [steps.createPrice(product, known.pence)];
  return known.isActive && known.isOurs && known.metadataPriceId === lookupKey
    ? []
    : [steps.updatePrice(known.id, lookupKey)];
}

/** What a running subscription has, or a person made, stays. */
function diffRetired(desired: DesiredCatalogue, actual: StripeCatalogue): steps.Step[] {
  const products = new Set(desired.products.map(({ id }) => id));
  const lookupKeys = new Set(desired.products.map(({ price }) => price.lookupKey));
  const active = actual.prices.filter(({ isActive }) => isActive);
  const prices = active.filter(
    ({ lookupKey, isOurs, isInUse }) =>
      isOurs && !isInUse && !(lookupKey !== null && lookupKeys.has(lookupKey)),
  );
  const hasPrice = (productId: string) =>
    active.some((price) => price.productId === productId && !prices.includes(price));
  return [
    ...prices.map(({ id, metadataPriceId }) => steps.archivePrice(id, metadataPriceId ?? id)),
    ...actual.products
      .filter(
        ({ id, isOurs, isActive }) => isOurs && isActive && !products.has(id) && !hasPrice(id),
      )
      .map(({ id, name }) => steps.archiveProduct(id, name)),
    ...actual.vatRates
      .filter((rate) => rate !== rightRate(desired, actual))
      .map(({ id, percentage }) => steps.archiveTaxRate(id, percentage)),
  ];
}

function diffCoupon(offer: Offer, actual: StripeCatalogue, problems: string[]): steps.Step[] {
  const known = actual.coupons.find(({ id }) => id === offer.couponId);
  if (known === undefined) return [steps.createCoupon(offer)];
  if (known.percentOff !== offer.percentOff || known.months !== offer.months) {
    problems.push(
      `The coupon ${offer.couponId} takes off something else there, and a coupon cannot be changed: give the offer another couponId.`,
    );
    return [];
  }
  if (!known.isValid) {
    problems.push(
      `The coupon ${offer.couponId} is used up or over there: give it another couponId.`,
    );
  }
  return known.name === offer.name ? [] : [steps.renameCoupon(offer)];
}

function diffCode(
  desired: DesiredCatalogue["codes"][number],
  actual: StripeCatalogue,
): steps.Step[] {
  const known = actual.codes.filter(
    ({ code }) => code.toLowerCase() === desired.code.toLowerCase(),
  );
  const wrong = known.filter(({ couponId }) => couponId !== desired.couponId);
  return [
    ...wrong.map(({ id, code }) => steps.retireCode(id, code)),
    ...(wrong.length < known.length ? [] : [steps.createCode(desired.code, desired.couponId)]),
  ];
}

function diffWebhook(
  desired: DesiredCatalogue,
  actual: StripeCatalogue,
  problems: string[],
): steps.Step[] {
  if (desired.webhook === null) return [];
  const { url, events } = desired.webhook;
  const known = actual.webhooks.find((webhook) => webhook.url === url);
  if (known === undefined) return [steps.createWebhook(desired.webhook)];
  if (known.version !== steps.WEBHOOK_API_VERSION) {
    problems.push(
      `The webhook endpoint ${known.id} speaks version ${known.version ?? "of the account"}, and that cannot be changed: delete it there and run this again.`,
    );
    return [];
  }
  const isCurrent = known.isEnabled && isSame(known.events.toSorted(), events.toSorted());
  return isCurrent ? [] : [steps.updateWebhook(known.id, desired.webhook)];
}

function diffPortal(
  { portal }: DesiredCatalogue,
  { portal: known }: StripeCatalogue,
): steps.Step[] {
  if (known === null) return [steps.createPortal(portal)];
  const isCurrent =
    isSame(known.features.toSorted(), portal.features.toSorted()) &&
    isSame(known.customerUpdates.toSorted(), portal.customerUpdates.toSorted());
  return isCurrent ? [] : [steps.updatePortal(known.id, portal)];
}

/** Stripe cannot change a rate. */
function diffTaxRates(desired: DesiredCatalogue, actual: StripeCatalogue): steps.Step[] {
  const { vatPercentage: percentage } = desired;
  if (percentage === null || rightRate(desired, actual) !== undefined) return [];
  return [steps.createTaxRate(percentage)];
}

function rightRate({ vatPercentage }: DesiredCatalogue, { vatRates }: StripeCatalogue) {
  return vatRates.find(({ isRight, percentage }) => isRight && percentage === vatPercentage);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
