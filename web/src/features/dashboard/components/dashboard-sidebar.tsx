import type { User } from "@supabase/auth-js";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { formatDay } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { EmailAddress } from "../../../ui/email-address.tsx";
import {
  OverviewCard,
  QuickActions,
  SuccessStories,
} from "../../dashboard-cards/sidebar-cards.tsx";
import { userName } from "../../session/user-name.ts";
import {
  hasAccountManager,
  hasEverSubscribed,
  isCustomer,
  statusViewOf,
} from "../../subscription/subscription-status.ts";

const SCHEDULE_CALL = { label: "Schedule Strategy Call", href: paths.scheduleDemo };
/** The account menu has the pages. */
const ACTIONS = [
  { label: "Contact Support", href: paths.contact },
  { label: "Your brief", href: paths.brief },
  { label: "See post examples", href: paths.postExamples },
];

export function DashboardSidebar({
  user,
  subscription,
  orders,
}: {
  user: User;
  subscription: UserSubscription | null | undefined;
  orders: readonly UserOrder[] | undefined;
}) {
  const statusView = statusViewOf(subscription ?? null);
  const isKnown = subscription !== undefined && orders !== undefined;
  const hasManager = hasAccountManager(statusView);
  return (
    <div className="contents [&_dd]:wrap-anywhere">
      <QuickActions actions={hasManager ? ACTIONS : [SCHEDULE_CALL, ...ACTIONS]} />
      <OverviewCard rows={overview(user, subscription, orders)} />
      {isKnown && !isCustomer(statusView, orders) && <SuccessStories />}
    </div>
  );
}

function overview(
  user: User,
  subscription: UserSubscription | null | undefined,
  orders: readonly UserOrder[] | undefined,
) {
  const { first, last } = userName(user);
  const name = `${first} ${last}`.trim();
  return [
    ...(name === "" ? [] : [{ term: "Name", detail: name }]),
    { term: "Email", detail: <EmailAddress address={user.email ?? ""} /> },
    { term: "Member since", detail: formatDay(user.created_at) },
    { term: "Plan", detail: planName(subscription) },
    { term: "Orders", detail: orders === undefined ? "..." : `${orders.length}` },
  ];
}

function planName(subscription: UserSubscription | null | undefined): string {
  if (subscription === undefined) return "...";
  const statusView = statusViewOf(subscription);
  if (!hasEverSubscribed(statusView)) return "None yet";
  return subscription?.plan_name ?? "Other service";
}
