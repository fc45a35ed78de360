import { ADDONS, type CatalogueItem, type Plan, PLANS } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { listed, startLower } from "../lib/listed.ts";

export const WHATSAPP_TO_MANAGER = "WhatsApp to your account manager";

export function includedServices(plan: Plan): readonly string[] {
  return plan.showsAccountManager ? [...plan.features, WHATSAPP_TO_MANAGER] : plan.features;
}

/** @returns what the next plan costs and holds beyond this one; null at the top */
export function describeStepUp(plan: Plan): { price: string; text: string } | null {
  const plans: readonly Plan[] = PLANS;
  const next = plans[plans.indexOf(plan) + 1];
  if (next === undefined) return null;
  const posts = next.postsPerMonth - plan.postsPerMonth;
  const platforms = next.platforms - plan.platforms;
  const held = includedServices(plan);
  const adds = [
    `${posts} posts`,
    ...(platforms > 0 ? [`${platforms} platforms`] : []),
    ...next.services.filter((service) => !held.includes(service)).map(startLower),
    ...(next.showsAccountManager && !plan.showsAccountManager ? [WHATSAPP_TO_MANAGER] : []),
  ];
  const addons: readonly CatalogueItem[] = ADDONS;
  const included = addons
    .filter(({ includedIn }) => includedIn?.[0] === next.priceId)
    .map((addon) => ` ${addon.name} alone is ${formatPrice(addon.pricePence)}.`);
  return {
    price: formatPrice(next.pricePence - plan.pricePence),
    text: `the ${next.name} adds ${listed(adds)}.${included.join("")}`,
  };
}
