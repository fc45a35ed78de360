import { Stripe } from "stripe";
import * as z from "zod";
import { SubscriptionDetailsResponse } from "#contracts/api/subscription-details.ts";
import { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { formatGbp } from "#contracts/money.ts";
import type { Invoice } from "../stack/stripe/billing/compose-invoice.ts";
import { isOver, type Subscription } from "../stack/stripe/billing/subscription-status.ts";
import { filter, find } from "../stack/stripe/find.ts";
import type { World } from "../stack/stripe/world.ts";
import { nextPaymentIn, type SentMail } from "../support/mail-sums.ts";
import type { Person } from "./dashboard-acts.ts";

/** Every surface that tells a sum or a card, beside what Stripe will do. */

type Coming = { readonly at: number; readonly pence: number } | null;

export type Look = {
  /** The next payment, as the site tells it. */
  readonly told: Coming;
  readonly differences: readonly string[];
};

type Surfaces = {
  readonly world: World;
  readonly stripe: Stripe;
  /** HTML of the customer's page in the ops console; null leaves it and the orders out, which change with a charge alone. */
  readonly opsPage: (() => Promise<string>) | null;
};

const CHARGED = new Set(["active", "trialing", "past_due"]);

export async function look(person: Person, { world, stripe, opsPage }: Surfaces): Promise<Look> {
  const own = ({ customer }: { customer: unknown }): boolean => customer === person.customerId;
  const subscription = filter(world, "subscription", own).find((one) => !isOver(one)) ?? null;
  const [details, rows] = await Promise.all([
    person.call("GET", "/functions/v1/subscription"),
    person.call("GET", "/rest/v1/user_subscription"),
  ]);
  const shown = SubscriptionDetailsResponse.parse(details.body).subscription;
  const told = shown?.payments[0] ?? null;
  const differences: string[] = [];
  const same = (what: string, site: unknown, atStripe: unknown): void => {
    const [ours, theirs] = [JSON.stringify(site), JSON.stringify(atStripe)];
    if (ours !== theirs) differences.push(`${what}: ${ours}, at Stripe ${theirs}`);
  };
  if (subscription === null) {
    same("payments of an ended subscription", shown?.payments ?? [], []);
    return { told: null, differences };
  }
  const coming = await previewOf(stripe, subscription);
  const items = shown?.items.map((one) => `${one.quantity} × ${one.amount_pence}`);
  const itemsAtStripe = subscription.items.data.map(
    ({ quantity, price }) => `${quantity ?? 1} × ${price.unit_amount ?? 0}`,
  );
  const [row] = z.array(UserSubscription).parse(rows.body);
  same("status", shown?.subscription_status, subscription.status);
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  const isAfterPause = coming === null && resumesAt !== null && (told?.at ?? 0) >= resumesAt;
  if (!isAfterPause) same("next payment", told, coming);
  same("items", items?.toSorted(), itemsAtStripe.toSorted());
  same("end", shown?.ends_at ?? null, subscription.cancel_at);
  same("card", row?.payment_method_last4 ?? null, cardOf(world, subscription));
  if (opsPage !== null) {
    const [, ops] = /next payment\s+(£[\d,.]+)/.exec(await opsPage()) ?? [];
    same("ops console", ops ?? null, told === null ? null : formatGbp(told.pence));
    const orders = await person.call("GET", "/rest/v1/user_orders");
    const invoices = filter(world, "invoice", own);
    compareOrders(z.array(UserOrder).parse(orders.body), invoices, { world, same });
  }
  return { told, differences };
}

function compareOrders(
  orders: readonly UserOrder[],
  invoices: readonly Invoice[],
  { world, same }: { world: World; same: (what: string, site: unknown, atStripe: unknown) => void },
): void {
  const atStripe = invoices
    .filter(({ status }) => status !== "draft")
    .map(({ id, amount_due: due }) => `${id} ${due} ${takenFor(world, id)}`);
  const ours = orders.map((one) =>
    [one.order_id, one.amount_total, one.amount_collected].join(" "),
  );
  same("orders", ours.toSorted(), atStripe.toSorted());
}

function takenFor(world: World, invoice: string): number {
  const payments = filter(world, "invoice_payment", (one) => one.invoice === invoice);
  return payments.reduce((sum, { payment }) => {
    const intent = world.store.get("payment_intent", payment.payment_intent ?? "");
    return sum + (intent?.amount_received ?? 0);
  }, 0);
}

/** What Stripe takes next, and when; null when it takes nothing more, or nothing until somebody resumes. */
async function previewOf(stripe: Stripe, subscription: Subscription): Promise<Coming> {
  const { id, status, pause_collection: pause, cancel_at: cancelAt } = subscription;
  const ends = subscription.items.data.map((item) => item.current_period_end);
  const at = Math.min(cancelAt ?? Infinity, ...ends);
  if (!CHARGED.has(status) || (cancelAt === at && status === "past_due")) return null;
  if (pause !== null && (pause.resumes_at === null || pause.resumes_at > at)) return null;
  try {
    const { amount_due: pence } = await stripe.invoices.createPreview({ subscription: id });
    return cancelAt === at && pence === 0 ? null : { at, pence };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "invoice_upcoming_none") {
      return null;
    }
    throw error;
  }
}

function cardOf(world: World, subscription: Subscription): string | null {
  const customer = find(world, "customer", subscription.customer);
  const id =
    subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return world.store.get("payment_method", id ?? "")?.card?.last4 ?? null;
}

const isTaken = ({ billing_reason: reason, status }: Invoice): boolean =>
  reason === "subscription_cycle" && (status === "paid" || status === "open");

/**
 * What Stripe took at the end of a period, beside what the site had told.
 *
 * @param sinceS when the site was looked at, in unix seconds
 */
export function compareCharges(
  { world }: Pick<Surfaces, "world">,
  { customerId }: Person,
  { told, sinceS }: { told: Coming; sinceS: number },
): string[] {
  const charges = filter(
    world,
    "invoice",
    (one) => one.customer === customerId && isTaken(one) && one.created > sinceS,
  );
  return charges.flatMap(({ created: at, amount_due: pence }) =>
    // While collection is paused, an invoice of nothing is paid, and nobody is told of nothing.
    (told?.at === at ? told.pence : 0) === pence
      ? []
      : [`told ${JSON.stringify(told)}, taken ${JSON.stringify({ at, pence })}`],
  );
}

/** The next payment that a mail told, beside what Stripe took since, or else takes next. */
export async function compareMail(
  { world, stripe }: Pick<Surfaces, "world" | "stripe">,
  mail: SentMail,
): Promise<string[]> {
  const sum = nextPaymentIn(mail);
  const { data } = mail.event;
  const id = "subscriptionId" in data ? data.subscriptionId : null;
  const subscription = world.store.get("subscription", id ?? "");
  if (sum === null || subscription === undefined) return [];
  const [taken] = filter(
    world,
    "invoice",
    (one) =>
      one.parent?.subscription_details?.subscription === id &&
      isTaken(one) &&
      one.created > mail.at,
  );
  const { ended_at: endedAt, cancellation_details: end } = subscription;
  // Until the retries gave up, Stripe would have taken it.
  const hasLapsed = end?.reason === "payment_failed" && (endedAt ?? 0) > mail.at;
  if (taken === undefined && hasLapsed) return [];
  const pence = taken?.amount_due ?? (await previewOf(stripe, subscription))?.pence;
  // The preview knows no payment after a pause: it is compared when it is taken.
  const { pause_collection: pause } = subscription;
  if (pence === undefined && (pause?.resumes_at ?? null) !== null) return [];
  const expected = pence === undefined ? null : formatGbp(pence);
  return sum === expected ? [] : [`mail ${mail.kind}: next payment ${sum}, at Stripe ${expected}`];
}
