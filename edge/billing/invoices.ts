import type { Stripe } from "stripe";
import { subscriptionId } from "#contracts/api/billing-fields.ts";
import type { OpenInvoiceResponse, PayInvoiceResponse } from "#contracts/api/open-invoice.ts";
import {
  type OrderDocument,
  OrderDocumentRequest,
  type OrderDocumentResponse,
} from "#contracts/api/order-document.ts";
import { isDebitRunning } from "#contracts/billing/bank-debit.ts";
import { isOpen, isPaymentDue } from "#contracts/billing/subscription-status.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { findUserOrder } from "#db/billing/find-orders.ts";
import { isInvalidRequest, isStripeUnavailable } from "#db/stripe/errors.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { listAll } from "#db/stripe/with-archived.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser, requireSignedIn, requireUserAt } from "../http/current-user.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { takeJson } from "../http/json-body.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { findOwnSubscription } from "./own-subscription.ts";

/**
 * `GET /functions/v1/open-invoice`: the outstanding sum; `POST`: Stripe's payment page, whose URL expires.
 * `?subscription=sub_…` restricts both to one subscription.
 */
export function openInvoiceRoutes(deps: EdgeDeps) {
  return newRoutes()
    .get("/", rateLimit(deps.apiLimiter), async (c) => {
      const { invoice } = await findOpenInvoice(c, deps);
      return c.json<OpenInvoiceResponse>({
        amount_pence: invoice?.amount_remaining ?? null,
        currency: invoice?.currency ?? null,
      });
    })
    .post("/", rateLimit(deps.apiLimiter), async (c) => {
      const { stripe, invoice } = await findOpenInvoice(c, deps);
      const payable = invoice?.status === "draft" ? await finalize(stripe, invoice.id) : invoice;
      const url = payable?.status === "open" ? payable.hosted_invoice_url : null;
      if (url == null) {
        throw new AppError("no_open_invoice", BILLING_MESSAGES.checkout.noOpenInvoice);
      }
      return c.json<PayInvoiceResponse>({ url });
    });
}

async function findOpenInvoice(c: AppContext, deps: EdgeDeps) {
  const { stripe } = requireStripe(deps.payments);
  const currentUser = await requireUser(c, deps);
  const named = c.req.query("subscription");
  if (named !== undefined && !subscriptionId.safeParse(named).success) throw noSubscriptionError();
  const { subscription } = await findOwnSubscription(deps, currentUser, {
    id: named ?? null,
    isAtStripe: true,
  });
  if (subscription === null) throw noSubscriptionError();
  const { id, status, awaiting, others, paymentMethodBrand: brand } = subscription;
  // The bank may still pay, so another payment would be the second one.
  if (isDebitRunning({ status, brand })) return { stripe, invoice: null };
  // Without a name, an ads plan beside a paid plan counts too.
  const due =
    named !== undefined || isPaymentDue(status) || awaiting !== null
      ? []
      : others.filter((other) => isPaymentDue(other.status));
  for (const candidate of [id, ...due.map((other) => other.id)]) {
    const invoice = await findPayableInvoice(stripe, candidate);
    if (invoice !== null) return { stripe, invoice };
  }
  return { stripe, invoice: null };
}

/** The same for another user's subscription and one that does not exist. */
function noSubscriptionError(): AppError {
  return new AppError("not_found", BILLING_MESSAGES.checkout.noOpenInvoice);
}

/**
 * Stripe keeps the later invoices of an unpaid subscription as drafts, and only paying the newest
 * makes it active.
 */
async function findPayableInvoice(
  stripe: Stripe,
  subscription: string,
): Promise<Stripe.Invoice | null> {
  const { status, latest_invoice: latest } = await stripe.subscriptions.retrieve(subscription, {
    expand: ["latest_invoice"],
  });
  // Paying for an ended subscription does not restore it.
  if (!isOpen(status) || latest === null || typeof latest === "string") return null;
  if (latest.status === "open" || (latest.status === "draft" && status === "unpaid")) return latest;
  // The newest may be void, or the draft of a renewal that Stripe is about to send.
  if (!isPaymentDue(status)) return null;
  const { data } = await stripe.invoices.list({ subscription, status: "open", limit: 1 });
  return data[0] ?? null;
}

/** Without `auto_advance` Stripe does not charge the card by itself. */
async function finalize(stripe: Stripe, id: string): Promise<Stripe.Invoice> {
  try {
    return await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
  } catch (error) {
    // Another request of the same user was faster.
    if (!isInvalidRequest(error)) throw error;
    return stripe.invoices.retrieve(id);
  }
}

const BODY_MAX_BYTES = 1_024;

/** `POST /functions/v1/order-document`: reads the URL from Stripe each time, because it expires. */
export const orderDocumentRoutes = (deps: EdgeDeps) =>
  takeJson(deps, BODY_MAX_BYTES, OrderDocumentRequest, async (c, request) => {
    const { stripe } = requireStripe(deps.payments);
    const user = await requireUserAt(c, deps);
    const { orderId, document } = request;
    const found = requireSignedIn(await findUserOrder(deps.db, user, orderId));
    if (found.order === null) throw new AppError("not_found", BILLING_PAGE_MESSAGES.noOrder);
    const url = await readUrl(stripe, request).catch((error: unknown) => {
      // Still good for weeks after the last sync.
      if (document === "invoice" && isStripeUnavailable(error)) return found.order?.invoiceUrl;
      throw error;
    });
    if (url == null) throw noUrlError(document);
    return c.json<OrderDocumentResponse>({ url });
  });

function noUrlError(document: OrderDocument): AppError {
  switch (document) {
    case "receipt":
      return new AppError("not_found", BILLING_PAGE_MESSAGES.noReceipt);
    case "credit_note":
      return new AppError("not_found", BILLING_PAGE_MESSAGES.noCreditNote);
    case "invoice":
    case "pdf":
      return new AppError("payments_unavailable", BILLING_PAGE_MESSAGES.away);
  }
}

async function readUrl(
  stripe: Stripe,
  { orderId, document, creditNoteId }: OrderDocumentRequest,
): Promise<string | null | undefined> {
  if (document === "credit_note") {
    const notes = await listAll(stripe.creditNotes.list({ invoice: orderId, limit: 100 }));
    return notes.find(
      ({ id, status }) => status !== "void" && (creditNoteId === undefined || id === creditNoteId),
    )?.pdf;
  }
  const invoice = await stripe.invoices.retrieve(orderId, { expand: ["payments"] });
  if (document === "invoice") return invoice.hosted_invoice_url;
  if (document === "pdf") return invoice.invoice_pdf;
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  const intent = paid?.payment.payment_intent;
  if (intent === undefined) return null;
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(idOf(intent), {
    expand: ["latest_charge"],
  });
  return charge === null || typeof charge === "string" ? null : charge.receipt_url;
}
