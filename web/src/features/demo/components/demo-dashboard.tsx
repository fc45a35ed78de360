import {
  DEMO_ACTIONS,
  DEMO_CUSTOMER,
  DEMO_MANAGER,
  DEMO_ORDERS,
  DEMO_REPORT,
  DEMO_SUBSCRIPTION,
  PROMOTED_STEP,
  upgradeAction,
} from "../../../content/demo-account.ts";
import { formatDay } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { AccountManagerCard } from "../../dashboard-cards/account-manager-card.tsx";
import { AddonsCard } from "../../dashboard-cards/addons-card.tsx";
import { CardPair, DashboardFrame } from "../../dashboard-cards/dashboard-frame.tsx";
import { ManageCard } from "../../dashboard-cards/manage-card.tsx";
import { OrdersTable } from "../../dashboard-cards/orders-table.tsx";
import { Portrait } from "../../dashboard-cards/portrait.tsx";
import { ReportCard } from "../../dashboard-cards/report-card.tsx";
import {
  OverviewCard,
  QuickActions,
  SuccessStories,
} from "../../dashboard-cards/sidebar-cards.tsx";
import { BillingLine, SubscriptionCard } from "../../dashboard-cards/subscription-card.tsx";
import { UpgradeCard } from "../../dashboard-cards/upgrade-card.tsx";
import { DemoButton } from "./demo-button.tsx";

export function DemoDashboard() {
  return (
    <DashboardFrame
      main={
        <>
          <div>
            <Subscription />
            <Manage />
          </div>
          <CardPair>
            <AccountManager />
            <Report />
          </CardPair>
          <Upgrade />
          <Addons />
          <Orders />
        </>
      }
      side={<DemoSidebar />}
    />
  );
}

function Subscription() {
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

function Manage() {
  return (
    <ManageCard
      actions={
        <>
          <DemoButton action={DEMO_ACTIONS.upgrade} />
          <DemoButton action={DEMO_ACTIONS.downgrade} />
          <DemoButton action={DEMO_ACTIONS.cancel} variant="quiet-danger" />
        </>
      }
    />
  );
}

function AccountManager() {
  return (
    <AccountManagerCard
      name={DEMO_MANAGER.name}
      portrait={<Portrait name={DEMO_MANAGER.name} photo={null} size="large" />}
      hours={DEMO_MANAGER.hours}
      action={<DemoButton action={DEMO_ACTIONS.whatsApp} className="mt-auto self-start" />}
    />
  );
}

function Report() {
  const { daysLeft, daysPassed, dueOn } = DEMO_REPORT;
  return (
    <ReportCard
      daysLeft={daysLeft}
      daysPassed={daysPassed}
      dueAt={dueOn}
      action={<DemoButton action={DEMO_ACTIONS.report} className="mt-6 self-start" />}
    />
  );
}

function Upgrade() {
  if (PROMOTED_STEP === null) return null;
  return (
    <UpgradeCard
      {...PROMOTED_STEP}
      note={`Customers of the ${PROMOTED_STEP.from.name} see this here:`}
      action={<DemoButton action={upgradeAction(PROMOTED_STEP)} />}
    />
  );
}

function Addons() {
  return (
    <AddonsCard
      renderAction={({ name }) => (
        <DemoButton
          action={DEMO_ACTIONS.addon}
          of={name}
          variant="quiet"
          className="mt-auto self-start"
        />
      )}
    />
  );
}

const ORDERS = DEMO_ORDERS.map((order) => ({
  ...order,
  isCompleted: order.status === "Completed",
  amountPence: DEMO_SUBSCRIPTION.pricePence,
  currency: "gbp",
}));

function Orders() {
  return (
    <section aria-labelledby="orders" className="border-t-2 border-ink pt-5">
      <h2 id="orders" className="text-xl">
        Order History
      </h2>
      <OrdersTable orders={ORDERS} />
    </section>
  );
}

const QUICK_ACTIONS = [
  { label: "Schedule Strategy Call", href: paths.scheduleDemo },
  { label: "Contact Support", href: paths.contact },
  { label: "See post examples", href: paths.postExamples },
];

function DemoSidebar() {
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
