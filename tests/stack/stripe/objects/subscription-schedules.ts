import type { Stripe } from "stripe";
import * as z from "zod";
import { ownPaymentMethod } from "../billing/cards.ts";
import { recurringPrice } from "../billing/items.ts";
import { releaseSchedule, setPhaseDiscountsAndTaxes } from "../billing/schedules.ts";
import { endSubscription, periodOf, updateSubscription } from "../billing/subscription-status.ts";
import { activeTaxRates, type TaxRate } from "../billing/taxes.ts";
import { find, update } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import {
  changeMetadata,
  integer,
  metadata,
  type MetadataChange,
  onlyOne,
  text,
  timestamp,
} from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import { addIntervals } from "../money/periods.ts";
import type { Kinds, SchedulePhase } from "../wire.ts";
import { differences, emit, newId, nowOf, type World } from "../world.ts";
import { defaultTaxRates, newItems, proration } from "./subscription-params.ts";

type Schedule = Kinds["subscription_schedule"];

const moment = () => z.union([z.literal("now"), timestamp()]);

const phase = () =>
  z.strictObject({
    items: newItems(),
    default_payment_method: text().optional(),
    start_date: moment().optional(),
    end_date: moment().optional(),
    duration: z
      .strictObject({
        interval: z.enum(["day", "week", "month", "year"]),
        interval_count: integer().optional(),
      })
      .optional(),
    discounts: z
      .union([
        z.literal("").transform(() => []),
        z.array(
          z.strictObject({
            coupon: text().optional(),
            promotion_code: text().optional(),
            discount: text().optional(),
          }),
        ),
      ])
      .optional(),
    default_tax_rates: defaultTaxRates().optional(),
    metadata: metadata().optional(),
    proration_behavior: proration().optional(),
  });

type Phase = z.output<ReturnType<typeof phase>>;

interface Held {
  readonly currency: string;
  /** Those of the subscription and its phases: a phase may name them although they are archived. */
  readonly prices: readonly string[];
  readonly rates: readonly TaxRate[];
}

function heldBy(
  world: World,
  subscription: Kinds["subscription"],
  phases: readonly SchedulePhase[],
): Held {
  const { currency } = subscription;
  if (!world.settings.schedulesKeepArchived) return { currency, prices: [], rates: [] };
  return {
    currency,
    prices: [
      ...subscription.items.data.map(({ price }) => price.id),
      ...phases.flatMap(({ items }) => items.map(({ price }) => price)),
    ],
    rates: [subscription, ...phases].flatMap((one) => one.default_tax_rates ?? []),
  };
}

function phaseOf(
  world: World,
  given: Phase,
  when: { start: number; end: number },
  index: number,
  held: Held,
): SchedulePhase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: held.currency,
    default_payment_method: given.default_payment_method ?? null,
    default_tax_rates: activeTaxRates(
      world,
      given.default_tax_rates ?? [],
      `phases[${index}][default_tax_rates]`,
      held.rates,
    ),
    description: null,
    discounts: (given.discounts ?? []).map((choice) => {
      if (choice.discount !== undefined) find(world, "discount", choice.discount, "phases");
      return {
        coupon: choice.coupon ?? null,
        discount: choice.discount ?? null,
        promotion_code: choice.promotion_code ?? null,
      };
    }),
    end_date: when.end,
    invoice_settings: null,
    items: given.items.map((item, position) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: changeMetadata({}, item.metadata),
      plan: item.price,
      price: recurringPrice(
        world,
        item.price,
        `phases[${index}][items][${position}][price]`,
        held.prices,
      ).id,
      quantity: item.quantity ?? 1,
      tax_rates: [],
    })),
    metadata: changeMetadata({}, given.metadata),
    on_behalf_of: null,
    proration_behavior: given.proration_behavior ?? "create_prorations",
    start_date: when.start,
    transfer_data: null,
    trial_end: null,
  };
}

function layPhases(
  world: World,
  schedule: Schedule,
  given: readonly Phase[],
  at: number,
): SchedulePhase[] {
  const running = schedule.current_phase?.start_date ?? at;
  const subscription = find(world, "subscription", schedule.subscription ?? "");
  const held = heldBy(world, subscription, schedule.phases);
  const phases: SchedulePhase[] = [];
  for (const [index, one] of given.entries()) {
    onlyOne(one, ["end_date", "duration"]);
    if (one.default_payment_method !== undefined) {
      const param = `phases[${index}][default_payment_method]`;
      ownPaymentMethod(world, schedule.customer, one.default_payment_method, param);
    }
    const follows = phases.at(-1)?.end_date ?? running;
    const start = one.start_date === "now" ? at : (one.start_date ?? follows);
    if (start !== follows) {
      throw apiError(
        index === 0
          ? "You can not modify the start date of the current phase."
          : "Phases must follow each other without gaps.",
        { param: `phases[${index}][start_date]` },
      );
    }
    const end =
      one.duration === undefined
        ? one.end_date === "now"
          ? at
          : one.end_date
        : addIntervals(start, one.duration.interval, one.duration.interval_count ?? 1);
    if (end === undefined) {
      throw paramError("Each phase needs an `end_date` or a `duration`.", {
        code: "parameter_missing",
        param: `phases[${index}][end_date]`,
      });
    }
    if (end <= start) {
      throw apiError("The `end_date` of a phase must be after its start.", {
        param: `phases[${index}][end_date]`,
      });
    }
    phases.push(phaseOf(world, one, { start, end }, index, held));
  }
  return phases;
}

function checkActive(schedule: Schedule): void {
  if (schedule.status === "active" || schedule.status === "not_started") return;
  throw apiError(
    `You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}

const defaultSettings = () => z.strictObject({ default_payment_method: text().optional() });

export const changes = {
  end_behavior: z.enum(["release", "cancel"]).optional(),
  phases: z.array(phase()).min(1).max(10).optional(),
  proration_behavior: proration().optional(),
};

export function changeSchedule(
  world: World,
  before: Schedule,
  given: z.output<z.ZodObject<typeof changes>> & {
    default_settings?: z.output<ReturnType<typeof defaultSettings>> | undefined;
    metadata?: MetadataChange;
  },
): Schedule {
  checkActive(before);
  const at = nowOf(world, before.customer);
  const card = given.default_settings?.default_payment_method;
  if (card !== undefined) {
    ownPaymentMethod(world, before.customer, card, "default_settings[default_payment_method]");
  }
  const phases =
    given.phases === undefined ? before.phases : layPhases(world, before, given.phases, at);
  const running = phases.find((one) => one.start_date <= at && at < one.end_date);
  const after = update(world, "subscription_schedule", before, {
    default_settings: {
      ...before.default_settings,
      default_payment_method: card ?? before.default_settings.default_payment_method,
    },
    end_behavior: given.end_behavior ?? before.end_behavior,
    metadata: changeMetadata(before.metadata ?? {}, given.metadata),
    phases,
    current_phase:
      running === undefined
        ? before.current_phase
        : { start_date: running.start_date, end_date: running.end_date },
  });
  emit(world, "subscription_schedule.updated", after, at, differences(before, after));
  if (given.phases !== undefined && running !== undefined) {
    setPhaseDiscountsAndTaxes(world, after.subscription ?? "", running, at);
  }
  return after;
}

export const subscriptionScheduleCalls = [
  call<Stripe.SubscriptionScheduleCreateParams>()(
    "POST",
    "/v1/subscription_schedules",
    { from_subscription: text(), metadata: metadata().optional() },
    (world, given) => {
      const subscription = find(
        world,
        "subscription",
        given.from_subscription,
        "from_subscription",
      );
      if (subscription.schedule !== null) {
        throw apiError(
          `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}`,
          { param: "from_subscription" },
        );
      }
      if (subscription.cancel_at !== null || subscription.status === "canceled") {
        throw apiError("You cannot migrate a subscription that is set to cancel.", {
          param: "from_subscription",
        });
      }
      const at = nowOf(world, subscription.customer);
      const period = periodOf(subscription);
      const first = phaseOf(
        world,
        {
          items: subscription.items.data.map((item) => ({
            price: item.price.id,
            quantity: item.quantity ?? 1,
            metadata: item.metadata,
          })),
          discounts: subscription.discounts.map((discount) => ({ discount })),
        },
        period,
        0,
        heldBy(world, subscription, []),
      );
      const schedule: Schedule = {
        id: newId("sub_sched"),
        object: "subscription_schedule",
        application: null,
        billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
        canceled_at: null,
        completed_at: null,
        created: at,
        current_phase: { start_date: period.start, end_date: period.end },
        customer: subscription.customer,
        customer_account: null,
        default_settings: {
          application_fee_percent: null,
          billing_cycle_anchor: "automatic",
          billing_thresholds: null,
          collection_method: "charge_automatically",
          default_payment_method: subscription.default_payment_method,
          description: null,
          invoice_settings: {
            account_tax_ids: null,
            custom_fields: null,
            days_until_due: null,
            description: null,
            footer: null,
            issuer: { type: "self" },
          },
          on_behalf_of: null,
          transfer_data: null,
        },
        end_behavior: "release",
        livemode: false,
        metadata: changeMetadata({}, given.metadata),
        pause_schedules: [],
        phases: [{ ...first, default_tax_rates: subscription.default_tax_rates ?? [] }],
        released_at: null,
        released_subscription: null,
        status: "active",
        subscription: subscription.id,
        test_clock: subscription.test_clock,
      };
      world.store.put("subscription_schedule", schedule);
      emit(world, "subscription_schedule.created", schedule, at);
      updateSubscription(world, subscription, { schedule: schedule.id }, at);
      return schedule;
    },
  ),
  call<Stripe.SubscriptionScheduleUpdateParams>()(
    "POST",
    "/v1/subscription_schedules/:id",
    { ...changes, default_settings: defaultSettings().optional(), metadata: metadata().optional() },
    (world, given, id) => changeSchedule(world, find(world, "subscription_schedule", id), given),
  ),
  call<Stripe.SubscriptionScheduleReleaseParams>()(
    "POST",
    "/v1/subscription_schedules/:id/release",
    {},
    (world, _given, id) => {
      const schedule = find(world, "subscription_schedule", id);
      checkActive(schedule);
      return releaseSchedule(world, schedule, nowOf(world, schedule.customer));
    },
  ),
  call<Stripe.SubscriptionScheduleCancelParams>()(
    "POST",
    "/v1/subscription_schedules/:id/cancel",
    {},
    (world, _given, id) => {
      const schedule = find(world, "subscription_schedule", id);
      checkActive(schedule);
      endSubscription(world, find(world, "subscription", schedule.subscription ?? ""), {
        at: nowOf(world, schedule.customer),
        reason: "cancellation_requested",
      });
      return find(world, "subscription_schedule", id);
    },
  ),
  retrieval("subscription_schedule", "/v1/subscription_schedules"),
  listing<Stripe.SubscriptionScheduleListParams>()(
    "subscription_schedule",
    "/v1/subscription_schedules",
    { customer: text() },
  ),
];
