import type { Offer } from "#contracts/billing/coupons.ts";
import { CURRENCY } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import type { DesiredCatalogue, DesiredPortal, DesiredProduct } from "./desired.ts";

export const WEBHOOK_API_VERSION = "2026-10-28.endive";

export type StripeCatalogue = {
  readonly products: readonly {
    readonly id: string;
    readonly name: string;
    readonly isActive: boolean;
    readonly features: readonly string[];
    readonly isOurs: boolean;
  }[];
  readonly prices: readonly {
    readonly id: string;
    readonly productId: string;
    readonly lookupKey: string | null;
    /** Our price's id, which it keeps when the lookup key moves to another price. */
    readonly metadataPriceId: string | null;
    readonly pence: number | null;
    readonly currency: string;
    readonly isMonthly: boolean;
    readonly isActive: boolean;
    /** Made by `npm run billing:sync`, not by hand. */
    readonly isOurs: boolean;
    /** A subscription that has not ended has it. */
    readonly isInUse: boolean;
  }[];
  readonly coupons: readonly (Pick<Offer, "name"> & {
    readonly id: string;
    readonly percentOff: number | null;
    readonly months: number | null;
    /** Stripe does not apply an exhausted coupon. */
    readonly isValid: boolean;
  })[];
  readonly codes: readonly {
    readonly id: string;
    readonly code: string;
    readonly couponId: string | null;
  }[];
  readonly webhooks: readonly {
    readonly id: string;
    readonly url: string;
    readonly events: readonly string[];
    readonly version: string | null;
    readonly isEnabled: boolean;
  }[];
  readonly portal: {
    readonly id: string;
    /** Enabled ones. */
    readonly features: readonly string[];
    readonly customerUpdates: readonly string[];
  } | null;
  /** Active tax rates of ours. */
  readonly vatRates: readonly {
    readonly id: string;
    readonly percentage: number;
    /** Inclusive British VAT. */
    readonly isRight: boolean;
  }[];
};

export type Step =
  | { readonly kind: "create_product"; readonly product: DesiredProduct }
  | {
      readonly kind: "update_product";
      readonly product: DesiredProduct;
      readonly changed: readonly string[];
    }
  | { readonly kind: "archive_product"; readonly id: string; readonly name: string }
  | {
      readonly kind: "create_price";
      readonly product: DesiredProduct;
      /** Former price in pence; null for a new price. */
      readonly instead: number | null;
    }
  | { readonly kind: "update_price"; readonly id: string; readonly lookupKey: string }
  | { readonly kind: "archive_price"; readonly id: string; readonly name: string }
  | { readonly kind: "create_coupon"; readonly offer: Offer }
  | { readonly kind: "rename_coupon"; readonly offer: Offer }
  | { readonly kind: "retire_code"; readonly id: string; readonly code: string }
  | { readonly kind: "create_code"; readonly code: string; readonly couponId: string }
  | { readonly kind: "create_webhook"; readonly url: string; readonly events: readonly string[] }
  | {
      readonly kind: "update_webhook";
      readonly id: string;
      readonly url: string;
      readonly events: readonly string[];
    }
  | { readonly kind: "create_portal"; readonly portal: DesiredPortal }
  | { readonly kind: "update_portal"; readonly id: string; readonly portal: DesiredPortal }
  | { readonly kind: "create_tax_rate"; readonly percentage: number }
  | { readonly kind: "archive_tax_rate"; readonly id: string; readonly percentage: number };

export type CatalogueDiff = {
  readonly steps: readonly Step[];
  /** Steps that wait until no edge of an earlier catalogue runs. */
  readonly retirements: readonly Step[];
  readonly problems: readonly string[];
};

export function diffCatalogue(desired: DesiredCatalogue, actual: StripeCatalogue): CatalogueDiff {
  const problems: string[] = [];
  const steps = [
    ...desired.products.flatMap((product) => diffProduct(product, actual)),
    ...desired.offers.flatMap((offer) => diffCoupon(offer, actual, problems)),
    ...desired.codes.flatMap((code) => diffCode(code, actual)),
    ...diffWebhook(desired, actual, problems),
    ...diffPortal(desired, actual),
    ...diffTaxRates(desired, actual),
  ];
  return { steps, retirements: diffRetired(desired, actual), problems };
}

function diffProduct(product: DesiredProduct, actual: StripeCatalogue): Step[] {
  const known = actual.products.find(({ id }) => id === product.id);
  const steps: Step[] = [];
  if (known === undefined) steps.push({ kind: "create_product", product });
  else {
    const changed = [
      ...(known.name === product.name ? [] : ["name"]),
      ...(isSame(known.features, product.features) ? [] : ["features"]),
      ...(known.isActive ? [] : ["active"]),
      ...(known.isOurs ? [] : ["mark"]),
    ];
    if (changed.length > 0) steps.push({ kind: "update_product", product, changed });
  }
  return [...steps, ...diffPrice(product, actual)];
}

function diffPrice(product: DesiredProduct, actual: StripeCatalogue): Step[] {
  const { lookupKey, pence, isMonthly } = product.price;
  const known = actual.prices.find((price) => price.lookupKey === lookupKey);
  if (known === undefined) return [{ kind: "create_price", product, instead: null }];
  const isSamePrice =
    known.productId === product.id &&
    known.pence === pence &&
    known.currency === CURRENCY &&
    known.isMonthly === isMonthly;
  if (!isSamePrice) return [{ kind: "create_price", product, instead: known.pence }];
  return known.isActive && known.isOurs && known.metadataPriceId === lookupKey
    ? []
    : [{ kind: "update_price", id: known.id, lookupKey }];
}

/** What a running subscription has, or a person made, stays. */
function diffRetired(desired: DesiredCatalogue, actual: StripeCatalogue): Step[] {
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
    ...prices.map(({ id, metadataPriceId }): Step => ({
      kind: "archive_price",
      id,
      name: metadataPriceId ?? id,
    })),
    ...actual.products
      .filter(
        ({ id, isOurs, isActive }) => isOurs && isActive && !products.has(id) && !hasPrice(id),
      )
      .map(({ id, name }): Step => ({ kind: "archive_product", id, name })),
    ...actual.vatRates
      .filter((rate) => rate !== rightRate(desired, actual))
      .map(({ id, percentage }): Step => ({ kind: "archive_tax_rate", id, percentage })),
  ];
}

function diffCoupon(offer: Offer, actual: StripeCatalogue, problems: string[]): Step[] {
  const known = actual.coupons.find(({ id }) => id === offer.couponId);
  if (known === undefined) return [{ kind: "create_coupon", offer }];
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
  return known.name === offer.name ? [] : [{ kind: "rename_coupon", offer }];
}

function diffCode(desired: DesiredCatalogue["codes"][number], actual: StripeCatalogue): Step[] {
  const known = actual.codes.filter(
    ({ code }) => code.toLowerCase() === desired.code.toLowerCase(),
  );
  const wrong = known.filter(({ couponId }) => couponId !== desired.couponId);
  return [
    ...wrong.map(({ id, code }): Step => ({ kind: "retire_code", id, code })),
    ...(wrong.length < known.length ? [] : [{ kind: "create_code", ...desired } as const]),
  ];
}

function diffWebhook(
  desired: DesiredCatalogue,
  actual: StripeCatalogue,
  problems: string[],
): Step[] {
  if (desired.webhook === null) return [];
  const { url, events } = desired.webhook;
  const known = actual.webhooks.find((webhook) => webhook.url === url);
  if (known === undefined) return [{ kind: "create_webhook", url, events }];
  if (known.version !== WEBHOOK_API_VERSION) {
    problems.push(
      `The webhook endpoint ${known.id} speaks version ${known.version ?? "of the account"}, and that cannot be changed: delete it there and run this again.`,
    );
    return [];
  }
  const isCurrent = known.isEnabled && isSame(known.events.toSorted(), events.toSorted());
  return isCurrent ? [] : [{ kind: "update_webhook", id: known.id, url, events }];
}

function diffPortal({ portal }: DesiredCatalogue, { portal: known }: StripeCatalogue): Step[] {
  if (known === null) return [{ kind: "create_portal", portal }];
  const isCurrent =
    isSame(known.features.toSorted(), portal.features.toSorted()) &&
    isSame(known.customerUpdates.toSorted(), portal.customerUpdates.toSorted());
  return isCurrent ? [] : [{ kind: "update_portal", id: known.id, portal }];
}

/** Stripe cannot change a rate. */
function diffTaxRates(desired: DesiredCatalogue, actual: StripeCatalogue): Step[] {
  const { vatPercentage: percentage } = desired;
  if (percentage === null || rightRate(desired, actual) !== undefined) return [];
  return [{ kind: "create_tax_rate", percentage }];
}

function rightRate({ vatPercentage }: DesiredCatalogue, { vatRates }: StripeCatalogue) {
  return vatRates.find(({ isRight, percentage }) => isRight && percentage === vatPercentage);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/** `+` create, `~` update, `-` archive. */
export function formatStep(step: Step): string {
  switch (step.kind) {
    case "create_product":
      return `+ product ${step.product.id}: ${step.product.name}`;
    case "update_product":
      return `~ product ${step.product.id}: ${step.changed.join(", ")}`;
    case "archive_product":
      return `- product ${step.id}: ${step.name}`;
    case "create_price": {
      const { lookupKey, pence, isMonthly } = step.product.price;
      const before = step.instead === null ? "" : ` instead of ${formatGbp(step.instead)}`;
      return `+ price ${lookupKey}: ${formatGbp(pence)} ${isMonthly ? "a month" : "once"}${before}`;
    }
    case "update_price":
      return `~ price ${step.lookupKey}`;
    case "archive_price":
      return `- price ${step.name} (${step.id})`;
    case "create_coupon":
      return `+ coupon ${step.offer.couponId}: ${step.offer.name}`;
    case "rename_coupon":
      return `~ coupon ${step.offer.couponId}: ${step.offer.name}`;
    case "retire_code":
      return `- promotion code ${step.code} (${step.id})`;
    case "create_code":
      return `+ promotion code ${step.code} for ${step.couponId}`;
    case "create_webhook":
      return `+ webhook endpoint ${step.url}: ${step.events.length} kinds of events`;
    case "update_webhook":
      return `~ webhook endpoint ${step.url}: ${step.events.length} kinds of events`;
    case "create_portal":
      return `+ customer portal: ${step.portal.features.join(", ")}`;
    case "update_portal":
      return `~ customer portal ${step.id}: ${step.portal.features.join(", ")}`;
    case "create_tax_rate":
      return `+ tax rate VAT: ${step.percentage}%, inclusive`;
    case "archive_tax_rate":
      return `- tax rate VAT (${step.id}): ${step.percentage}%`;
  }
}
