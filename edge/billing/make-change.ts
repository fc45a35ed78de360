import type { Stripe } from "stripe";
import type { ChangeAnswer } from "#contracts/api/plan-change.ts";
import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { planAndAddons, SCHEDULED_PRICES } from "#contracts/billing/snapshot.ts";
import { BOOKED_ON, itemsText } from "#contracts/billing/transitions.ts";
import { AppError } from "#contracts/errors.ts";
import { isMissing, isRefusal, type Payments, reach } from "../adapters/payments.ts";
import { sha256Hex } from "../http/sha256.ts";
import { itemsOf, phasesOf, previewDueToday } from "./preview-change.ts";
import {
  type Changeable,
  type DecidedChange,
  itemChanges,
  type ItemChange,
  namesOf,
  readChangeable,
  REBOOK_MARK,
  rebookText,
} from "./read-change.ts";

export type MakeChange = {
  decision: DecidedChange;
  /** As the preview said them. */
  prorationDate: number;
  dueTodayPence: number;
  /** Where the browser goes after the bank has asked. */
  returnUrl: string;
  /** Throws where what is kept here speaks against changing what was just read. */
  recheck: (read: Changeable) => Promise<void>;
};

/**
 * Makes a change at the provider, for exactly the sum that was shown. Done again it is the same change.
 *
 * @throws {AppError} `amount_changed`, and what the provider's adapter throws
 */
export async function makeChange(
  payments: Payments,
  changeable: Changeable,
  input: MakeChange,
): Promise<ChangeAnswer> {
  const changes = await itemChanges(payments, changeable, input.decision);
  return input.decision.when === "now"
    ? changeNow(payments, changeable, changes, input)
    : changeLater(payments, changeable, changes, input);
}

/** The subscription goes on as it is. Done again it changes nothing. */
export async function releaseSchedule(stripe: Stripe, id: string): Promise<void> {
  try {
    await reach(() => stripe.subscriptionSchedules.release(id));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { status } = await reach(() => stripe.subscriptionSchedules.retrieve(id));
    if (status === "active" || status === "not_started") throw error;
  }
}

/** What the sum that was shown does not fit any more has to be shown anew. */
export function amountChanged(): AppError {
  return new AppError("amount_changed", BILLING_MESSAGES.change.amountChanged);
}

async function changeNow(
  payments: Payments,
  changeable: Changeable,
  changes: readonly ItemChange[],
  input: MakeChange,
): Promise<ChangeAnswer> {
  const { stripe } = payments;
  const { decision, prorationDate, dueTodayPence, returnUrl } = input;
  const { id } = changeable;
  await bookAgain(payments, changeable);
  // The same was confirmed before and waits for this very payment.
  if (isAwaited(changeable, decision) && changeable.invoice?.amount_due === dueTodayPence) {
    const answer = await awaitPayment(stripe, changeable.invoice, returnUrl);
    if (answer.outcome === "applied") await leaveOutdated(stripe, await readChangeable(stripe, id));
    return answer;
  }
  const due = await previewDueToday(stripe, changeable, decision, changes, prorationDate);
  if (due.pence !== dueTodayPence) throw amountChanged();
  await input.recheck(changeable);
  await update(payments, changeable, changes, prorationDate);
  // The answer may be the one that was given before, and older than what has become of it.
  const after = await readChangeable(stripe, id);
  if (isMade(after, changes)) {
    await leaveOutdated(stripe, after);
    return { outcome: "applied", url: null };
  }
  await bookAgain(payments, after);
  if (!isAwaited(after, decision) || after.invoice === null) throw amountChanged();
  return awaitPayment(stripe, after.invoice, returnUrl);
}

/**
 * Makes a change if it is paid for. What is booked for the period's end stays meanwhile: the payment may never come. Where
 * the provider does not change what has a schedule, that goes first, and the subscription says what to book again.
 *
 * @throws {AppError} `amount_changed`
 */
async function update(
  payments: Payments,
  { id, schedule, snapshot }: Changeable,
  changes: readonly ItemChange[],
  prorationDate: number,
): Promise<void> {
  const { stripe } = payments;
  const ask = (how: string) =>
    reach(() =>
      stripe.subscriptions.update(
        id,
        {
          items: itemsOf(changes),
          proration_behavior: "always_invoice",
          payment_behavior: "pending_if_incomplete",
          proration_date: prorationDate,
        },
        { idempotencyKey: keyOf(id, changes, prorationDate, how) },
      ),
    );
  try {
    try {
      await ask("");
    } catch (error) {
      if (schedule === null || !isRefusal(error) || isMissing(error)) throw error;
      if (snapshot.scheduled !== null) {
        const mark = rebookText(snapshot, snapshot.scheduled.priceIds.join(" "));
        await reach(() => stripe.subscriptions.update(id, { metadata: { [REBOOK_MARK]: mark } }));
      }
      await releaseSchedule(stripe, schedule.id);
      try {
        await ask("alone");
      } catch (refusal) {
        // It was not the schedule.
        if (isRefusal(refusal)) await bookAgain(payments, await readChangeable(stripe, id));
        throw refusal;
      }
    }
  } catch (error) {
    // An item is gone: something else was changed meanwhile.
    throw isMissing(error) ? amountChanged() : error;
  }
}

/**
 * Takes back what was booked when the subscription was made of something else: what came since took its place. Done again
 * it changes nothing.
 */
export async function leaveOutdated(
  stripe: Stripe,
  { schedule, snapshot }: Changeable,
): Promise<void> {
  // A wish that came after the change, in another tab, holds.
  if (schedule === null || schedule.metadata?.[BOOKED_ON] === itemsText(snapshot.items)) return;
  await releaseSchedule(stripe, schedule.id);
}

/**
 * Books what gave way to a change that did not come, also where whoever should have done that was cut off. What the
 * provider does not book while a payment is waited for is booked by the next who comes.
 */
async function bookAgain(payments: Payments, changeable: Changeable): Promise<void> {
  const { stripe } = payments;
  const { id, schedule, rebook } = changeable;
  if (rebook === null) return;
  const { plan, addons } = planAndAddons(rebook.map((priceId) => ({ priceId })));
  if (schedule === null && plan !== null) {
    const target = { plan, addons };
    const changes = await itemChanges(payments, changeable, { target });
    try {
      const begun = await beginSchedule(stripe, id);
      await book(stripe, changeable, begun.schedule, { target, changes });
    } catch (error) {
      if (isRefusal(error)) return;
      throw error;
    }
  }
  await forgetRebook(stripe, id);
}

/** Nothing has to be booked again any more. */
export async function forgetRebook(stripe: Stripe, id: string): Promise<void> {
  await reach(() => stripe.subscriptions.update(id, { metadata: { [REBOOK_MARK]: "" } }));
}

/** Leads to whoever has to say yes: the bank's customer, or somebody with another card. */
async function awaitPayment(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  returnUrl: string,
): Promise<ChangeAnswer> {
  const page = invoice.hosted_invoice_url ?? null;
  const intent = invoice.payments?.data[0]?.payment.payment_intent;
  const intentId = typeof intent === "string" ? intent : (intent?.id ?? null);
  if (intentId === null) return { outcome: "payment_needed", url: page };
  const { status } = await reach(() => stripe.paymentIntents.retrieve(intentId));
  if (status === "succeeded") return { outcome: "applied", url: null };
  if (status !== "requires_action") return { outcome: "payment_needed", url: page };
  try {
    const asked = await reach(() =>
      stripe.paymentIntents.confirm(intentId, { return_url: returnUrl }),
    );
    if (asked.status === "succeeded") return { outcome: "applied", url: null };
    return { outcome: "action_required", url: asked.next_action?.redirect_to_url?.url ?? page };
  } catch (error) {
    // Where the provider will not lead back to us, its own page asks.
    if (error instanceof AppError) throw error;
    return { outcome: "action_required", url: page };
  }
}

async function changeLater(
  { stripe }: Payments,
  changeable: Changeable,
  changes: readonly ItemChange[],
  { decision: { target }, dueTodayPence, recheck }: MakeChange,
): Promise<ChangeAnswer> {
  if (dueTodayPence !== 0) throw amountChanged();
  const { id, snapshot, invoice } = changeable;
  await recheck(changeable);
  // The newer wish holds, and the provider would make both.
  if (snapshot.awaiting !== null && invoice?.status === "open") {
    await reach(() => stripe.invoices.voidInvoice(invoice.id));
  }
  const { schedule, isOwn } =
    changeable.schedule === null
      ? await beginSchedule(stripe, id)
      : { schedule: changeable.schedule, isOwn: false };
  // A schedule says all that the subscription is made of and what is taken off. What another tab or the worker changed
  // since the reading it would take away; whoever comes from here on sees the schedule.
  const fresh = await readChangeable(stripe, id);
  const refusal = isSame(changeable, fresh) ? await attempt(recheck(fresh)) : amountChanged();
  if (refusal !== null) {
    if (isOwn) await releaseSchedule(stripe, schedule.id);
    throw refusal;
  }
  const asked = await attempt(book(stripe, fresh, schedule, { target, changes }));
  // An upgrade in another tab was faster: the change was not shown with it.
  if (!isSame(fresh, await readChangeable(stripe, id))) {
    await releaseSchedule(stripe, schedule.id);
    throw amountChanged();
  }
  if (asked !== null) throw asked;
  if (fresh.rebook !== null) await forgetRebook(stripe, id);
  return { outcome: "scheduled", url: null };
}

/** @returns what was refused, by us or by the provider; null where nothing was */
async function attempt(work: Promise<void>): Promise<Error | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && isRefusal(error))) return error;
    throw error;
  }
}

async function book(
  stripe: Stripe,
  changeable: Changeable,
  schedule: Stripe.SubscriptionSchedule,
  { target, changes }: Pick<DecidedChange, "target"> & { changes: readonly ItemChange[] },
): Promise<void> {
  await reach(() =>
    stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: "release",
      metadata: {
        [SCHEDULED_PRICES]: namesOf(target).join(" "),
        [BOOKED_ON]: itemsText(changeable.snapshot.items),
      },
      phases: phasesOf(changeable, schedule, changes),
    }),
  );
}

/** Whether two readings are of the same: nothing was changed, taken off or invoiced in between. */
function isSame(one: Changeable, other: Changeable): boolean {
  const text = ({ snapshot: { items, discounts }, invoice }: Changeable) =>
    JSON.stringify([
      items.map(({ providerPriceId, quantity }) => `${providerPriceId} ${quantity}`).toSorted(),
      discounts.map(({ couponId }) => String(couponId)).toSorted(),
      invoice?.id,
    ]);
  return text(one) === text(other);
}

/** Puts a subscription under a schedule that changes nothing yet; where another request was faster, finds that one's. */
async function beginSchedule(
  stripe: Stripe,
  id: string,
): Promise<{ schedule: Stripe.SubscriptionSchedule; isOwn: boolean }> {
  try {
    const schedule = await reach(() =>
      stripe.subscriptionSchedules.create({ from_subscription: id }),
    );
    return { schedule, isOwn: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { schedule } = await readChangeable(stripe, id);
    if (schedule === null) throw error;
    return { schedule, isOwn: false };
  }
}

function keyOf(
  id: string,
  changes: readonly ItemChange[],
  prorationDate: number,
  how: string,
): string {
  const hash = sha256Hex(JSON.stringify([changes, prorationDate])).slice(0, 32);
  return ["change", id, hash, ...(how === "" ? [] : [how])].join(".");
}

function isAwaited({ snapshot: { awaiting }, invoice }: Changeable, decision: DecidedChange) {
  const names = namesOf(decision.target).toSorted().join(" ");
  return awaiting?.priceIds.join(" ") === names && invoice?.status === "open";
}

function isMade({ snapshot: { items } }: Changeable, changes: readonly ItemChange[]): boolean {
  const wanted = changes.flatMap(({ to }) => to ?? []).toSorted();
  return (
    items
      .map(({ providerPriceId }) => providerPriceId)
      .toSorted()
      .join(" ") === wanted.join(" ")
  );
}
