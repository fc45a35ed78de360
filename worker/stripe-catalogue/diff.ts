import type { Offer } from "#contracts/billing/coupons.ts";
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
    /** The price's lookup key. */
    readonly name: string | null;
    /** Its name after the lookup key moves to another price. */
    readonly keptName: string | null;
    readonly pence: number | null;
    readonly currency: string;
    readonly isMonthly: boolean;
    readonly isActive: boolean;
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
  | { readonly kind: "update_price"; readonly id: string; readonly name: string }
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
  readonly problems: readonly string[];
};

export function diffCatalogue(desired: DesiredCatalogue, actual: StripeCatalogue): CatalogueDiff {
  const problems: string[] = [];
  const steps = [
    ...desired.products.flatMap((product) => planProduct(product, actual)),
    ...planArchive(desired, actual),
    ...desired.offers.flatMap((offer) => planCoupon(offer, actual, problems)),
    ...desired.codes.flatMap((code) => planCode(code, actual)),
    ...planWebhook(desired, actual, problems),
    ...planPortal(desired, actual),
    ...planTaxRates(desired, actual),
  ];
  return { steps, problems };
}

function planProduct(product: DesiredProduct, actual: StripeCatalogue): Step[] {
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
  return [...steps, ...planPrice(product, actual)];
}

function planPrice(product: DesiredProduct, actual: StripeCatalogue): Step[] {
  const { name, pence, isMonthly } = product.price;
  const known = actual.prices.find((price) => price.name === name);
  if (known === undefined) return [{ kind: "create_price", product, instead: null }];
  const isSamePrice =
    known.productId === product.id &&
    known.pence === pence &&
    known.currency === "gbp" &&
    known.isMonthly === isMonthly;
  if (!isSamePrice) {
    return [
      { kind: "create_price", product, instead: known.pence },
      ...(known.isActive ? [{ kind: "archive_price", id: known.id, name } as const] : []),
    ];
  }
  return known.isActive && known.keptName === name
    ? []
    : [{ kind: "update_price", id: known.id, name }];
}

function planArchive(desired: DesiredCatalogue, actual: StripeCatalogue): Step[] {
  const products = new Set(desired.products.map(({ id }) => id));
  const names = new Set(desired.products.map(({ price }) => price.name));
  const ours = new Set(actual.products.filter(({ isOurs }) => isOurs).map(({ id }) => id));
  return [
    ...actual.prices
      .filter(
        (price) =>
          price.isActive &&
          (ours.has(price.productId) || products.has(price.productId)) &&
          !(price.name !== null && names.has(price.name)),
      )
      .map(({ id, keptName }): Step => ({ kind: "archive_price", id, name: keptName ?? id })),
    ...actual.products
      .filter(({ id, isOurs, isActive }) => isOurs && isActive && !products.has(id))
      .map(({ id, name }): Step => ({ kind: "archive_product", id, name })),
  ];
}

function planCoupon(offer: Offer, actual: StripeCatalogue, problems: string[]): Step[] {
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

function planCode(desired: DesiredCatalogue["codes"][number], actual: StripeCatalogue): Step[] {
  const known = actual.codes.filter(
    ({ code }) => code.toLowerCase() === desired.code.toLowerCase(),
  );
  const wrong = known.filter(({ couponId }) => couponId !== desired.couponId);
  return [
    ...wrong.map(({ id, code }): Step => ({ kind: "retire_code", id, code })),
    ...(wrong.length < known.length ? [] : [{ kind: "create_code", ...desired } as const]),
  ];
}

function planWebhook(
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

function planPortal({ portal }: DesiredCatalogue, { portal: known }: StripeCatalogue): Step[] {
  if (known === null) return [{ kind: "create_portal", portal }];
  const isCurrent =
    isSame(known.features.toSorted(), portal.features.toSorted()) &&
    isSame(known.customerUpdates.toSorted(), portal.customerUpdates.toSorted());
  return isCurrent ? [] : [{ kind: "update_portal", id: known.id, portal }];
}

/** Stripe cannot change a rate. An archived one goes on working where it is set. */
function planTaxRates(
  { vatPercentage: wanted }: DesiredCatalogue,
  { vatRates }: StripeCatalogue,
): Step[] {
  const kept = vatRates.find(({ isRight, percentage }) => isRight && percentage === wanted);
  return [
    ...(wanted === null || kept !== undefined
      ? []
      : [{ kind: "create_tax_rate", percentage: wanted } as const]),
    ...vatRates
      .filter((rate) => rate !== kept)
      .map(({ id, percentage }): Step => ({ kind: "archive_tax_rate", id, percentage })),
  ];
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
