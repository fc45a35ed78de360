import type { Stripe } from "stripe";
import * as z from "zod";
import { ownPaymentMethod } from "../billing/cards.ts";
import {
  collect,
  declineErrorOf,
  recover,
  settlePayment,
  subscriptionOf,
} from "../billing/collect.ts";
import type { Invoice } from "../billing/compose-invoice.ts";
import { checkListable } from "../billing/customers.ts";
import { pendingCharges } from "../billing/invoice-items.ts";
import {
  draftInvoice,
  finalizeInvoice,
  intentOf,
  updateInvoice,
  voidInvoice,
  writeOff,
} from "../billing/invoices.ts";
import { previewChange, previewNext } from "../billing/preview.ts";
import { dropPendingUpdate, isHeldBack } from "../billing/stripe-rules.ts";
import { find, update } from "../find.ts";
import { call, listing, paging, retrieval } from "../http/call.ts";
import { pageOf } from "../http/list.ts";
import {
  changeMetadata,
  created,
  flag,
  metadata,
  onlyOne,
  text,
  timestamp,
  unsettable,
} from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import { nowOf, type World } from "../world.ts";
import {
  anchor,
  changeDiscounts,
  changedItems,
  discountChoices,
  proration,
} from "./subscription-params.ts";
import { changes, changeSchedule } from "./subscription-schedules.ts";

const details = {
  billing_cycle_anchor: anchor().optional(),
  cancel_at: unsettable(z.never()).optional(),
  cancel_at_period_end: flag().optional(),
  items: changedItems().optional(),
  proration_behavior: proration().optional(),
  proration_date: timestamp().optional(),
};

const SECONDS_UNTIL_ATTEMPT = 3_600;

function mustBe(invoice: Invoice, statuses: readonly string[], verb: string): void {
  if (statuses.includes(invoice.status ?? "")) return;
  // Stripe documents no code for this error.
  if (invoice.status === "paid" && verb === "pay") throw apiError("Invoice is already paid");
  throw apiError(
    `You can only ${verb} an invoice that is ${statuses.join(" or ")}. This one is ${String(invoice.status)}.`,
    { code: "invoice_not_editable" },
  );
}

function pay(
  world: World,
  invoice: Invoice,
  {
    payment_method: paymentMethod,
    off_session: isOffSession = true,
    paid_out_of_band: isOutside = false,
  }: {
    payment_method?: string | undefined;
    off_session?: boolean | undefined;
    paid_out_of_band?: boolean | undefined;
  },
): Invoice {
  mustBe(invoice, ["open", "draft", "uncollectible"], "pay");
  const at = nowOf(world, invoice.customer);
  const open = invoice.status === "draft" ? finalizeInvoice(world, invoice, at) : invoice;
  if (isOutside) return settlePayment(world, open, at, true);
  if (paymentMethod !== undefined) {
    ownPaymentMethod(world, open.customer ?? "", paymentMethod, "payment_method");
  }
  const collected = collect(world, open, {
    at,
    by: "person",
    isPresent: !isOffSession,
    ...(paymentMethod === undefined ? {} : { paymentMethod }),
  });
  if (collected.kind === "paid" || collected.kind === "processing") return collected.invoice;
  throw declineErrorOf(collected, "invoice");
}

export const invoiceCalls = [
  // Registered before the routes with an id, which would match this path.
  call<Stripe.InvoiceCreatePreviewParams>()(
    "POST",
    "/v1/invoices/create_preview",
    {
      customer: text().optional(),
      discounts: discountChoices().optional(),
      preview_mode: z.literal("next").optional(),
      schedule: text().optional(),
      schedule_details: z.strictObject(changes).optional(),
      subscription: text().optional(),
      subscription_details: z.strictObject(details).optional(),
    },
    (world, given) => {
      const wanted = given.subscription_details;
      onlyOne(given, ["schedule", "subscription"]);
      onlyOne(given, ["schedule_details", "subscription_details"]);
      if (given.schedule !== undefined) {
        const schedule = find(world, "subscription_schedule", given.schedule, "schedule");
        return previewNext(world, () => {
          const changed = changeSchedule(world, schedule, given.schedule_details ?? {});
          return find(world, "subscription", changed.subscription ?? "");
        });
      }
      if (given.subscription === undefined) {
        throw paramError("Only previews of a subscription or a schedule are played here.", {
          param: "subscription",
        });
      }
      onlyOne(wanted ?? {}, ["cancel_at", "cancel_at_period_end"]);
      const subscription = find(world, "subscription", given.subscription, "subscription");
      if (given.customer !== undefined && given.customer !== subscription.customer) {
        throw paramError("The subscription belongs to another customer.", {
          param: "customer",
        });
      }
      if (subscription.status === "canceled") {
        throw apiError(`No upcoming invoices for customer: ${subscription.customer}`, {
          code: "invoice_upcoming_none",
        });
      }
      const change = {
        items: wanted?.items ?? [],
        proration: wanted?.proration_behavior ?? "create_prorations",
        prorationDate: wanted?.proration_date ?? null,
        payment: "allow_incomplete",
        restartsCycle: wanted?.billing_cycle_anchor?.type === "now",
        cancelsAtEnd: wanted?.cancel_at === null ? false : wanted?.cancel_at_period_end,
        takesDateBack: wanted?.cancel_at === null,
      } as const;
      const { discounts } = given;
      return previewChange(world, subscription, change, (before) =>
        discounts === undefined
          ? before
          : update(world, "subscription", before, {
              discounts: changeDiscounts(world, before, discounts),
            }),
      );
    },
  ),
  call<Stripe.InvoiceCreateParams>()(
    "POST",
    "/v1/invoices",
    {
      auto_advance: flag().optional(),
      customer: text(),
      description: text().optional(),
      metadata: metadata().optional(),
      pending_invoice_items_behavior: z.enum(["exclude", "include"]).optional(),
      subscription: text().optional(),
    },
    (world, given) => {
      const { id: customer } = find(world, "customer", given.customer, "customer");
      const at = nowOf(world, customer);
      const subscription =
        given.subscription === undefined
          ? null
          : find(world, "subscription", given.subscription, "subscription");
      if (subscription !== null && subscription.customer !== customer) {
        throw paramError("The subscription belongs to another customer.", {
          param: "subscription",
        });
      }
      const isIncluding = given.pending_invoice_items_behavior === "include";
      const owner = subscription ?? { id: "", customer, currency: "gbp" };
      const draft = draftInvoice(world, {
        customer,
        subscription,
        reason: "manual",
        charges: isIncluding
          ? pendingCharges(world, owner, { ofCustomer: subscription === null })
          : [],
        discounts: subscription?.discounts ?? [],
        period: { start: at, end: at },
        at,
        advances: given.auto_advance ?? false,
      });
      return update(world, "invoice", draft, {
        description: given.description ?? null,
        metadata: changeMetadata({}, given.metadata),
      });
    },
  ),
  retrieval("invoice", "/v1/invoices"),
  listing<Stripe.InvoiceListParams>()(
    "invoice",
    "/v1/invoices",
    {
      created: created(),
      customer: text(),
      status: z.enum(["draft", "open", "paid", "uncollectible", "void"]),
      subscription: text(),
    },
    {
      subscription: (one, id, { world }) =>
        id === undefined || subscriptionOf(world, one)?.id === id,
    },
    (world, { customer }) => checkListable(world, customer),
  ),
  call<Stripe.InvoiceUpdateParams>()(
    "POST",
    "/v1/invoices/:id",
    {
      auto_advance: flag().optional(),
      default_payment_method: text().optional(),
      metadata: metadata().optional(),
    },
    (world, given, id) => {
      const before = find(world, "invoice", id);
      const card = given.default_payment_method;
      if (card !== undefined) {
        ownPaymentMethod(world, before.customer ?? "", card, "default_payment_method");
      }
      return updateInvoice(
        world,
        before,
        {
          auto_advance: given.auto_advance ?? before.auto_advance ?? false,
          ...(card === undefined ? {} : { default_payment_method: card }),
          metadata: changeMetadata(before.metadata ?? {}, given.metadata),
        },
        nowOf(world, before.customer),
      );
    },
  ),
  call<Stripe.InvoiceFinalizeInvoiceParams>()(
    "POST",
    "/v1/invoices/:id/finalize",
    { auto_advance: flag().optional() },
    (world, given, id) => {
      const draft = find(world, "invoice", id);
      mustBe(draft, ["draft"], "finalize");
      const at = nowOf(world, draft.customer);
      const open = finalizeInvoice(world, draft, at);
      if (open.amount_due === 0) return settlePayment(world, open, at);
      const isAutomatic = given.auto_advance ?? open.auto_advance ?? false;
      return update(world, "invoice", open, {
        auto_advance: isAutomatic,
        next_payment_attempt: isAutomatic ? at + SECONDS_UNTIL_ATTEMPT : null,
      });
    },
  ),
  call<Stripe.InvoicePayParams>()(
    "POST",
    "/v1/invoices/:id/pay",
    {
      off_session: flag().optional(),
      paid_out_of_band: flag().optional(),
      payment_method: text().optional(),
    },
    (world, given, id) => pay(world, find(world, "invoice", id), given),
  ),
  call<Stripe.InvoiceVoidInvoiceParams>()(
    "POST",
    "/v1/invoices/:id/void",
    {},
    (world, _given, id) => {
      const open = find(world, "invoice", id);
      mustBe(open, ["open", "uncollectible"], "void");
      if (intentOf(world, id)?.status === "processing") {
        throw apiError("You cannot void an invoice while its payment is processing.");
      }
      const at = nowOf(world, open.customer);
      const voided = voidInvoice(world, open, at);
      const subscription = subscriptionOf(world, open);
      // Voiding the invoice drops the pending update.
      if (subscription !== null && isHeldBack(world, subscription.id, open.id)) {
        dropPendingUpdate(world, subscription, at);
      } else if (subscription !== null) recover(world, subscription, at);
      return voided;
    },
  ),
  call<Stripe.InvoiceMarkUncollectibleParams>()(
    "POST",
    "/v1/invoices/:id/mark_uncollectible",
    {},
    (world, _given, id) => {
      const open = find(world, "invoice", id);
      mustBe(open, ["open"], "give up");
      const at = nowOf(world, open.customer);
      const given = writeOff(world, open, at);
      const subscription = subscriptionOf(world, given);
      if (subscription !== null) recover(world, subscription, at);
      return given;
    },
  ),
  call<Stripe.InvoiceListLineItemsParams>()(
    "GET",
    "/v1/invoices/:id/lines",
    paging(),
    (world, given, id) => {
      const { lines } = find(world, "invoice", id);
      return pageOf(lines.url, lines.data.toReversed(), given);
    },
  ),
];
