export type RefundDecision =
  | { readonly ok: true; readonly amount: number; readonly isWhole: boolean }
  | { readonly ok: false; readonly why: "already_refunded" | "too_much" | "not_positive" };

/**
 * All in pence.
 *
 * @param asked null is the whole remainder
 */
export function decideRefund(
  charge: { readonly captured: number; readonly refunded: number },
  asked: number | null,
): RefundDecision {
  const left = charge.captured - charge.refunded;
  if (left <= 0) return { ok: false, why: "already_refunded" };
  const amount = asked ?? left;
  if (amount <= 0) return { ok: false, why: "not_positive" };
  if (amount > left) return { ok: false, why: "too_much" };
  return { ok: true, amount, isWhole: amount === left };
}
