import { includedServices, WHATSAPP_TO_MANAGER } from "#contracts/billing/included-services.ts";
import { CHEAPEST_PLAN, shortPlanName } from "#contracts/billing/plans.ts";
import { type Plan, PLANS } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { Tick } from "../ui/icons.tsx";
import { TableScroller } from "../ui/table-scroller.tsx";

const plans: readonly Plan[] = PLANS;

/** Phones have room for the shortest words only; screen readers hear all. */
const ON_WIDE_SCREENS = "max-sm:sr-only";

const isInEvery = (service: string) => plans.every((plan) => plan.services.includes(service));

const services = [
  ...new Set([...plans.toReversed().flatMap((plan) => plan.services), WHATSAPP_TO_MANAGER]),
].filter((service) => !isInEvery(service));

const inEvery = CHEAPEST_PLAN.services.filter(isInEvery);

export function PlanComparison() {
  return (
    // The cards say all of it; the table is for who compares.
    <details className="page-width group pb-(--section)">
      <summary className="flex items-center justify-between gap-6 border-y border-rule py-4">
        <h2 className="text-xl">Side by side</h2>
        <span aria-hidden="true" className="disclosure-mark" />
      </summary>
      <TableScroller label="The plans feature by feature" className="mt-8">
        <table className="w-full text-left max-sm:text-sm">
          <caption className="sr-only">What each plan includes</caption>
          <thead>
            <tr className="border-b-2 border-ink align-bottom">
              <th scope="col" className="sr-only">
                Feature
              </th>
              {plans.map((plan) => (
                <th
                  key={plan.id}
                  scope="col"
                  className="w-[20%] pb-4 font-display text-sm sm:text-lg"
                >
                  {shortPlanName(plan)}
                  <span className={ON_WIDE_SCREENS}>
                    {plan.name.slice(shortPlanName(plan).length)}
                  </span>
                  <span className="tabular block font-text text-sm font-normal text-ink-soft">
                    {formatPrice(plan.pricePence)}
                    <span className={ON_WIDE_SCREENS}> a month</span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <AmountRow label="Posts a month" amountOf={(plan) => plan.postsPerMonth} />
            <AmountRow label="Platforms" amountOf={(plan) => `Up to ${plan.platforms}`} />
            {services.map((service) => (
              <tr key={service} className="border-b border-rule">
                <th scope="row" className="py-3.5 pr-4 font-normal">
                  {service}
                </th>
                {plans.map((plan) => (
                  <td key={plan.id} className="py-3.5">
                    <Included included={includedServices(plan).includes(service)} />
                  </td>
                ))}
              </tr>
            ))}
            <tr className="border-b border-rule align-top">
              <th scope="row" className="py-3.5 pr-4 font-normal">
                In every plan
              </th>
              <td colSpan={plans.length} className="py-3.5">
                {inEvery.join(", ")}
              </td>
            </tr>
          </tbody>
        </table>
      </TableScroller>
    </details>
  );
}

function AmountRow({
  label,
  amountOf,
}: {
  label: string;
  amountOf: (plan: Plan) => string | number;
}) {
  return (
    <tr className="border-b border-rule">
      <th scope="row" className="py-3.5 pr-4 font-normal">
        {label}
      </th>
      {plans.map((plan) => (
        <td key={plan.id} className="tabular py-3.5 font-semibold">
          {amountOf(plan)}
        </td>
      ))}
    </tr>
  );
}

function Included({ included }: { included: boolean }) {
  return included ? (
    <>
      <Tick className="size-4 text-persimmon-text" />
      <span className="sr-only">Included</span>
    </>
  ) : (
    <>
      <span aria-hidden="true" className="text-ink-soft">
        –
      </span>
      <span className="sr-only">Not included</span>
    </>
  );
}
