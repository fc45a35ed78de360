import { AD_PLANS, ADDONS, PLANS } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { paths } from "../paths.ts";

type Offer = { readonly price: string; readonly label: string; readonly href: string };

const [cheapestPlan] = PLANS;
const [cheapestAds] = AD_PLANS;
const IN_EVERY_PLAN = `In every plan, from ${formatPrice(cheapestPlan.pricePence)} a month`;
const ADD_ONS = { label: "See the add-ons", href: `${paths.pricing}#add-ons` };

export const SERVICE_OFFERS: Readonly<Record<string, Offer>> = {
  "social-media-management": {
    price: IN_EVERY_PLAN,
    label: "See plans and prices",
    href: paths.pricing,
  },
  "paid-meta-ads": {
    price: `From ${formatPrice(cheapestAds.pricePence)} a month`,
    label: "See paid ads",
    href: paths.paidAds,
  },
  "graphic-design": { price: IN_EVERY_PLAN, label: "See our work", href: paths.portfolio },
  "video-editing": { price: IN_EVERY_PLAN, label: "See post examples", href: paths.postExamples },
  community: { price: `${addonPrice("community")}, or in Premium`, ...ADD_ONS },
  "influencer-marketing": { price: addonPrice("influencer"), ...ADD_ONS },
};

function addonPrice(id: (typeof ADDONS)[number]["id"]): string {
  const addon = ADDONS.find((each) => each.id === id);
  return addon === undefined ? "" : `${formatPrice(addon.pricePence)} a month`;
}
