/**
 * What is for sale, in integer pence per month. The one place where a price stands.
 * Source: the product specification, business constants.
 */
export type CatalogueItem = {
  readonly id: string;
  readonly name: string;
  readonly pricePence: number;
  readonly category: "main" | "addon";
  readonly popular?: true;
  readonly features: readonly string[];
};

/** Stands in every plan, after the plan's own features. */
const EVERY_PLAN = [
  "Professional content creation",
  "Brand-consistent design",
  "Content calendar access",
  "Dedicated account manager",
] as const;

export const PLANS = [
  {
    id: "starter",
    name: "Starter Package",
    pricePence: 97_00,
    category: "main",
    features: ["12 posts a month", "Up to 3 platforms", ...EVERY_PLAN],
  },
  {
    id: "plus",
    name: "Plus Package",
    pricePence: 175_00,
    category: "main",
    popular: true,
    features: ["20 posts a month", "Up to 3 platforms", ...EVERY_PLAN],
  },
  {
    id: "premium",
    name: "Premium Package",
    pricePence: 275_00,
    category: "main",
    features: [
      "30 posts a month",
      "Up to 5 platforms",
      "Advanced analytics reporting",
      "Full community management",
      "Priority support",
      "Custom campaigns",
      ...EVERY_PLAN,
    ],
  },
] as const satisfies readonly CatalogueItem[];
