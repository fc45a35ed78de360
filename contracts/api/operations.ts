import * as z from "zod/mini";
import type { ErrorCode } from "../errors.ts";
import { inText, TERMS } from "../terms.ts";
import { AccountExport, Reauthentication } from "./account-data.ts";
import { AccountEmail } from "./account-email.ts";
import { AccountSessions } from "./account-sessions.ts";
import { BillingDetails, BillingDetailsResponse } from "./billing-details.ts";
import { subscriptionId } from "./billing-fields.ts";
import { BillingPortalRequest, BillingPortalResponse } from "./billing-portal.ts";
import * as cancellation from "./cancellation.ts";
import { CheckoutSessionResponse } from "./checkout-session.ts";
import * as checkout from "./checkout.ts";
import * as brief from "./content/brief.ts";
import * as calendar from "./content/calendar.ts";
import * as comments from "./content/comments.ts";
import { MaterialResponse, StartUploadRequest, StartUploadResponse } from "./content/material.ts";
import { ReportRequest, ReportResponse, ReportsResponse } from "./content/reports.ts";
import { EnquiryRow } from "./enquiry-row.ts";
import { EnquiryRequest } from "./enquiry.ts";
import { MailLink, MailLinkRequest } from "./mail-link.ts";
import { OpenInvoiceResponse, PayInvoiceResponse } from "./open-invoice.ts";
import type { Operation } from "./operation.ts";
import { OrderDocumentRequest, OrderDocumentResponse } from "./order-document.ts";
import { PageView } from "./page-views.ts";
import * as planChange from "./plan-change.ts";
import { PromiseFiguresResponse } from "./promise-figures.ts";
import { AddedMethods, Removal, RemovalLink, RemoveMethods } from "./sign-in-methods.ts";
import { SubscriptionDetailsResponse } from "./subscription-details.ts";
import { UserOrder, UserSubscription } from "./subscription.ts";
import { ClaimRequest, UnclaimedPurchasesResponse } from "./unclaimed-purchases.ts";

const STRIPE = [
  "payments_not_configured",
  "payments_unavailable",
  "payments_refused",
  "payment_declined",
] as const;
const OWN_SUBSCRIPTION = ["not_your_subscription", "no_subscription"] as const;
const PLAN_CHANGE = [...STRIPE, ...OWN_SUBSCRIPTION, "card_needed", "change_refused"] as const;
const ACCOUNT = ["insufficient_aal"] as const;

const Empty = z.object({});
const optional = z.optional(z.string());

/** Query of a list in PostgREST's shape. */
const Select = z.object({ select: optional });
const OfSubscription = z.object({ subscription: z.optional(subscriptionId) });

/** The operations that the site calls, by method and path. */
export const OPERATIONS = {
  "POST /rest/v1/form_submissions": {
    summary:
      "Send an enquiry: one row, or a list of one. 200 repeats the answer of the same Idempotency-Key",
    access: "public_key",
    headers: ["idempotency-key", "captcha-token", "accept", "prefer"],
    body: z.union([EnquiryRequest, z.array(EnquiryRequest).check(z.length(1))]),
    answers: {
      200: z.union([EnquiryRow, z.array(EnquiryRow)]),
      201: z.union([EnquiryRow, z.array(EnquiryRow)]),
    },
    errors: ["invalid_idempotency_key", "idempotency_key_reused", "captcha_failed"],
  },
  "GET /rest/v1/user_subscription": {
    summary:
      "Read the user’s subscription: a list of one or none, or the row itself for PostgREST’s Accept",
    access: "session",
    headers: ["accept"],
    query: Select,
    answers: { 200: z.union([z.partial(UserSubscription), z.array(z.partial(UserSubscription))]) },
    errors: ["invalid_input", "PGRST116"],
  },
  "GET /rest/v1/user_orders": {
    summary: "List the user’s orders, the newest first",
    access: "session",
    headers: ["accept"],
    query: z.object({ select: optional, order: z.optional(z.literal("order_date.desc")) }),
    answers: { 200: z.union([z.partial(UserOrder), z.array(z.partial(UserOrder))]) },
    errors: ["invalid_input", "PGRST116"],
  },

  "GET /functions/v1/account/sessions": {
    summary: "List the user’s sessions, the current one first",
    access: "session",
    answers: { 200: AccountSessions },
    errors: ["insufficient_aal"],
  },
  "GET /functions/v1/account/email": {
    summary: "Whether the account’s address gets email, and whether it has a password",
    access: "session",
    answers: { 200: AccountEmail },
    errors: ["insufficient_aal"],
  },
  "POST /functions/v1/account/mail-link": {
    summary: "Name the account that the link of an email opens",
    access: "public_key",
    body: MailLinkRequest,
    answers: { 200: MailLink },
    errors: ["not_found"],
  },
  "POST /functions/v1/account/removal": {
    summary: "Read what the link of a security notice removes",
    access: "public_key",
    body: RemovalLink,
    answers: { 200: Removal },
    errors: ["not_found"],
  },
  "POST /functions/v1/account/removal/confirm": {
    summary:
      "Remove the sign-in method that a security notice tells of, and end all sessions of its account",
    access: "public_key",
    body: RemovalLink,
    answers: { 200: Removal },
    errors: ["not_found"],
  },
  "GET /functions/v1/account/recovery": {
    summary: `List the sign-in methods of the last ${inText(TERMS.recovery)}, after a mailed code or link`,
    access: "session",
    answers: { 200: AddedMethods },
    errors: [...ACCOUNT, "reauthentication_needed"],
  },
  "POST /functions/v1/account/recovery": {
    summary: `Remove sign-in methods of the last ${inText(TERMS.recovery)} and end all other sessions, after a mailed code or link`,
    access: "session",
    body: RemoveMethods,
    answers: { 200: Empty },
    errors: [...ACCOUNT, "reauthentication_needed"],
  },
  "GET /functions/v1/account/export": {
    summary: "Download all data about the user",
    access: "session",
    answers: { 200: AccountExport },
    errors: ACCOUNT,
  },
  "POST /functions/v1/account/reauthenticate": {
    summary: "Prove the user with the password or a mailed code, which counts as a recent sign-in",
    access: "session",
    body: Reauthentication,
    answers: { 200: Empty },
    errors: [...ACCOUNT, "reauthentication_not_valid"],
  },
  "POST /functions/v1/account/erase": {
    summary: "Erase the account, after a recent sign-in",
    access: "session",
    answers: { 200: Empty },
    errors: [...ACCOUNT, "subscription_active", "reauthentication_needed"],
  },

  "POST /functions/v1/stripe-checkout": {
    summary: "Open a checkout session at Stripe, or find the open one of the same basket",
    access: "public_key",
    headers: ["idempotency-key", "captcha-token"],
    body: checkout.CheckoutRequest,
    answers: { 200: checkout.CheckoutResponse },
    errors: [
      ...STRIPE,
      "basket_refused",
      "url_not_allowed",
      "code_refused",
      "captcha_failed",
      "subscription_active",
      "invalid_idempotency_key",
    ],
  },
  "POST /functions/v1/promotion-code": {
    summary: "Read what a promotion code takes off for this buyer",
    access: "public_key",
    headers: ["idempotency-key", "captcha-token"],
    body: checkout.PromotionCodeRequest,
    answers: { 200: checkout.PromotionCodeResponse },
    errors: [...STRIPE, "code_refused", "captcha_failed", "invalid_idempotency_key"],
  },
  "GET /functions/v1/checkout-session": {
    summary: "Read what became of a checkout session",
    access: "public_key",
    query: z.object({ session_id: z.string() }),
    answers: { 200: CheckoutSessionResponse },
    errors: [...STRIPE, "not_found"],
  },
  "GET /functions/v1/unclaimed-purchases": {
    summary: "List guests’ purchases under the user’s proven email",
    access: "session",
    answers: { 200: UnclaimedPurchasesResponse },
  },
  "POST /functions/v1/unclaimed-purchases": {
    summary: "Claim a purchase by its checkout session or by the proven email",
    access: "session",
    body: ClaimRequest,
    answers: { 200: Empty },
    errors: [...STRIPE, "not_found"],
  },

  "GET /functions/v1/subscription": {
    summary: "Read the user’s subscription with its payments, discounts and promises",
    access: "session",
    answers: { 200: SubscriptionDetailsResponse },
  },
  "POST /functions/v1/billing-portal": {
    summary: "Open Stripe’s billing portal",
    access: "session",
    body: BillingPortalRequest,
    answers: { 200: BillingPortalResponse },
    errors: [...STRIPE, "url_not_allowed", "not_found", "card_needed"],
  },
  "GET /functions/v1/open-invoice": {
    summary: "Read the outstanding sum: of the named subscription, or of what is due first",
    access: "session",
    query: OfSubscription,
    answers: { 200: OpenInvoiceResponse },
    errors: [...STRIPE, "not_found"],
  },
  "POST /functions/v1/open-invoice": {
    summary: "Get a fresh URL to pay the open invoice",
    access: "session",
    query: OfSubscription,
    answers: { 200: PayInvoiceResponse },
    errors: [...STRIPE, "not_found", "no_open_invoice"],
  },
  "POST /functions/v1/order-document": {
    summary: "Get a fresh URL of an order’s invoice, PDF or receipt",
    access: "session",
    body: OrderDocumentRequest,
    answers: { 200: OrderDocumentResponse },
    errors: [...STRIPE, "not_found"],
  },
  "GET /functions/v1/billing-details": {
    summary: "Read what invoices say of the customer",
    access: "session",
    answers: { 200: BillingDetailsResponse },
    errors: [...STRIPE, "not_found"],
  },
  "POST /functions/v1/billing-details": {
    summary: "Save what invoices say of the customer",
    access: "session",
    body: BillingDetails,
    answers: { 200: BillingDetailsResponse },
    errors: [...STRIPE, "not_found", "card_needed", "vat_number_invalid", "country_not_sold_to"],
  },

  "POST /functions/v1/plan-change/preview": {
    summary: "Preview a plan change: what is due today and later",
    access: "session",
    body: planChange.PlanChangePreviewRequest,
    answers: { 200: planChange.PlanChangePreview },
    errors: [...PLAN_CHANGE, "subscription_ending", "payment_due", "amount_changed"],
  },
  "POST /functions/v1/plan-change": {
    summary: "Confirm a plan change at exactly the sum of its preview",
    access: "session",
    body: planChange.PlanChangeRequest,
    answers: { 200: planChange.PlanChangeResponse },
    errors: [...PLAN_CHANGE, "subscription_ending", "payment_due", "amount_changed"],
  },
  "POST /functions/v1/plan-change/withdraw": {
    summary: "Withdraw a scheduled plan change",
    access: "session",
    body: planChange.WithdrawRequest,
    answers: { 200: planChange.WithdrawResponse },
    errors: PLAN_CHANGE,
  },

  "POST /functions/v1/retention-offer": {
    summary: "Read the retention offer and record that it was shown",
    access: "session",
    body: cancellation.RetentionOfferRequest,
    answers: { 200: cancellation.RetentionOfferResponse },
  },
  "POST /functions/v1/apply-retention-discount": {
    summary: "Accept the retention offer; also takes a cancellation back",
    access: "session",
    headers: ["idempotency-key"],
    body: cancellation.AcceptOfferRequest,
    answers: { 200: cancellation.ActionResponse },
    errors: [
      ...OWN_SUBSCRIPTION,
      "invalid_idempotency_key",
      "offer_terms",
      "offer_used",
      "card_needed",
    ],
  },
  "POST /functions/v1/cancel-subscription": {
    summary: "Cancel a subscription at the end of the paid period",
    access: "session",
    body: cancellation.CancelRequest,
    answers: { 200: cancellation.ActionResponse },
    errors: OWN_SUBSCRIPTION,
  },
  "POST /functions/v1/keep-subscription": {
    summary: "Resume a subscription that is cancelled and has not ended",
    access: "session",
    body: cancellation.ResumeRequest,
    answers: { 200: cancellation.ActionResponse },
    errors: [...OWN_SUBSCRIPTION, "card_needed"],
  },
  "POST /functions/v1/refund-request": {
    summary: "Ask for a refund under the money-back guarantee",
    access: "session",
    body: cancellation.RefundRequest,
    answers: { 200: cancellation.ActionResponse },
    errors: [...OWN_SUBSCRIPTION, "refund_asked", "guarantee_over", "card_needed"],
  },

  "GET /functions/v1/brief": {
    summary: "Read the brief and the approvers",
    access: "session",
    answers: { 200: brief.BriefResponse },
  },
  "PUT /functions/v1/brief": {
    summary: "Save the brief; one based on an older version or revision changes nothing",
    access: "session",
    body: brief.SaveBriefRequest,
    answers: { 200: brief.BriefResponse },
    errors: ["no_subscription", "brief_changed"],
  },
  "POST /functions/v1/brief/submit": {
    summary: "Submit the saved brief",
    access: "session",
    body: brief.SubmitBriefRequest,
    answers: { 200: brief.BriefResponse },
    errors: ["no_subscription", "brief_changed", "brief_incomplete"],
  },
  "POST /functions/v1/brief/approvers": {
    summary: "Add an address that may approve posts",
    access: "session",
    body: brief.AddApproverRequest,
    answers: { 200: brief.BriefResponse },
    errors: ["no_subscription", "approvers_full"],
  },
  "DELETE /functions/v1/brief/approvers/:id": {
    summary: "Remove an approver",
    access: "session",
    answers: { 200: brief.BriefResponse },
    errors: ["not_found"],
  },

  "GET /functions/v1/material": {
    summary: "List the user’s files, the newest first",
    access: "session",
    answers: { 200: MaterialResponse },
  },
  "POST /functions/v1/material": {
    summary:
      "Begin an upload, or find the unfinished one of the same file, with its missing parts of 5 MiB",
    access: "session",
    body: StartUploadRequest,
    answers: { 200: StartUploadResponse },
    errors: ["no_subscription", "material_full", "material_unavailable", "not_found"],
  },
  "POST /functions/v1/material/:id/complete": {
    summary: "Complete an upload once all its parts are here",
    access: "session",
    answers: { 200: MaterialResponse },
    errors: ["not_found", "material_incomplete", "material_unavailable"],
  },
  "DELETE /functions/v1/material/:id": {
    summary: "Remove a file",
    access: "session",
    answers: { 200: MaterialResponse },
    errors: ["not_found", "material_in_post"],
  },

  "GET /functions/v1/calendar": {
    summary: "List the user’s posts, the last planned one first",
    access: "session",
    answers: { 200: calendar.CalendarResponse },
  },
  "POST /functions/v1/posts/decisions": {
    summary:
      "Approve versions of posts, ask for changes, or take an approval back; a repeat answers alike",
    access: "session",
    body: calendar.DecisionsRequest,
    answers: { 200: calendar.DecisionsResponse },
    errors: ["post_changed", "post_decided", "not_found"],
  },
  "GET /functions/v1/posts/:id/comments": {
    summary: "List the newest comments on a post, or those before one; the oldest first",
    access: "session",
    query: comments.CommentsQuery,
    answers: { 200: comments.CommentsResponse },
    errors: ["not_found"],
  },
  "POST /functions/v1/posts/:id/comments": {
    summary: "Write a comment on a post",
    access: "session",
    body: comments.WriteCommentRequest,
    answers: { 200: comments.WriteCommentResponse },
    errors: ["not_found", "comments_full"],
  },

  "GET /functions/v1/review": {
    summary: "List the posts that an email asks to approve",
    access: "email_link",
    answers: { 200: calendar.ReviewResponse },
    errors: ["not_found"],
  },
  "POST /functions/v1/review/decisions": {
    summary: "Decide about posts by an email’s link",
    access: "email_link",
    body: calendar.DecisionsRequest,
    answers: { 200: calendar.ReviewDecisionsResponse },
    errors: ["forbidden", "post_changed", "post_decided", "not_found"],
  },
  "POST /functions/v1/review/fresh-email": {
    summary: "Mail a new link to the same address, once an hour",
    access: "email_link",
    answers: { 200: calendar.FreshEmailResponse },
    errors: ["not_found"],
  },
  "GET /functions/v1/review/posts/:id/comments": {
    summary: "List the newest comments on a post of an email’s link, or those before one",
    access: "email_link",
    query: comments.CommentsQuery,
    answers: { 200: comments.CommentsResponse },
    errors: ["not_found"],
  },
  "POST /functions/v1/review/posts/:id/comments": {
    summary: "Write a comment on a post of an email’s link",
    access: "email_link",
    body: comments.WriteCommentRequest,
    answers: { 200: comments.WriteCommentResponse },
    errors: ["not_found", "comments_full"],
  },

  "GET /functions/v1/reports": {
    summary: "List the user’s reports, with the newest one or that of a number",
    access: "session",
    query: z.object({ number: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))) }),
    answers: { 200: ReportsResponse },
    errors: ["not_found"],
  },
  "POST /functions/v1/report": {
    summary: `Read the report of an emailed link, for ${inText(TERMS.reportLink)}`,
    access: "public_key",
    body: ReportRequest,
    answers: { 200: ReportResponse },
    errors: ["not_found"],
  },

  "POST /functions/v1/page-views": {
    summary: "Count a page view; nothing about the visitor is stored",
    access: "public_key",
    body: PageView,
    answers: { 204: null },
  },
  "GET /functions/v1/promise-figures": {
    summary: `Read how the company kept its promises in the last ${inText(TERMS.figures)}`,
    access: "public_key",
    answers: { 200: PromiseFiguresResponse },
  },
} as const satisfies Record<string, Operation<ErrorCode>>;
export type Operations = typeof OPERATIONS;
