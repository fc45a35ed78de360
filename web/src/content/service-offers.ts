import { CHEAPEST_PLAN, planOf, shortPlanName } from "#contracts/billing/plans.ts";
import { AD_PLANS, AD_SETUP_FEE_PENCE, ADDONS, type CatalogueItem } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { paths } from "../paths.ts";

type Offer = { readonly price: string; readonly label: string; readonly href: string };

const LOWEST_ADS = Math.min(...AD_PLANS.map(({ pricePence }) => pricePence));

/** The set-up fee is due with every ad plan, and not with the add-on, so it stands beside each lowest price. */
export const ADS_FROM = `From ${formatPrice(LOWEST_ADS)} a month, plus ${formatPrice(AD_SETUP_FEE_PENCE)} set-up, once. Added to a package: no set-up fee`;
const IN_EVERY_PLAN = `In every plan, from ${formatPrice(CHEAPEST_PLAN.pricePence)} a month`;
const ADD_ONS = { label: "See the add-ons", href: `${paths.pricing}#add-ons` };

export const SERVICE_OFFERS: Readonly<Record<string, Offer>> = {
  "social-media-management": {
    price: IN_EVERY_PLAN,
    label: "See plans and prices",
    href: paths.pricing,
  },
  "paid-meta-ads": { price: ADS_FROM, label: "See paid ads", href: paths.paidAds },
  "graphic-design": { price: IN_EVERY_PLAN, label: "See our work", href: paths.portfolio },
  "video-editing": { price: IN_EVERY_PLAN, label: "See our work", href: paths.portfolio },
  community: { price: addonPrice("community"), ...ADD_ONS },
  "influencer-marketing": { price: addonPrice("influencer"), ...ADD_ONS },
};

function addonPrice(id: (typeof ADDONS)[number]["id"]): string {
  const addons: readonly CatalogueItem[] = ADDONS;
  const addon = addons.find((each) => each.id === id);
  if (addon === undefined) return "";
  const price = `${formatPrice(addon.pricePence)} a month`;
  const plan = planOf(addon.includedIn?.[0] ?? null);
  return plan === null ? price : `${price}, or in ${shortPlanName(plan)}`;
}
