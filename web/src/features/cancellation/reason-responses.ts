import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { nextPlanDown, nextPlanUp, planOf } from "#contracts/billing/plans.ts";
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import type { CatalogueItem } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { SUPPORT } from "../../content/support.ts";
import { inWords, spellOutCapitalised } from "../../lib/in-words.ts";
import { listed, startLower } from "../../lib/listed.ts";
import { paths } from "../../paths.ts";
import { planChangeUrl } from "../plan-change/plan-change-url.ts";
import { offerSums } from "./offer-sums.ts";

export type CustomerSituation = {
  readonly priceId: string | null;
  readonly canChangePlan: boolean;
  readonly details: Pick<SubscriptionDetails, "offer" | "discounts">;
  readonly hasManager: boolean;
};

export type ReasonLink = {
  readonly label: string;
  readonly href: string;
  readonly isExternal?: true;
};

export type ReasonResponse = { readonly text: string; readonly links: readonly ReasonLink[] };

const CALL: ReasonLink = { label: "Book a free call", href: paths.scheduleDemo };
const WRITE: ReasonLink = { label: "Write to us", href: paths.contact };
const MANAGER: ReasonLink = {
  label: "Message your account manager on WhatsApp",
  href: SUPPORT.whatsApp,
  isExternal: true,
};

export function reasonResponse(reason: CancelReason, situation: CustomerSituation): ReasonResponse {
  switch (reason) {
    case "too_expensive":
      return tooExpensiveResponse(situation);
    case "unused":
      return {
        text: `${spellOutCapitalised(TERMS.discoveryCall.minutes)} minutes with us often turns up things you’re paying for and not using.`,
        links: [CALL],
      };
    case "low_quality":
    case "customer_service":
      return dissatisfiedResponse(situation);
    case "missing_features":
      return missingFeaturesResponse(situation);
    case "switched_service":
      return {
        text: "If there’s something we could do just as well, we’d like to hear it.",
        links: [WRITE],
      };
    case "too_complex":
      return {
        text: `Let us take it off your hands: in ${inWords(TERMS.discoveryCall.minutes)} minutes we’ll go through it with you.`,
        links: [CALL, WRITE],
      };
    case "other":
      return { text: "Tell us below, if you like. We read every one.", links: [WRITE] };
  }
}

function tooExpensiveResponse({
  priceId,
  canChangePlan,
  details,
}: CustomerSituation): ReasonResponse {
  const plan = planOf(priceId);
  const down = plan === null || !canChangePlan ? null : nextPlanDown(plan);
  const texts: string[] = [];
  const links: ReasonLink[] = [];
  if (plan !== null && details.offer !== null) {
    const { price, regular, saving } = offerSums(details.offer);
    texts.push(
      `Stay with ${RETENTION_OFFER.percentOff}% off for the next ${RETENTION_OFFER.months} months: ${price} a month instead of ${regular}, which saves you ${saving}.`,
    );
    links.push({ label: "See the offer", href: paths.retentionOffer });
  }
  if (plan !== null && down !== null) {
    texts.push(`The ${down.name} costs ${priceOf(down, details)}.`);
    links.push({
      label: `Change to the ${down.name}`,
      href: planChangeUrl({ plan: down.priceId }),
    });
  }
  if (texts.length > 0) return { text: texts.join(" "), links };
  return { text: "Tell us what would suit you, and we’ll see what we can do.", links: [WRITE] };
}

function dissatisfiedResponse({ hasManager }: CustomerSituation): ReasonResponse {
  return {
    text: hasManager
      ? "Your account manager wants to put this right and is one message away."
      : `We want to put this right. Tell us what went wrong, and we’ll reply within ${inText(TERMS.reply)}.`,
    links: hasManager ? [MANAGER, WRITE] : [WRITE],
  };
}

function priceOf(
  { pricePence }: CatalogueItem,
  { discounts }: CustomerSituation["details"],
): string {
  const price = `${formatGbp(pricePence)} a month`;
  return discounts.length === 0 ? price : `${price} before your discount`;
}

function missingFeaturesResponse({
  priceId,
  canChangePlan,
  details,
}: CustomerSituation): ReasonResponse {
  const plan = planOf(priceId);
  const up = plan === null || !canChangePlan ? null : nextPlanUp(plan);
  if (plan === null || up === null) {
    return { text: "Tell us what it is: we may already have it.", links: [WRITE] };
  }
  const added = up.features.filter((feature) => !plan.features.includes(feature));
  return {
    text: `The ${up.name} has ${listed(added.map(startLower))}, for ${priceOf(up, details)}.`,
    links: [{ label: `Look at the ${up.name}`, href: planChangeUrl({ plan: up.priceId }) }, WRITE],
  };
}
