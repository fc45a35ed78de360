import { formatGbp } from "#contracts/money.ts";
import { DEMO_ACTIONS, DEMO_SUBSCRIPTION } from "../../content/demo-account.ts";
import { VAT_NOTE } from "../../content/pricing.ts";
import { DemoButton } from "../../features/demo/demo-button.tsx";
import { formatDay } from "../../lib/dates.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";

export function DemoSubscription() {
  return (
    <section
      aria-labelledby="subscription"
      data-tone="tide"
      className="bg-tide p-6 text-on-tide sm:p-10"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="subscription" className="font-text text-sm font-semibold text-on-tide-soft">
          Current Subscription
        </h2>
        <StatusBadge tone="good">Active</StatusBadge>
      </div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <p className="font-display text-3xl font-bold">{DEMO_SUBSCRIPTION.plan}</p>
        <p className="tabular">
          <strong className="font-display text-2xl">
            {formatGbp(DEMO_SUBSCRIPTION.pricePence)}
          </strong>
          <span className="ml-2 text-sm text-on-tide-soft">a month, {VAT_NOTE}</span>
        </p>
      </div>
      <p className="tabular mt-6 border-t border-tide-rule pt-5 text-on-tide-soft">
        Next billing date {formatDay(DEMO_SUBSCRIPTION.nextBillingOn)}, charged to{" "}
        {DEMO_SUBSCRIPTION.cardBrand} ending {DEMO_SUBSCRIPTION.cardLast4}.
      </p>
      <DemoButton action={DEMO_ACTIONS.refresh} className="mt-6" />
    </section>
  );
}

export function DemoManage() {
  return (
    <section aria-labelledby="manage" className="border-2 border-t-0 border-rule p-6 sm:p-10">
      <h2 id="manage" className="text-xl">
        Manage Your Subscription
      </h2>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <DemoButton action={DEMO_ACTIONS.upgrade} variant="primary" />
        <DemoButton action={DEMO_ACTIONS.downgrade} />
        <DemoButton action={DEMO_ACTIONS.cancel} variant="quiet" />
      </div>
    </section>
  );
}
