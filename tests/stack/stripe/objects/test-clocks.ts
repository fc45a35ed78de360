import type { Stripe } from "stripe";
import { advanceTime } from "../billing/due.ts";
import { periodOf } from "../billing/subscription-status.ts";
import { filter, find, update } from "../find.ts";
import { call, retrieval } from "../http/call.ts";
import { text, timestamp } from "../http/params.ts";
import { apiError } from "../http/stripe-error.ts";
import { DAY_SECONDS } from "../money/periods.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, now, type World } from "../world.ts";

type Clock = Kinds["test_helpers.test_clock"];

const MOST_INTERVALS = 2;
const LIFETIME_SECONDS = 30 * DAY_SECONDS;

/** Stripe limits an advance to two of the shortest periods. */
function furthest(world: World, clock: Clock): number {
  const lengths = filter(
    world,
    "subscription",
    (one) => one.test_clock === clock.id && one.status !== "canceled",
  ).map((one) => periodOf(one).end - periodOf(one).start);
  if (lengths.length === 0) return Number.POSITIVE_INFINITY;
  // Months differ by up to three days.
  return clock.frozen_time + MOST_INTERVALS * (Math.min(...lengths) + 3 * DAY_SECONDS);
}

export function advanceClocks(world: World): void {
  for (const clock of filter(
    world,
    "test_helpers.test_clock",
    (one) => one.status === "advancing",
  )) {
    const target = clock.status_details.advancing?.target_frozen_time ?? clock.frozen_time;
    world.store.transaction(() => {
      advanceTime(world, clock.id, target);
      const ready = update(
        world,
        "test_helpers.test_clock",
        find(world, "test_helpers.test_clock", clock.id),
        { status: "ready", status_details: {}, frozen_time: target },
      );
      emit(world, "test_helpers.test_clock.ready", ready, target);
    });
  }
}

export const testClockCalls = [
  call<Stripe.TestHelpers.TestClockCreateParams>()(
    "POST",
    "/v1/test_helpers/test_clocks",
    { customer: text().optional(), frozen_time: timestamp(), name: text(300).optional() },
    (world, given) => {
      const clock: Clock = {
        id: newId("clock"),
        object: "test_helpers.test_clock",
        created: now(world, null),
        deletes_after: now(world, null) + LIFETIME_SECONDS,
        frozen_time: given.frozen_time,
        livemode: false,
        name: given.name ?? null,
        status: "ready",
        status_details: {},
      };
      world.store.put("test_helpers.test_clock", clock);
      if (given.customer !== undefined) adopt(world, clock, given.customer);
      emit(world, "test_helpers.test_clock.created", clock, clock.frozen_time);
      return clock;
    },
  ),
  call<Stripe.TestHelpers.TestClockAdvanceParams>()(
    "POST",
    "/v1/test_helpers/test_clocks/:id/advance",
    { frozen_time: timestamp() },
    (world, given, id) => {
      const clock = find(world, "test_helpers.test_clock", id);
      if (clock.status !== "ready") {
        throw apiError("This test clock is being advanced already. Wait until it is `ready`.");
      }
      if (given.frozen_time <= clock.frozen_time) {
        throw apiError("The frozen time of a test clock can only move forward.", {
          param: "frozen_time",
        });
      }
      if (given.frozen_time > furthest(world, clock)) {
        throw apiError(
          "Test clocks can only be advanced by up to two intervals from their initial frozen time per call, based on the shortest subscription interval.",
          { param: "frozen_time" },
        );
      }
      const advancing = update(world, "test_helpers.test_clock", clock, {
        status: "advancing",
        status_details: { advancing: { target_frozen_time: given.frozen_time } },
      });
      emit(world, "test_helpers.test_clock.advancing", advancing, clock.frozen_time);
      return advancing;
    },
  ),
  retrieval("test_helpers.test_clock", "/v1/test_helpers/test_clocks"),
];

function adopt(world: World, clock: Clock, id: string): void {
  const customer = find(world, "customer", id, "customer");
  if (customer.test_clock != null) {
    throw apiError("This customer has a test clock already.", { param: "customer" });
  }
  update(world, "customer", customer, { test_clock: clock.id });
  for (const one of filter(world, "subscription", (each) => each.customer === id)) {
    update(world, "subscription", one, { test_clock: clock.id });
  }
  for (const one of filter(world, "invoice", (each) => each.customer === id)) {
    update(world, "invoice", one, { test_clock: clock.id });
  }
  for (const one of filter(world, "subscription_schedule", (each) => each.customer === id)) {
    update(world, "subscription_schedule", one, { test_clock: clock.id });
  }
}
