import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { ADDONS, FOR_SALE } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { Link } from "../../../ui/link.tsx";
import { planChangeUrl } from "../../plan-change/plan-change-url.ts";
import { discountedPence } from "../discounted-price.ts";

export function SubscriptionItems({
  details,
  isChangeable,
}: {
  details: SubscriptionDetails;
  isChangeable: boolean;
}) {
  const { items, monthly_pence: monthly, discounts } = details;
  const discounted = discountedPence(monthly, discounts);
  if (items.length < 2 && discounts.length === 0) return null;
  return (
    <>
      <ul aria-label="What you have" className="customer-lines tabular">
        {items.map((item, index) => (
          <Item
            key={item.price_id ?? index}
            item={item}
            details={details}
            isChangeable={isChangeable}
          />
        ))}
      </ul>
      <p className="customer-total tabular">
        <span>Together each month</span>
        <strong className="font-display text-xl">
          {discounted === null ? formatGbp(monthly) : <s>{formatGbp(monthly)}</s>}
        </strong>
      </p>
      {discounts.map((discount) => (
        <p key={discount.coupon_id ?? discount.ends_at} className="customer-total tabular">
          <span>{discountText(discount)}</span>
        </p>
      ))}
      {discounted !== null && (
        <p className="customer-total tabular">
          <span>With that you pay</span>
          <strong className="font-display text-xl">{formatGbp(discounted)}</strong>
        </p>
      )}
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
  const { price_id: priceId, amount_pence: pence } = item;
  const name =
    FOR_SALE.find((candidate) => candidate.priceId === priceId)?.name ?? "No longer for sale";
  const addon = ADDONS.find((candidate) => candidate.priceId === priceId);
  const { scheduled } = details;
  const isRemoved =
    addon !== undefined && scheduled !== null && !scheduled.price_ids.includes(addon.priceId);
  return (
    <li>
      <span>
        {name}
        {isRemoved && <small>{` until ${formatLongDay(isoOf(scheduled.at))}`}</small>}
      </span>
      {addon !== undefined && isChangeable && !isRemoved && (
        <Link href={planChangeUrl({ remove: [addon.priceId] })} className="customer-remove">
          Remove<span className="sr-only"> {name}</span>
        </Link>
      )}
      <span>{formatGbp(pence)}</span>
    </li>
  );
}

function discountText({
  percent_off: percent,
  ends_at: endsAt,
}: SubscriptionDetails["discounts"][number]): string {
  const amount = percent === null ? "A discount" : `${percent}% off`;
  return endsAt === null ? amount : `${amount} until ${formatLongDay(isoOf(endsAt))}`;
}
