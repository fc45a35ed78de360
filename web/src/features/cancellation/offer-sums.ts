import type { OfferPayments } from "#contracts/api/subscription-details.ts";
import { formatGbp } from "#contracts/money.ts";

/** Names each different sum once, in the order in which it is paid: `£98.00, then £140.00`. */
export function offerSums(payments: OfferPayments) {
  return {
    price: inOrder(payments.map(({ pence }) => pence)),
    regular: inOrder(payments.map(({ regular_pence: pence }) => pence)),
    saving: formatGbp(
      payments.reduce((sum, { regular_pence: regular, pence }) => sum + regular - pence, 0),
    ),
  };
}

function inOrder(sums: readonly number[]): string {
  return sums
    .filter((pence, index) => pence !== sums[index - 1])
    .map(formatGbp)
    .join(", then ");
}
