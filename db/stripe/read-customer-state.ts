import { Stripe } from "stripe";
import * as z from "zod";
import type {
  DiscountState,
  StripeCustomerState,
  SubscriptionState,
  SubscriptionWithRenewal,
  UpcomingInvoice,
} from "#contracts/billing/stripe-state.ts";
import { isCharged } from "#contracts/billing/subscription-status.ts";
import { isInvalidRequest, isResourceMissing } from "./errors.ts";
import { lastPaidBy, refundsByIntent, toDispute, toOrder } from "./order-state.ts";
import { readProductNames } from "./product-names.ts";
import {
  StripeCharge,
  StripeCoupon,
  StripeCreditNote,
  StripeCustomer,
  type StripeDiscount,
  StripeDispute,
  StripeInvoice,
  StripeInvoicePreview,
  StripeSchedule,
  StripeSubscription,
} from "./response-shapes.ts";
import {
  hasTerms,
  hasUncountedDiscount,
  isScheduleCounted,
  nextPhaseOf,
  PHASE_PRICE,
  renewalPenceOf,
  SUBSCRIPTION_EXPAND,
  toCard,
  toDiscount,
  toSubscription,
  unpaidStartOf,
  withoutEnd,
} from "./subscription-state.ts";
import { listAll } from "./with-archived.ts";

const PAGE_MAX = 100;

type SavedDiscounts = {
  readonly id: string;
  readonly discounts: readonly DiscountState[];
};

/**
 * Of a deleted customer whose lists Stripe refuses, it reads the saved subscriptions.
 *
 * @throws {z.ZodError} when a response does not have the shape of the API version in use
 */
export async function readCustomerState(
  stripe: Stripe,
  customerId: string,
  savedSubscriptions: readonly SavedDiscounts[],
): Promise<StripeCustomerState> {
  const page = { customer: customerId, limit: PAGE_MAX };
  const [customer, listed] = await Promise.all([
    stripe.customers.retrieve(customerId, {
      expand: ["invoice_settings.default_payment_method", "discount.source.coupon"],
    }),
    listUnlessRefused(
      stripe.subscriptions.list({
        ...page,
        status: "all",
        expand: SUBSCRIPTION_EXPAND.map((path) => `data.${path}`),
      }),
    ),
  ]);
  // After the subscriptions: whoever reads one as active finds the payment that made it so.
  const [invoices, listedCharges] = await Promise.all([
    listUnlessRefused(stripe.invoices.list({ ...page, expand: ["data.payments"] })),
    listUnlessRefused(stripe.charges.list({ ...page, expand: ["data.refunds"] })),
  ]);
  const subscriptions =
    listed ??
    (await Promise.all(
      savedSubscriptions.map(({ id }) =>
        stripe.subscriptions.retrieve(id, { expand: [...SUBSCRIPTION_EXPAND] }),
      ),
    ));
  const {
    email,
    deleted,
    balance,
    discount,
    invoice_settings: settings,
  } = StripeCustomer.parse(customer);
  const defaultMethod = settings.default_payment_method;
  const parsedSubscriptions = await Promise.all(
    z.array(StripeSubscription).parse(subscriptions).map(withPhasePrices(stripe)),
  );
  const ofCustomer = discount === null ? [] : [discount];
  const inherited = ofCustomer.map((one) => ({ ...toDiscount(one), isOfCustomer: true }));
  const productIds = await readProductIds(
    stripe,
    [...parsedSubscriptions.flatMap(({ discounts }) => discounts), ...ofCustomer],
    savedSubscriptions,
  );
  const savedDiscounts = savedSubscriptions.flatMap((subscription) => subscription.discounts);
  const parsedInvoices = z.array(StripeInvoice).parse(invoices ?? []);
  const charges = z.array(StripeCharge).parse(listedCharges ?? []);
  const creditNotes = await readCreditNotes(stripe, customerId, parsedInvoices);
  const refunds = refundsByIntent(charges);
  const disputed = charges.filter((charge) => charge.disputed);
  const disputes = await Promise.all(
    disputed.map(({ id }) => listAll(stripe.disputes.list({ charge: id, limit: PAGE_MAX }))),
  );
  const productNames = await readProductNames(stripe, parsedSubscriptions);
  const states = await Promise.all(
    parsedSubscriptions.map(async (subscription) => {
      const state = toSubscription(subscription, defaultMethod, productNames);
      return { subscription, state, upcoming: await readUpcoming(stripe, subscription, state) };
    }),
  );
  return {
    customer: {
      email: email?.toLowerCase() ?? null,
      isDeleted: deleted,
      defaultCard: toCard(defaultMethod),
      balancePence: balance,
      invoiceFooter: settings.footer,
    },
    subscriptions: states.map(({ subscription, state, upcoming }) => {
      const discounts = [...state.discounts, ...inherited]
        .map((one) => withTerms(one, savedDiscounts))
        .map((one) => ({ ...one, productIds: productIds.get(one.id) ?? one.productIds }));
      return {
        ...state,
        ...unpaidStartOf(subscription, state, parsedInvoices),
        renewalPence: renewalPenceOf(subscription, parsedInvoices),
        discounts,
        ...countedOf(subscription, { discounts, upcoming }),
      };
    }),
    orders: parsedInvoices.flatMap((invoice) => toOrder(invoice, refunds, charges, creditNotes)),
    lastPaidBy: lastPaidBy(charges, parsedInvoices),
    disputes: z
      .array(StripeDispute)
      .parse(disputes.flat())
      .map((dispute) => toDispute(dispute, parsedInvoices)),
  };
}

function withPhasePrices(stripe: Stripe) {
  return async (subscription: StripeSubscription): Promise<StripeSubscription> => {
    const { schedule } = subscription;
    if (schedule === null || nextPhaseOf(schedule) === null) return subscription;
    const read = await stripe.subscriptionSchedules.retrieve(schedule.id, {
      expand: [PHASE_PRICE],
    });
    return { ...subscription, schedule: StripeSchedule.parse(read) };
  };
}

function countedOf(
  subscription: StripeSubscription,
  { discounts, upcoming }: Pick<SubscriptionWithRenewal, "discounts" | "upcoming">,
): Pick<SubscriptionWithRenewal, "hasUncountedDiscount" | "upcoming"> {
  const hasUncounted = hasUncountedDiscount(subscription, discounts);
  const isOnly = hasUncounted || !isScheduleCounted(subscription);
  return {
    hasUncountedDiscount: hasUncounted,
    upcoming: upcoming === null || !isOnly ? upcoming : { ...upcoming, isOnly },
  };
}

/** @returns the oldest first; without a request when no invoice has any */
async function readCreditNotes(
  stripe: Stripe,
  customerId: string,
  invoices: readonly StripeInvoice[],
): Promise<StripeCreditNote[]> {
  const isCredited = invoices.some(
    (one) => one.pre_payment_credit_notes_amount + one.post_payment_credit_notes_amount > 0,
  );
  if (!isCredited) return [];
  const listed = await listUnlessRefused(
    stripe.creditNotes.list({ customer: customerId, limit: PAGE_MAX }),
  );
  return z
    .array(StripeCreditNote)
    .parse(listed ?? [])
    .toReversed();
}

/** What a coupon takes off never changes, so what was saved holds when Stripe says it no longer. */
function withTerms(discount: DiscountState, saved: readonly DiscountState[]): DiscountState {
  if (hasTerms(discount)) return discount;
  const { id, couponId, isOfCustomer, endsAt } = discount;
  const known = saved.find(
    (one) => hasTerms(one) && (one.id === id || (couponId !== null && one.couponId === couponId)),
  );
  return known === undefined ? discount : { ...known, id, isOfCustomer, endsAt };
}

type ProductIds = DiscountState["productIds"];

/**
 * Reads what discounts are limited to, which never changes. In the list of subscriptions it would be a
 * fifth level, and Stripe expands four.
 *
 * @returns by discount id
 */
async function readProductIds(
  stripe: Stripe,
  discounts: readonly StripeDiscount[],
  saved: readonly SavedDiscounts[],
): Promise<Map<string, ProductIds>> {
  const known = new Map(
    saved.flatMap((subscription) =>
      subscription.discounts.map(({ id, productIds }): [string, ProductIds] => [id, productIds]),
    ),
  );
  for (const { id, source } of discounts) {
    if (known.get(id) !== undefined || source.coupon === null) continue;
    known.set(id, await readCouponProductIds(stripe, source.coupon.id));
  }
  return known;
}

/** @returns null also for a coupon that was deleted */
async function readCouponProductIds(stripe: Stripe, couponId: string): Promise<ProductIds> {
  try {
    const coupon = await stripe.coupons.retrieve(couponId, { expand: ["applies_to"] });
    return StripeCoupon.parse(coupon).applies_to?.products ?? null;
  } catch (error) {
    if (isResourceMissing(error)) return null;
    throw error;
  }
}

/**
 * Asks at each sync, so that pages and mails name the sum that Stripe takes without a request of their own: only Stripe
 * knows pending invoice items, prorations and what the team made by hand.
 */
async function readUpcoming(
  stripe: Stripe,
  subscription: StripeSubscription,
  state: SubscriptionState,
): Promise<UpcomingInvoice | null> {
  if (!isCharged(state.status)) return null;
  const upcoming = await previewOf(stripe, nextInvoiceOf(subscription, state));
  if (!state.cancelAtPeriodEnd || upcoming.pence === null) return upcoming;
  const { pence, balancePence } = await previewOf(stripe, { subscription: state.id });
  return pence === upcoming.pence && balancePence === upcoming.balancePence
    ? upcoming
    : { ...upcoming, untilEnd: { pence, balancePence } };
}

async function previewOf(
  stripe: Stripe,
  params: Stripe.InvoiceCreatePreviewParams,
): Promise<UpcomingInvoice> {
  try {
    const preview = StripeInvoicePreview.parse(await stripe.invoices.createPreview(params));
    const { amount_due: pence, total, starting_balance: balance, lines } = preview;
    const waiting = lines.data.filter(({ invoiceItem }) => invoiceItem !== null);
    const isReducible = ({ amount, discountable }: (typeof waiting)[number]) =>
      discountable && amount > 0;
    const fixedPence = waiting
      .filter((line) => !isReducible(line))
      .reduce((sum, { amount }) => sum + amount, 0);
    const reducible = waiting.filter(isReducible).map(({ amount, pricing }) => ({
      pence: amount,
      productId: pricing?.price_details?.product ?? null,
    }));
    const balancePence = balance + total - pence;
    return {
      pence,
      balancePence,
      ...(reducible.length > 0 && { reducible }),
      ...(fixedPence !== 0 && { fixedPence }),
    };
  } catch (error) {
    const isRefused =
      isInvalidRequest(error) ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof z.ZodError;
    if (isRefused) return { pence: null, balancePence: 0 };
    throw error;
  }
}

/** The invoice that follows when a subscription that ends is resumed. */
function nextInvoiceOf(
  subscription: StripeSubscription,
  { id, cancelAtPeriodEnd, scheduled }: SubscriptionState,
): Stripe.InvoiceCreatePreviewParams {
  if (cancelAtPeriodEnd) {
    return { subscription: id, subscription_details: withoutEnd(subscription) };
  }
  return scheduled === null ? { subscription: id } : { schedule: scheduled.scheduleId };
}

/** @returns null where Stripe knows the customer no longer */
async function listUnlessRefused<T>(list: AsyncIterable<T>): Promise<T[] | null> {
  try {
    return await listAll(list);
  } catch (error) {
    if (isResourceMissing(error)) return null;
    throw error;
  }
}
