import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { discountedPence } from "#contracts/billing/discounts.ts";
import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { formatGbp } from "#contracts/money.ts";
import { CallError } from "../../lib/call-error.ts";
import { type CheckoutSelection, itemsOf, totalMonthlyPence } from "./selection.ts";

export type CodeDiscount = {
  readonly percentOff: number | null;
  readonly amountOffPence: number | null;
  /** Null for every month. */
  readonly months: number | null;
  readonly productIds: readonly string[] | null;
  /** Null for an order of any sum. */
  readonly minimumPence: number | null;
};

export type Promotion =
  | { readonly state: "none" | "checking" }
  /** Nobody answered: Stripe's page shows the price. */
  | { readonly state: "unknown" }
  | { readonly state: "refused"; readonly reason: string }
  | { readonly state: "applied"; readonly discount: CodeDiscount; readonly mustSignIn: boolean };

/** The comeback code needs the account of the earlier purchase; it is asked about after the sign-in. */
export function promotionBeforeSignIn(code: string): Promotion | null {
  if (code !== COMEBACK_OFFER.code) return null;
  const { percentOff, months } = COMEBACK_OFFER;
  const discount = {
    percentOff,
    amountOffPence: null,
    months,
    productIds: null,
    minimumPence: null,
  };
  return { state: "applied", discount, mustSignIn: true };
}

/** A code for larger orders takes nothing off until the order is as large. */
export function promotionOnOrder(promotion: Promotion, selection: CheckoutSelection): Promotion {
  const minimumPence = promotion.state === "applied" ? promotion.discount.minimumPence : null;
  return minimumPence === null || totalMonthlyPence(selection) >= minimumPence
    ? promotion
    : { state: "refused", reason: CHECKOUT_MESSAGES.codeFrom(formatGbp(minimumPence)) };
}

export function promotionOfError(error: unknown): Promotion {
  const isRefused =
    error instanceof CallError && (error.code === "code_refused" || error.code === "rate_limited");
  if (!isRefused) return { state: "unknown" };
  return { state: "refused", reason: error.userMessage ?? CHECKOUT_MESSAGES.codeRefused };
}

export function discountedTotalPence(
  selection: CheckoutSelection,
  discount: Pick<CodeDiscount, "percentOff" | "amountOffPence" | "productIds">,
): number {
  const items = itemsOf(selection).map(({ pricePence, priceId }) => ({
    amountPence: pricePence,
    quantity: 1,
    priceId,
  }));
  return discountedPence(items, [discount]);
}

/** The code of an order: a refused one would be refused again. */
export function codeToSend({ code }: CheckoutSelection, { state }: Promotion): string | null {
  return state === "refused" ? null : code;
}

/** "First 3 months" */
export function discountedTime({ months }: Pick<CodeDiscount, "months">): string {
  if (months === null) return "Every month";
  return months === 1 ? "First month" : `First ${months} months`;
}
