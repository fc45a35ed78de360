import type { UserOrder } from "#contracts/api/subscription.ts";

const DISPUTED = { open: "Disputed with your bank", lost: "Returned by your bank" } as const;

export function orderStatus({
  order_status: status,
  amount_refunded: refunded,
  amount_total: total,
  amount_collected: collected,
  dispute,
}: UserOrder): { status: string; isCompleted: boolean } {
  if (dispute !== null) return { status: DISPUTED[dispute], isCompleted: false };
  const isCompleted = status === "completed" && refunded === 0;
  if (refunded > 0) {
    return { status: refunded < total ? "Partly refunded" : "Refunded", isCompleted };
  }
  if (isCompleted && collected < total) return { status: "Marked as paid", isCompleted };
  return {
    status: status.charAt(0).toUpperCase() + status.slice(1).replaceAll("_", " "),
    isCompleted,
  };
}
