import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { ADDONS } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { Link } from "../../../ui/link.tsx";
import { planChangeUrl } from "../../plan-change/plan-change-url.ts";
import { collectionNote } from "../../subscription/collection-note.ts";
import { discountText } from "../../subscription/discount-text.ts";
import { isChangeable } from "../../subscription/subscription-status.ts";
import { useDashboard } from "../dashboard-context.ts";
import { SubscriptionNotices } from "./subscription-notices.tsx";

export function SubscriptionDetailsList({ details }: { details: SubscriptionDetails }) {
  return (
    <>
      <SubscriptionItems details={details} />
      <SubscriptionNotices details={details} />
      {details.others.map((other) => (
        <p key={other.subscription_id} className="tide-notice">
          {`You also have ${other.names}. ${paymentOf(other)} To change or end it, write to ${COMPANY.email}.`}
        </p>
      ))}
    </>
  );
}

type Other = SubscriptionDetails["others"][number];

function paymentOf({ payments: [next], ends_at: end, ...other }: Other): string {
  if (other.is_payment_due) return "Its payment is due: pay it under Billing and invoices.";
  const note = collectionNote(other);
  const day = end === null ? null : formatLongDay(isoOf(end));
  if (next === undefined) return day === null ? (note ?? "") : `It’s paid until ${day}.`;
  return `${note === null ? "" : `${note} `}It’s ${other.is_invoiced ? "billed" : "charged"} separately, next ${formatGbp(next.pence)} on ${formatLongDay(isoOf(next.at))}${day === null ? "" : `, and ends on ${day}`}.`;
}

function SubscriptionItems({ details }: { details: SubscriptionDetails }) {
  const { items, payments } = details;
  // A subscription that ends has no payment that they would reduce.
  const discounts = payments.length === 0 ? [] : details.discounts;
  if (items.length < 2 && discounts.length === 0) return null;
  return (
    <>
      <ul aria-label="What you have" className="tabular mt-6">
        {items.map((item, index) => (
          <Item key={item.price_id ?? index} item={item} details={details} />
        ))}
      </ul>
      {discounts.map((discount) => (
        <p key={discount.coupon_id ?? discount.ends_at} className="sum-line tabular">
          <span>{discountText(discount, payments)}</span>
        </p>
      ))}
    </>
  );
}

type ItemProps = { item: SubscriptionDetails["items"][number]; details: SubscriptionDetails };

function Item({ item, details }: ItemProps) {
  const { statusView } = useDashboard();
  const { price_id: priceId, name, amount_pence: pence, quantity } = item;
  const addon = ADDONS.find((candidate) => candidate.priceId === priceId);
  const { scheduled } = details;
  const isRemoved =
    addon !== undefined && scheduled !== null && !scheduled.price_ids.includes(addon.priceId);
  return (
    <li className="flex items-baseline gap-4 border-t border-rule py-3 *:last:ml-auto *:last:whitespace-nowrap">
      <span>
        {name}
        {isRemoved && <small>{` until ${formatLongDay(isoOf(scheduled.at))}`}</small>}
      </span>
      {addon !== undefined && isChangeable(statusView) && !isRemoved && (
        <Link
          href={planChangeUrl({ remove: [addon.priceId] })}
          className="py-0.5 text-(length:--text-sm) underline underline-offset-[0.22em]"
        >
          Remove<span className="sr-only"> {name}</span>
        </Link>
      )}
      {details.collection !== "unknown" && <span>{formatGbp(pence * quantity)}</span>}
    </li>
  );
}
