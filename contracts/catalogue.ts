import { counted } from "./counted.ts";

/** The currency of all prices: ISO 4217 in lower case, as Stripe writes it. */
export const CURRENCY = "gbp";

/** How often each price is charged, in Stripe's words. */
export const RECURRING = { interval: "month", interval_count: 1 } as const;

type Recurring = { readonly interval: string | null; readonly interval_count: number };

/** Whether Stripe charges a price as often as the catalogue does. */
export function recursAsSold(recurring: Recurring | null | undefined): boolean {
  return (
    recurring?.interval === RECURRING.interval &&
    recurring.interval_count === RECURRING.interval_count
  );
}

/** A price that recurs. Source of all prices: the product specification, business constants. */
export type CatalogueItem = {
  readonly id: string;
  /** Stripe's lookup key; also in the price's metadata, where it stays when a new price takes the key. */
  readonly priceId: string;
  readonly name: string;
  readonly pricePence: number;
  readonly category: "main" | "addon";
  readonly popular?: true;
  /** Price ids of the plans that have this add-on already: the cheapest, then all that cost more. */
  readonly includedIn?: readonly string[];
  readonly features: readonly string[];
};

export type Plan = CatalogueItem & {
  readonly postsPerMonth: number;
  readonly platforms: number;
  readonly showsAccountManager: boolean;
  readonly services: readonly string[];
};

const EVERY_PLAN = [
  "Professional content creation",
  "Brand-consistent design",
  "Content calendar access",
  "Dedicated account manager",
] as const;

export function toPlan<const P extends Omit<Plan, "category" | "features">>(plan: P) {
  return {
    ...plan,
    category: "main",
    features: [
      `${plan.postsPerMonth} posts a month`,
      `Up to ${counted(plan.platforms, "platform")}`,
      ...plan.services,
    ],
  } as const;
}

export const PLANS = [
  toPlan({
    id: "starter",
    priceId: "tidepost_starter_monthly",
    name: "Starter Package",
    pricePence: 97_00,
    postsPerMonth: 12,
    platforms: 3,
    showsAccountManager: false,
    services: EVERY_PLAN,
  }),
  toPlan({
    id: "plus",
    priceId: "tidepost_plus_monthly",
    name: "Plus Package",
    pricePence: 175_00,
    popular: true,
    postsPerMonth: 20,
    platforms: 3,
    showsAccountManager: true,
    services: EVERY_PLAN,
  }),
  toPlan({
    id: "premium",
    priceId: "tidepost_premium_monthly",
    name: "Premium Package",
    pricePence: 275_00,
    postsPerMonth: 30,
    platforms: 5,
    showsAccountManager: true,
    services: [
      "Advanced analytics reporting",
      "Full community management",
      "Priority support",
      "Custom campaigns",
      ...EVERY_PLAN,
    ],
  }),
] as const satisfies readonly Plan[];

export const ADDONS = [
  {
    id: "additional-channel",
    priceId: "tidepost_additional_channel_monthly",
    name: "Additional Channel",
    pricePence: 9_99,
    category: "addon",
    features: ["One more platform", "Content adapted to it", "In the same calendar"],
  },
  {
    id: "community",
    priceId: "tidepost_community_monthly",
    name: "Community Management & Engagement",
    pricePence: 49_00,
    category: "addon",
    includedIn: ["tidepost_premium_monthly"],
    features: [
      "Comments and messages answered",
      "Engagement with local accounts",
      "Moderation in your voice",
      "Questions passed on to you",
    ],
  },
  {
    id: "meta-ads",
    priceId: "tidepost_meta_ads_monthly",
    name: "Meta Ads Management",
    pricePence: 99_00,
    category: "addon",
    features: [
      // First, because cards cut the list after three.
      "Ad spend paid separately, no set-up fee",
      "Facebook and Instagram campaigns",
      "Audiences built and tested",
      "Monthly reports",
    ],
  },
  {
    id: "influencer",
    priceId: "tidepost_influencer_monthly",
    name: "Influencer Marketing",
    pricePence: 149_00,
    category: "addon",
    features: [
      "Shortlists that fit your customers",
      "Briefs and agreements",
      "Results per collaboration",
    ],
  },
] as const satisfies readonly CatalogueItem[];

export const FOR_SALE: readonly CatalogueItem[] = [...PLANS, ...ADDONS];

/** A plan for managing Meta ads; the ad spend goes to Meta. */
type AdPlan = {
  readonly id: string;
  readonly priceId: string;
  readonly name: string;
  readonly pricePence: number;
  readonly adSpend: string;
  readonly features: readonly string[];
};

export const AD_SETUP_FEE_PENCE = 199_00;
export const AD_SETUP_FEE_PRICE_ID = "tidepost_ads_setup_once";

export const AD_PLANS = [
  {
    id: "ads-starter",
    priceId: "tidepost_ads_starter_monthly",
    name: "Starter",
    pricePence: 99_00,
    adSpend: "Ad spend up to £1,000 a month",
    features: ["2 campaigns", "4 creatives", "Monthly reports"],
  },
  {
    id: "ads-professional",
    priceId: "tidepost_ads_professional_monthly",
    name: "Professional",
    pricePence: 199_00,
    adSpend: "Ad spend up to £5,000 a month",
    features: ["5 campaigns", "10 creatives", "Bi-weekly reports", "A/B testing", "Retargeting"],
  },
  {
    id: "ads-enterprise",
    priceId: "tidepost_ads_enterprise_monthly",
    name: "Enterprise",
    pricePence: 499_00,
    adSpend: "Ad spend of £5,000 or more a month",
    features: [
      "Unlimited campaigns",
      "20+ creatives",
      "Weekly reports",
      "Advanced A/B testing",
      "Custom audiences",
      "Dedicated account manager",
    ],
  },
] as const satisfies readonly AdPlan[];

type SubscribedItem = Pick<CatalogueItem, "priceId" | "name" | "pricePence"> & {
  readonly category: CatalogueItem["category"] | "ads";
};

/** A plan is not sold with an add-on that it includes. */
export function isIncludedIn(
  { includedIn = [] }: Pick<CatalogueItem, "includedIn">,
  planPriceId: string | null,
): boolean {
  return planPriceId !== null && includedIn.includes(planPriceId);
}

/** Stripe's id of the product that `npm run billing:sync` makes. */
export function productIdOf(priceId: string): string {
  return priceId.replace(/_(?:monthly|once)$/, "");
}

/** Finds what a subscription can hold: of ads plans too, which the team books. */
export function catalogueItemOf(priceId: string | null): SubscribedItem | null {
  const adPlan = AD_PLANS.find((plan) => plan.priceId === priceId);
  if (adPlan !== undefined) return { ...adPlan, name: `Meta Ads ${adPlan.name}`, category: "ads" };
  return FOR_SALE.find((item) => item.priceId === priceId) ?? null;
}
