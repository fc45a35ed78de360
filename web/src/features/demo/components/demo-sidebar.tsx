import { DEMO_CUSTOMER, DEMO_ORDERS, DEMO_SUBSCRIPTION } from "../../../content/demo-account.ts";
import { formatDay } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import {
  OverviewCard,
  QuickActions,
  SuccessStories,
} from "../../dashboard-cards/sidebar-cards.tsx";

const QUICK_ACTIONS = [
  { label: "Schedule Strategy Call", href: paths.scheduleDemo },
  { label: "Contact Support", href: paths.contact },
  { label: "See post examples", href: paths.postExamples },
];

export function DemoSidebar() {
  return (
    <>
      <OverviewCard
        rows={[
          { term: "Name", detail: DEMO_CUSTOMER.name },
          { term: "Email", detail: DEMO_CUSTOMER.email },
          { term: "Member since", detail: formatDay(DEMO_CUSTOMER.memberSince) },
          { term: "Plan", detail: DEMO_SUBSCRIPTION.plan },
          { term: "Orders", detail: `${DEMO_ORDERS.length}` },
        ]}
      />
      <QuickActions actions={QUICK_ACTIONS} />
      <SuccessStories note="Accounts without an order see this here:" />
    </>
  );
}
