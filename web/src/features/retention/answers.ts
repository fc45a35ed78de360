import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { monthlyPence } from "#contracts/billing/change.ts";
import { percentsAt } from "#contracts/billing/discounts.ts";
import { RETENTION_OFFER } from "#contracts/billing/offers.ts";
import { nextPlanDown, nextPlanUp, planOf } from "#contracts/billing/plan-change.ts";
import { type CancelReason, offerPrices } from "#contracts/billing/retention.ts";
import type { CatalogueItem } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { DISCOVERY_CALL_MINUTES } from "../../content/promises.ts";
import { SUPPORT } from "../../content/support.ts";
import { inWords, inWordsFirst } from "../../lib/in-words.ts";
import { paths } from "../../paths.ts";

/** What is known of somebody who says why they leave. */
export type Situation = {
  readonly priceId: string | null;
  /** Whether the offer to stay can be had. */
  readonly isOfferOpen: boolean;
  /** Whether the plan can be changed now. */
  readonly canChange: boolean;
  /** What the next payment is for, and what comes off it. */
  readonly next: Pick<
    SubscriptionDetails,
    "monthly_pence" | "scheduled" | "discounts" | "current_period_end"
  >;
  /** Whether an account manager is theirs to write to. */
  readonly hasManager: boolean;
};

export type Way = { readonly label: string; readonly href: string; readonly isOutside?: true };

/** What might help, and where. */
export type Answer = { readonly text: string; readonly ways: readonly Way[] };

const CALL: Way = { label: "Book a free call", href: paths.scheduleDemo };
const WRITE: Way = { label: "Write to us", href: paths.contact };
const MANAGER: Way = {
  label: "Message your account manager on WhatsApp",
  href: SUPPORT.whatsApp,
  isOutside: true,
};

/** What to say to somebody who tells why they leave. It stands beneath their reason and asks nothing of them. */
export function answerTo(reason: CancelReason, situation: Situation): Answer {
  switch (reason) {
    case "too_expensive":
      return cheaper(situation);
    case "unused":
      return {
        text: `${inWordsFirst(DISCOVERY_CALL_MINUTES)} minutes with us often find what is lying idle, and what would do more for you.`,
        ways: [CALL],
      };
    case "low_quality":
    case "customer_service":
      return putRight(situation);
    case "missing_features":
      return more(situation);
    case "switched_service":
      return {
        text: "If there is something that we could do as well, we would like to hear of it.",
        ways: [WRITE],
      };
    case "too_complex":
      return {
        text: `Let us take it off your hands: in ${inWords(DISCOVERY_CALL_MINUTES)} minutes we go through it with you.`,
        ways: [CALL, WRITE],
      };
    case "other":
      return { text: "Tell us below, if you like. A person reads it.", ways: [WRITE] };
  }
}

function cheaper({ priceId, isOfferOpen, canChange, next }: Situation): Answer {
  const plan = planOf(priceId);
  const down = plan === null || !canChange ? null : nextPlanDown(plan);
  const texts: string[] = [];
  const ways: Way[] = [];
  if (plan !== null && isOfferOpen) {
    const { regularPence, discountedPence, savingPence } = offerPrices(
      next.scheduled === null ? next.monthly_pence : monthlyPence(next.scheduled.price_ids),
      percentsAt(
        next.discounts.map(({ percent_off: percentOff, ends_at: endsAt }) => ({
          percentOff,
          endsAt,
        })),
        next.current_period_end,
      ),
    );
    texts.push(
      `Stay with ${RETENTION_OFFER.percentOff}% off for the next ${RETENTION_OFFER.months} months: ${formatGbp(discountedPence)} a month instead of ${formatGbp(regularPence)}, which saves you ${formatGbp(savingPence)}.`,
    );
    ways.push({ label: "See the offer", href: paths.retentionOffer });
  }
  if (plan !== null && down !== null) {
    texts.push(
      `The ${down.name} costs ${formatGbp(plan.pricePence - down.pricePence)} less each month.`,
    );
    ways.push({ label: `Change to the ${down.name}`, href: changeTo(down) });
  }
  if (texts.length > 0) return { text: texts.join(" "), ways };
  return { text: "Tell us what would be right for you, and we see what we can do.", ways: [WRITE] };
}

function putRight({ hasManager }: Situation): Answer {
  return {
    text: hasManager
      ? "Your account manager wants to put this right, and is one message away."
      : "We want to put this right. Tell us what went wrong, and a person answers within a day.",
    ways: hasManager ? [MANAGER, WRITE] : [WRITE],
  };
}

function more({ priceId, canChange }: Situation): Answer {
  const plan = planOf(priceId);
  const up = plan === null || !canChange ? null : nextPlanUp(plan);
  if (plan === null || up === null) {
    return { text: "Tell us what it is: perhaps we have it already.", ways: [WRITE] };
  }
  const gained = up.features.filter((feature) => !plan.features.includes(feature));
  return {
    text: `The ${up.name} has ${listOf(gained)}, for ${formatGbp(up.pricePence - plan.pricePence)} more each month.`,
    ways: [{ label: `Look at the ${up.name}`, href: changeTo(up) }, WRITE],
  };
}

function changeTo({ priceId }: CatalogueItem): string {
  return `${paths.changePlan}?plan=${priceId}`;
}

/** `30 posts a month, up to 5 platforms and priority support` */
function listOf(features: readonly string[]): string {
  const words = features.map((feature) => feature.charAt(0).toLowerCase() + feature.slice(1));
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
