import { refuse } from "../http/refusal.ts";
import { find } from "../find.ts";
import { newId, type World } from "../world.ts";
import type { Invoice } from "./compose-invoice.ts";
import { rehearse } from "./rehearse.ts";
import { periodOf, type Subscription } from "./standing.ts";
import { type BillingChange, changeBilling } from "./change-billing.ts";
import { type SubscriptionPlan, draftFirstInvoice, writeSubscription } from "./new-subscription.ts";
import { renew } from "./renew.ts";

/** The next renewal's invoice, as it would be today. */
export function previewRenewal(world: World, subscription: Subscription): Invoice {
  return rehearse(world, () => {
    const { end } = periodOf(subscription);
    renew(world, subscription, end);
    return asPreview(latestInvoice(world, subscription.id), end);
  });
}

/**
 * The invoice that a change of a subscription would lead to: at once when it is invoiced at once, else the next renewal's.
 *
 * @param prepare what happens to the subscription first, in the rehearsal
 * @throws {Refusal} when no invoice would follow
 */
export function previewChange(
  world: World,
  subscription: Subscription,
  change: BillingChange & { cancelsAtEnd: boolean },
  prepare: (subscription: Subscription) => Subscription = (unchanged) => unchanged,
): Invoice {
  return rehearse(world, () => {
    const before = subscription.latest_invoice;
    // Nobody is charged in a rehearsal, and what is promised is worked out as if it were kept.
    const changed = changeBilling(world, prepare(subscription), {
      ...change,
      payment: "default_incomplete",
    });
    if (changed.latest_invoice !== before) {
      return asPreview(latestInvoice(world, changed.id), null);
    }
    if (changed.cancel_at !== null || change.cancelsAtEnd) {
      throw refuse("No upcoming invoices for customer: " + changed.customer, {
        code: "invoice_upcoming_none",
      });
    }
    const { end } = periodOf(changed);
    renew(world, changed, end);
    return asPreview(latestInvoice(world, changed.id), end);
  });
}

/** The first invoice of a subscription that does not exist yet. */
export function previewFirst(world: World, plan: SubscriptionPlan): Invoice {
  return rehearse(world, () => {
    const subscription = writeSubscription(
      world,
      plan,
      plan.trialEnd === null ? "active" : "trialing",
    );
    return asPreview(draftFirstInvoice(world, subscription, plan.extras), null);
  });
}

function latestInvoice(world: World, subscription: string): Invoice {
  const { latest_invoice: latest } = find(world, "subscription", subscription);
  return find(world, "invoice", latest ?? "");
}

function asPreview(invoice: Invoice, attemptAt: number | null): Invoice {
  return {
    ...invoice,
    id: newId("upcoming_in"),
    status: "draft",
    number: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    next_payment_attempt: attemptAt,
    status_transitions: { ...invoice.status_transitions, finalized_at: null },
  };
}
