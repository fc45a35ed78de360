import { find, update } from "../find.ts";
import { type Kinds, listOf, type SchedulePhase } from "../wire.ts";
import { differences, emit, type World } from "../world.ts";
import { changeBilling } from "./change-billing.ts";
import { chooseCoupon, createDiscount, discountsAt, endDiscount } from "./discounts.ts";
import { type ProrationBehaviour } from "./payment-behaviour.ts";
import { dropPendingUpdate } from "./stripe-rules.ts";
import { endSubscription, updateSubscription } from "./subscription-status.ts";

const PRORATIONS: readonly ProrationBehaviour[] = ["none", "create_prorations", "always_invoice"];

type Schedule = Kinds["subscription_schedule"];

/** Unix seconds; null when no phase runs. */
export function phaseEnd(schedule: Schedule): number | null {
  return schedule.status === "active" ? (schedule.current_phase?.end_date ?? null) : null;
}

export function endPhase(world: World, schedule: Schedule, at: number): void {
  const next = schedule.phases.find((phase) => phase.start_date === phaseEnd(schedule));
  if (next !== undefined) {
    const moved = update(world, "subscription_schedule", schedule, {
      current_phase: { start_date: next.start_date, end_date: next.end_date },
    });
    emit(world, "subscription_schedule.updated", moved, at, differences(schedule, moved));
    beginPhase(world, schedule, next, at);
    return;
  }
  if (schedule.end_behavior === "cancel") {
    const subscription = find(world, "subscription", schedule.subscription ?? "");
    endSubscription(world, subscription, { at, reason: "cancellation_requested" });
    return;
  }
  releaseSchedule(world, schedule, at);
}

export function releaseSchedule(world: World, schedule: Schedule, at: number): Schedule {
  const subscription = find(world, "subscription", schedule.subscription ?? "");
  const released = update(world, "subscription_schedule", schedule, {
    status: "released",
    released_at: at,
    released_subscription: subscription.id,
    subscription: null,
    current_phase: null,
  });
  updateSubscription(world, subscription, { schedule: null }, at);
  emit(world, "subscription_schedule.released", released, at);
  return released;
}

function beginPhase(world: World, schedule: Schedule, phase: SchedulePhase, at: number): void {
  const subscription = find(world, "subscription", schedule.subscription ?? "");
  dropPendingUpdate(world, subscription, at);
  const wanted = phase.items.map((item) => ({ price: item.price, quantity: item.quantity ?? 1 }));
  const stays = (price: string): boolean => wanted.some((one) => one.price === price);
  const running = subscription.items.data;
  const changed = changeBilling(world, find(world, "subscription", subscription.id), {
    items: [
      ...running
        .filter((item) => !stays(item.price.id))
        .map((item) => ({ id: item.id, deleted: true })),
      ...wanted.map((one) => ({
        ...one,
        id: running.find((item) => item.price.id === one.price)?.id,
      })),
    ],
    proration: PRORATIONS.find((one) => one === phase.proration_behavior) ?? "create_prorations",
    prorationDate: at,
    payment: "allow_incomplete",
    restartsCycle: false,
    keptPrices: wanted.map(({ price }) => price),
  });
  const card = phase.default_payment_method ?? schedule.default_settings.default_payment_method;
  updateSubscription(
    world,
    find(world, "subscription", changed.id),
    {
      metadata: { ...changed.metadata, ...phase.metadata },
      ...(card === null ? {} : { default_payment_method: card }),
    },
    at,
  );
  setPhaseDiscountsAndTaxes(world, changed.id, phase, at);
}

/** A phase replaces all discounts, those of items too, and tax rates of its subscription. */
export function setPhaseDiscountsAndTaxes(
  world: World,
  subscriptionId: string,
  phase: SchedulePhase,
  at: number,
): void {
  const subscription = find(world, "subscription", subscriptionId);
  const { customer } = subscription;
  const discounts = phase.discounts.map((choice) => {
    if (choice.discount !== null) return choice.discount;
    const named =
      choice.coupon === null
        ? { promotion_code: choice.promotion_code ?? undefined }
        : { coupon: choice.coupon };
    const chosen = chooseCoupon(world, named, customer, at);
    return createDiscount(world, chosen, { customer, subscription: subscription.id, at }).id;
  });
  const on = discountsAt(world, discounts, at).map(({ id }) => id);
  for (const gone of subscription.discounts.filter((id) => !on.includes(id))) {
    endDiscount(world, gone, at);
  }
  for (const gone of subscription.items.data.flatMap((item) => item.discounts)) {
    endDiscount(world, gone, at);
  }
  const items = subscription.items.data.map((item) => ({ ...item, discounts: [] }));
  updateSubscription(
    world,
    subscription,
    {
      discounts: on,
      default_tax_rates: phase.default_tax_rates ?? [],
      items: listOf(subscription.items.url, items),
    },
    at,
  );
}
