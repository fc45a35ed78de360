import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { COMPANY } from "#contracts/company.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import type { Action } from "../../../lib/use-action.ts";
import { collectionNote } from "../../subscription/collection-note.ts";
import { SubscriptionItems } from "./subscription-items.tsx";
import { SubscriptionNotices } from "./subscription-notices.tsx";

export function SubscriptionDetailsList({
  subscription,
  details,
  isChangeable,
  action,
  onChanged,
}: {
  subscription: UserSubscription;
  details: SubscriptionDetails | null;
  isChangeable: boolean;
  action: Action;
  onChanged: () => Promise<unknown>;
}) {
  // Items and discounts no longer apply to an ended subscription.
  if (!isOpen(subscription.subscription_status)) return null;
  return (
    <>
      {details !== null && <SubscriptionItems details={details} isChangeable={isChangeable} />}
      <SubscriptionNotices details={details} action={action} onChanged={onChanged} />
      {details !== null && <OtherSubscriptions others={details.others} />}
    </>
  );
}

type Other = SubscriptionDetails["others"][number];

function OtherSubscriptions({ others }: { others: readonly Other[] }) {
  return others.map((other) => (
    <p key={other.subscription_id} className="customer-notice">
      {`You also have ${other.names}. ${paymentOf(other)} To change or end it, write to ${COMPANY.email}.`}
    </p>
  ));
}

function paymentOf({ payments: [next], ends_at: end, ...other }: Other): string {
  if (other.is_payment_due) return "Its payment is due: pay it under Billing and invoices.";
  const note = collectionNote(other);
  const day = end === null ? null : formatLongDay(isoOf(end));
  if (next === undefined) return day === null ? (note ?? "") : `It’s paid until ${day}.`;
  return `${note === null ? "" : `${note} `}It’s ${other.is_invoiced ? "billed" : "charged"} separately, next ${formatGbp(next.pence)} on ${formatLongDay(isoOf(next.at))}${day === null ? "" : `, and ends on ${day}`}.`;
}
