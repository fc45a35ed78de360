import { find, update } from "../find.ts";
import type { StoredRecords } from "../store.ts";
import type { Kinds } from "../wire.ts";
import { differences, emit, newId, type World } from "../world.ts";

export function settleRefund(
  world: World,
  settlement: StoredRecords["settlement"],
): Kinds["refund"] {
  const { id, status, at } = settlement;
  world.store.remove("settlement", id);
  const { pending_reason: _, ...before } = find(world, "refund", id);
  const after: Kinds["refund"] = {
    ...before,
    status,
    ...(status === "failed"
      ? { failure_reason: "expired_or_canceled_card", failure_balance_transaction: newId("txn") }
      : {}),
  };
  world.store.put("refund", after);
  emit(world, status === "failed" ? "refund.failed" : "refund.updated", after, at, {
    status: before.status,
  });
  const charge = world.store.get("charge", before.charge ?? "");
  const isReturned = status !== "succeeded" && world.settings.failedRefundLowersCharge;
  if (!isReturned || charge === undefined) return after;
  const restored = update(world, "charge", charge, {
    amount_refunded: charge.amount_refunded - before.amount,
    refunded: false,
  });
  emit(world, "charge.updated", restored, at, differences(charge, restored));
  return after;
}
