import { Hono } from "hono";
import type { Stripe } from "stripe";
import {
  type OrderDocument,
  OrderDocumentRequest,
  type OrderDocumentResponse,
} from "#contracts/api/order-document.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { findUserOrder } from "#db/billing/find-orders.ts";
import { isStripeUnavailable } from "#db/stripe/errors.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { listAll } from "#db/stripe/list-all.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";

const BODY_MAX_BYTES = 1_024;

/** `POST /functions/v1/order-document`: reads the URL from Stripe each time, because it expires. */
export function orderDocumentRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, OrderDocumentRequest),
    async (c) => {
      const { stripe } = requireStripe(deps.payments);
      const user = await requireUserAt(c, deps);
      const request = c.req.valid("json");
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
    },
  );
}

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
