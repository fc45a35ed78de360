import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { COMPANY } from "#contracts/company.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { collectionNote } from "../../subscription/collection-note.ts";

type Other = SubscriptionDetails["others"][number];

export function OtherSubscriptions({ others }: { others: readonly Other[] }) {
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
