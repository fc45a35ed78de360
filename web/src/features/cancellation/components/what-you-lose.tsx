import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { Tick } from "../../../ui/icons.tsx";
import { discountText } from "../../subscription/discount-text.ts";

export function WhatYouLose({ details }: { details: SubscriptionDetails }) {
  const plan = planOf(details.price_id);
  const until = details.current_period_end;
  return (
    <section aria-labelledby="losses" data-tone="tide" className="bg-tide p-6 text-on-tide sm:p-10">
      <h2 id="losses" className="text-2xl">
        What you would lose
      </h2>
      {plan !== null && (
        <p className="mt-3 text-on-tide-soft">{`Your ${details.items[0]?.name ?? plan.name}, with`}</p>
      )}
      <ul className="mt-5 grid gap-x-8 gap-y-3 md:grid-cols-[1fr_1fr]">
        {whatIsLost(details).map((loss) => (
          <li key={loss} className="flex gap-3">
            <Tick className="mt-1.5 size-4 flex-none text-persimmon" />
            {loss}
          </li>
        ))}
      </ul>
      {until !== null && !details.ends_at_once && (
        <p className="mt-6 border-t border-tide-rule pt-5 text-on-tide-soft">
          You keep everything until{" "}
          <strong className="text-on-tide">{formatLongDay(isoOf(until))}</strong>, whatever you
          decide.
          {details.is_paid_longer && ` ${CANCELLATION_MESSAGES.paidLonger}`}
        </p>
      )}
    </section>
  );
}

function whatIsLost({
  price_id: priceId,
  items,
  discounts,
  payments,
  collection,
}: SubscriptionDetails): readonly string[] {
  const plan = planOf(priceId);
  return [
    ...(plan?.features ?? []),
    ...items.slice(plan === null ? 0 : 1).map(({ name }) => name),
    ...(collection === "unknown" ? [] : discounts).map((discount) =>
      discountText(discount, payments),
    ),
  ];
}
