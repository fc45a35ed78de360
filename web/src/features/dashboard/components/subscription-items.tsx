import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { ADDONS } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { Link } from "../../../ui/link.tsx";
import { planChangeUrl } from "../../plan-change/plan-change-url.ts";
import { discountText } from "../../subscription/discount-text.ts";

export function SubscriptionItems({
  details,
  isChangeable,
}: {
  details: SubscriptionDetails;
  isChangeable: boolean;
}) {
  const { items, payments } = details;
  // A subscription that ends has no payment that they would reduce.
  const discounts = payments.length === 0 ? [] : details.discounts;
  if (items.length < 2 && discounts.length === 0) return null;
  return (
    <>
      <ul aria-label="What you have" className="tabular mt-6">
        {items.map((item, index) => (
          <Item
            key={item.price_id ?? index}
            item={item}
            details={details}
            isChangeable={isChangeable}
          />
        ))}
      </ul>
      {discounts.map((discount) => (
        <p key={discount.coupon_id ?? discount.ends_at} className="customer-total tabular">
          <span>{discountText(discount, payments)}</span>
        </p>
      ))}
    </>
  );
}

function Item({
  item,
  details,
  isChangeable,
}: {
  item: SubscriptionDetails["items"][number];
  details: SubscriptionDetails;
  isChangeable: boolean;
}) {
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
      {addon !== undefined && isChangeable && !isRemoved && (
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
