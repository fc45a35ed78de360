import { includedServices, WHATSAPP_TO_MANAGER } from "#contracts/billing/included-services.ts";
import { nextPlanUp } from "#contracts/billing/plans.ts";
import { ADDONS, type CatalogueItem, type Plan } from "#contracts/catalogue.ts";
import { counted } from "#contracts/counted.ts";
import { formatPrice } from "#contracts/money.ts";
import { listed, startLower } from "../lib/listed.ts";

/** @returns what the next plan costs and holds beyond this one; null at the top */
export function describeStepUp(plan: Plan): { price: string; text: string } | null {
  const next = nextPlanUp(plan);
  if (next === null) return null;
  const posts = next.postsPerMonth - plan.postsPerMonth;
  const platforms = next.platforms - plan.platforms;
  const held = includedServices(plan);
  const adds = [
    ...(posts > 0 ? [counted(posts, "post")] : []),
    ...(platforms > 0 ? [counted(platforms, "platform")] : []),
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
