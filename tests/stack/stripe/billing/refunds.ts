import { find, update } from "../find.ts";
import type { StoredRecords } from "../store.ts";
import { differences, emit, type World } from "../world.ts";

export function settleRefund(world: World, settlement: StoredRecords["settlement"]): void {
  const { id, status, at } = settlement;
  world.store.remove("settlement", id);
  const before = find(world, "refund", id);
  const after = update(world, "refund", before, {
    status,
    ...(status === "failed" ? { failure_reason: "expired_or_canceled_card" } : {}),
  });
  emit(world, status === "failed" ? "refund.failed" : "refund.updated", after, at, {
    status: before.status,
  });
  const charge = world.store.get("charge", before.charge ?? "");
  if (status !== "failed" || charge === undefined) return;
  const restored = update(world, "charge", charge, {
    amount_refunded: charge.amount_refunded - before.amount,
    refunded: false,
  });
  emit(world, "charge.updated", restored, at, differences(charge, restored));
}
