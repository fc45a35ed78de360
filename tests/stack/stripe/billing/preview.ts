import { find, update } from "../find.ts";
import { type ApiError, apiError } from "../http/stripe-error.ts";
import { newId, nowOf, type World } from "../world.ts";
import { type BillingChange, changeBilling } from "./change-billing.ts";
import type { Invoice } from "./compose-invoice.ts";
import { endDateCharges, endOnDate } from "./end-dates.ts";
import { createInvoiceItem } from "./invoice-items.ts";
import { dryRun } from "./rehearse.ts";
import { renew } from "./renew.ts";
import { endPhase, phaseEnd } from "./schedules.ts";
import { periodOf, type Subscription } from "./subscription-status.ts";

export function previewRenewal(world: World, subscription: Subscription): Invoice {
  return previewNext(world, () => subscription);
}

/**
 * @param prepare changes made before the preview, inside the dry run
 * @throws {ApiError} when no invoice would follow
 */
export function previewNext(world: World, prepare: () => Subscription): Invoice {
  return dryRun(world, () => nextInvoice(world, prepare()));
}

/** Changes scheduled for the period end are applied first. */
function nextInvoice(world: World, subscription: Subscription): Invoice {
  const { end } = periodOf(subscription);
  const schedule = world.store.get("subscription_schedule", subscription.schedule ?? "");
  if (schedule !== undefined && phaseEnd(schedule) === end) endPhase(world, schedule, end);
  const current = find(world, "subscription", subscription.id);
  if (current.status === "canceled") throw noneFollows(current);
  renew(world, current, end);
  return asPreview(latestInvoice(world, current.id), end);
}

function noneFollows({ customer }: Subscription): ApiError {
  return apiError(`No upcoming invoices for customer: ${customer}`, {
    code: "invoice_upcoming_none",
  });
}

/**
 * The invoice of a change: immediate when invoiced now, otherwise the next renewal's.
 *
 * @param prepare changes made first, inside the dry run
 * @throws {ApiError} when no invoice would follow
 */
export function previewChange(
  world: World,
  subscription: Subscription,
  change: BillingChange & { cancelsAtEnd: boolean | undefined; takesDateBack: boolean },
  prepare: (subscription: Subscription) => Subscription = (unchanged) => unchanged,
): Invoice {
  return dryRun(world, () => {
    const before = subscription.latest_invoice;
    const changed = changeBilling(world, prepare(subscription), {
      ...change,
      payment: "default_incomplete",
    });
    if (changed.latest_invoice !== before) {
      return asPreview(latestInvoice(world, changed.id), null);
    }
    if (change.cancelsAtEnd === false) {
      const at = nowOf(world, changed.customer);
      const ends = { before: changed.cancel_at, after: null };
      const isProrated = change.takesDateBack && change.proration !== "none";
      const charges = isProrated ? endDateCharges(world, changed, ends) : [];
      for (const charge of charges) createInvoiceItem(world, changed, charge, at);
      return nextInvoice(world, update(world, "subscription", changed, { cancel_at: null }));
    }
    const { end } = periodOf(changed);
    const endsAt = change.cancelsAtEnd === undefined ? changed.cancel_at : null;
    if (change.cancelsAtEnd === true || (endsAt !== null && endsAt <= end)) {
      const at = endsAt ?? end;
      endOnDate(world, changed, at);
      const last = latestInvoice(world, changed.id);
      if (last.id === before) throw noneFollows(changed);
      return asPreview(last, at);
    }
    return nextInvoice(world, changed);
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
