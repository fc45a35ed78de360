import type { User } from "@supabase/auth-js";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { formatDay } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { EmailAddress } from "../../../ui/email-address.tsx";
import { NextLinks } from "../../../ui/next-links.tsx";
import { Fold } from "../../dashboard-cards/fold.tsx";
import { SuccessStories } from "../../dashboard-cards/success-stories.tsx";
import { userName } from "../../session/user-name.ts";
import {
  hasAccountManager,
  hasEverSubscribed,
  isCustomer,
} from "../../subscription/subscription-status.ts";
import { useDashboard } from "../dashboard-context.ts";

const SCHEDULE_CALL = { label: "Schedule Strategy Call", href: paths.scheduleDemo };
/** The account menu has the pages. */
const ACTIONS = [
  { label: "Contact Support", href: paths.contact },
  { label: "Your brief", href: paths.brief },
  { label: "See post examples", href: paths.postExamples },
];

type DashboardSidebarProps = {
  subscription: UserSubscription | null | undefined;
  orders: readonly UserOrder[] | undefined;
};

export function DashboardSidebar({ subscription, orders }: DashboardSidebarProps) {
  const { user, statusView } = useDashboard();
  const isKnown = subscription !== undefined && orders !== undefined;
  const bought = hasEverSubscribed(statusView)
    ? (subscription?.plan_name ?? "Other service")
    : "None yet";
  const planName = subscription === undefined ? "..." : bought;
  const hasManager = hasAccountManager(statusView);
  return (
    <div className="contents [&_dd]:wrap-anywhere">
      <nav aria-labelledby="quick-actions" className="border-t-2 border-ink pt-5">
        <h2 id="quick-actions" className="text-xl">
          Quick Actions
        </h2>
        <NextLinks ways={hasManager ? ACTIONS : [SCHEDULE_CALL, ...ACTIONS]} className="mt-3" />
      </nav>
      <Fold id="overview" title="Account Overview" lead="Name, email and plan">
        <dl className="tabular">
          {overview(user, planName, orders).map(({ term, detail }) => (
            <div
              key={term}
              className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
            >
              <dt className="text-ink-soft">{term}</dt>
              <dd className="min-w-0 font-semibold">{detail}</dd>
            </div>
          ))}
        </dl>
      </Fold>
      {isKnown && !isCustomer(statusView, orders) && <SuccessStories />}
    </div>
  );
}

function overview(user: User, planName: string, orders: readonly UserOrder[] | undefined) {
  const { first, last } = userName(user);
  const name = `${first} ${last}`.trim();
  return [
    ...(name === "" ? [] : [{ term: "Name", detail: name }]),
    { term: "Email", detail: <EmailAddress address={user.email ?? ""} /> },
    { term: "Member since", detail: formatDay(user.created_at) },
    { term: "Plan", detail: planName },
    { term: "Orders", detail: orders === undefined ? "..." : `${orders.length}` },
  ];
}
