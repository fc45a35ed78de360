import { DEMO_ACTIONS, DEMO_SUBSCRIPTION } from "../../../content/demo-account.ts";
import { DemoButton } from "./demo-button.tsx";
import { formatDay } from "../../../lib/dates.ts";
import {
  BillingLine,
  ManageCard,
  SubscriptionCard,
} from "../../dashboard-cards/subscription-card.tsx";

export function DemoSubscription() {
  return (
    <SubscriptionCard
      plan={DEMO_SUBSCRIPTION.plan}
      pricePence={DEMO_SUBSCRIPTION.pricePence}
      badge={{ tone: "good", label: "Active" }}
    >
      <BillingLine>
        Next billing date {formatDay(DEMO_SUBSCRIPTION.nextBillingOn)}, charged to{" "}
        {DEMO_SUBSCRIPTION.cardBrand} ending {DEMO_SUBSCRIPTION.cardLast4}.
      </BillingLine>
      <DemoButton action={DEMO_ACTIONS.refresh} className="mt-6" />
    </SubscriptionCard>
  );
}

export function DemoManage() {
  return (
    <ManageCard
      actions={
        <>
          <DemoButton action={DEMO_ACTIONS.upgrade} variant="primary" />
          <DemoButton action={DEMO_ACTIONS.downgrade} />
          <DemoButton action={DEMO_ACTIONS.cancel} variant="quiet" />
        </>
      }
    />
  );
}
