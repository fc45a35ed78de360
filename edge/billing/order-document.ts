import { Hono } from "hono";
import type { Stripe } from "stripe";
import {
  type OrderDocument,
  OrderDocumentRequest,
  type OrderDocumentResponse,
} from "#contracts/api/order-document.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { findUserOrder } from "#db/billing/find-user-order.ts";
import { isStripeUnavailable } from "#db/stripe/errors.ts";
import { idOf } from "#db/stripe/id-of.ts";
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
      const { orderId, document } = c.req.valid("json");
      const found = requireSignedIn(await findUserOrder(deps.db, user, orderId));
      if (found.order === null) throw new AppError("not_found", BILLING_PAGE_MESSAGES.noOrder);
      const url = await readUrl(stripe, orderId, document).catch((error: unknown) => {
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
  return document === "receipt"
    ? new AppError("not_found", BILLING_PAGE_MESSAGES.noReceipt)
    : new AppError("payments_unavailable", BILLING_PAGE_MESSAGES.away);
}

async function readUrl(
  stripe: Stripe,
  orderId: string,
  document: OrderDocument,
): Promise<string | null | undefined> {
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
