import type { ReactNode } from "react";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import {
  ADDONS,
  type CatalogueItem,
  isIncludedIn,
  type Plan,
  PLANS,
} from "#contracts/catalogue.ts";
import { counted } from "#contracts/counted.ts";
import { HAND_CHANGE_TEXTS } from "#contracts/messages/payments.ts";
import { PLAN_CHANGE_MESSAGES } from "#contracts/messages/plan-change.ts";
import { formatPrice } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";
import { inLine } from "../../../lib/in-line.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useDetails } from "../../subscription/hooks/use-details.ts";
import { statusViewOfDetails } from "../../subscription/subscription-status.ts";
import { planChangeUrl } from "../plan-change-url.ts";
import { NothingToChange, PlanChangeFrame } from "./plan-change-frame.tsx";

/** An address without a change offers the plans and add-ons that the customer does not have, and those to remove. */
export function ChoosePlanChange({ userId }: { userId: string }) {
  const { data: details, error, mutate } = useDetails(userId);
  if (details === null || (details !== undefined && !isOpen(details.subscription_status))) {
    return <NothingToChange />;
  }
  const handChange = details === undefined ? null : statusViewOfDetails(details).handChange;
  if (handChange !== null) {
    return <PlanChangeFrame title="Change your plan" lead={`${HAND_CHANGE_TEXTS[handChange]}.`} />;
  }
  return (
    <PlanChangeFrame
      title="Change your plan"
      lead="You’ll see what’s due today before anything changes."
    >
      {error !== undefined && <LoadError text={PLAN_CHANGE_MESSAGES.failed} onRetry={mutate} />}
      {details === undefined && error === undefined && <Skeleton />}
      {details !== undefined && (
        <Choices
          planId={details.price_id}
          held={details.items.flatMap(({ price_id: priceId }) => priceId ?? [])}
        />
      )}
    </PlanChangeFrame>
  );
}

/** @param held price ids */
function Choices({ planId, held }: { planId: string | null; held: readonly string[] }) {
  const addons: readonly CatalogueItem[] = ADDONS;
  const current = PLANS.find(({ priceId }) => priceId === planId);
  return (
    <div className="grid gap-x-10 gap-y-10 lg:grid-cols-2">
      <section aria-labelledby="plans">
        <h2 id="plans" className="text-xl">
          Plans
        </h2>
        <ul className="account-list mt-3">
          {PLANS.map((plan) => (
            <Choice key={plan.id} item={plan} holds={holdsOf(plan)}>
              {plan === current ? (
                <strong className="bg-moss px-2 py-0.5 text-on-tide">Your plan</strong>
              ) : (
                <ButtonLink href={planChangeUrl({ plan: plan.priceId })} variant="quiet">
                  {labelOf(plan, current)}
                  <span className="sr-only">{` to ${plan.name}`}</span>
                </ButtonLink>
              )}
            </Choice>
          ))}
        </ul>
      </section>
      <section aria-labelledby="addons">
        <h2 id="addons" className="text-xl">
          Add-ons
        </h2>
        <ul className="account-list mt-3">
          {addons.map((addon) => (
            <Choice key={addon.id} item={addon} holds={inLine(addon.features)}>
              <AddonAction
                addon={addon}
                isHeld={held.includes(addon.priceId)}
                isIncluded={isIncludedIn(addon, planId)}
              />
            </Choice>
          ))}
        </ul>
      </section>
    </div>
  );
}

type ChoiceProps = {
  item: CatalogueItem;
  holds: string;
  children: ReactNode;
};

function Choice({ item, holds, children }: ChoiceProps) {
  return (
    <li>
      <div className="measure flex-[1_1_13rem]">
        <h3 className="text-lg">{item.name}</h3>
        <p className="text-ink-soft">{holds}</p>
        <p className="tabular">{withVat(`${formatPrice(item.pricePence)} a month`)}</p>
      </div>
      {children}
    </li>
  );
}

type AddonActionProps = {
  addon: CatalogueItem;
  isHeld: boolean;
  isIncluded: boolean;
};

function AddonAction({ addon: { name, priceId }, isHeld, isIncluded }: AddonActionProps) {
  if (isIncluded) return <strong>In your plan</strong>;
  return (
    <ButtonLink
      href={planChangeUrl(isHeld ? { remove: [priceId] } : { add: [priceId] })}
      variant="quiet"
    >
      {isHeld ? "Remove" : "Add to my package"}
      <span className="sr-only">: {name}</span>
    </ButtonLink>
  );
}

function holdsOf({ postsPerMonth, platforms }: Plan): string {
  return `${postsPerMonth} posts a month, up to ${counted(platforms, "platform")}`;
}

function labelOf(plan: Plan, current: Plan | undefined): string {
  if (current === undefined) return "Change";
  return plan.pricePence > current.pricePence ? "Upgrade" : "Downgrade";
}
