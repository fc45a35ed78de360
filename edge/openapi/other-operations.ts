import * as z from "zod";
import { ObjectList } from "#contracts/api/content/material.ts";
import type { Operation } from "#contracts/api/operation.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import { TwilioReport } from "../auth/phone/twilio-webhook.ts";
import { StripeNotification } from "../billing/stripe-webhook.ts";
import { CalendlyNotification } from "../calls/calendly-webhook.ts";
import { ResendEvent } from "../emails/resend-webhook.ts";

/** A file of any media type. */
const FILE = "*/*";
const FILE_ERRORS = ["not_found", "material_unavailable"] as const;
const WEBHOOK_ERRORS = ["rate_limited", "payload_too_large", "signature_invalid"] as const;
const Received = z.object({ received: z.literal(true) });

/** Everything beside the site's operations and `/auth/v1`. */
export const OTHER_OPERATIONS = {
  "GET /openapi.json": {
    summary: "Read this document",
    access: "nothing",
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
  "GET /docs": {
    summary: "Read this document as a page",
    access: "nothing",
    answers: { 200: "text/html" },
  },
  "GET /healthz": {
    summary: "Whether the API runs",
    access: "nothing",
    answers: { 200: z.object({ status: z.literal("ok") }) },
  },
  "GET /readyz": {
    summary: "Whether the API reaches its database",
    access: "nothing",
    answers: { 200: z.object({ status: z.literal("ready") }) },
  },
  "GET /.well-known/security.txt": {
    summary: "Find out how to report a vulnerability: redirects to the site",
    access: "nothing",
    answers: { 302: null },
  },
  "POST /webhooks/stripe": {
    summary: "Take an event of Stripe; a repeat changes nothing",
    access: "stripe_signature",
    body: StripeNotification,
    answers: { 200: Received },
    errors: [...WEBHOOK_ERRORS, "invalid_input", "payments_not_configured"],
  },
  "POST /webhooks/calendly": {
    summary: "Take a booked or cancelled call; a repeat changes nothing",
    access: "calendly_signature",
    body: CalendlyNotification,
    answers: { 200: Received },
    errors: [...WEBHOOK_ERRORS, "webhook_not_configured"],
  },
  "POST /webhooks/resend": {
    summary: "Take what became of an email; a repeat changes nothing",
    access: "resend_signature",
    body: ResendEvent,
    answers: { 200: Received },
    errors: [...WEBHOOK_ERRORS, "invalid_input", "webhook_not_configured"],
  },
  "POST /webhooks/twilio": {
    summary: "Take what became of a code by SMS or WhatsApp; a repeat changes nothing",
    access: "twilio_signature",
    query: z.object({ event: z.string() }),
    body: TwilioReport,
    bodyType: "application/x-www-form-urlencoded",
    answers: { 200: Received },
    errors: [...WEBHOOK_ERRORS, "webhook_not_configured"],
  },
  "POST /unsubscribe/:id/:token": {
    summary:
      "Remove an approver, or send no further sample month, by the address in an email’s header",
    access: "nothing",
    bodyType: "application/x-www-form-urlencoded",
    answers: { 204: null },
    errors: ["rate_limited", "not_found"],
  },
  "GET /review": {
    summary: "Show the posts of a link from an email, to a browser without scripts",
    access: "nothing",
    query: z.object({ token: z.string() }),
    answers: { 200: "text/html" },
    errors: ["rate_limited", "not_found"],
  },
  "POST /review": {
    summary: "Decide about posts by the form of that page",
    access: "nothing",
    bodyType: "application/x-www-form-urlencoded",
    answers: { 200: "text/html" },
    errors: [
      "rate_limited",
      "not_found",
      "invalid_input",
      "payload_too_large",
      "unsupported_media_type",
      "forbidden",
      "post_changed",
      "post_decided",
    ],
  },
  "PUT /functions/v1/material/:id/parts/:part": {
    summary: "Upload one part, of 5 MiB but for the last, to the address that began the upload",
    access: "signed_address",
    bodyType: FILE,
    answers: { 204: null },
    errors: [
      ...FILE_ERRORS,
      "unauthenticated",
      "payload_too_large",
      "forbidden",
      "invalid_input",
      "material_refused",
    ],
  },
  "GET /media": {
    summary: "List files and erased accounts; the worker’s",
    access: "signed_address",
    query: z.object({ under: z.string().optional(), after: z.string().optional() }),
    answers: { 200: ObjectList },
    errors: FILE_ERRORS,
  },
  "PUT /media/erased/:hash": {
    summary: "Note that an account was erased; the worker’s",
    access: "signed_address",
    answers: { 204: null },
    errors: FILE_ERRORS,
  },
  "GET /media/:id/:file": {
    summary: "Read a file",
    access: "signed_address",
    headers: ["range"],
    answers: { 200: FILE, 206: FILE },
    errors: [...FILE_ERRORS, "range_refused"],
  },
  "PUT /media/:id/:file": {
    summary: "Write a copy of a file; the worker’s",
    access: "signed_address",
    bodyType: FILE,
    answers: { 204: null },
    errors: [...FILE_ERRORS, "unsupported_media_type"],
  },
  "DELETE /media/:id/raw": {
    summary: "Delete the file as it was uploaded; the worker’s",
    access: "signed_address",
    answers: { 204: null },
    errors: FILE_ERRORS,
  },
  "DELETE /media/:id": {
    summary: "Delete a file with its copies; the worker’s",
    access: "signed_address",
    query: z.object({ upload: z.string().optional() }),
    answers: { 204: null },
    errors: FILE_ERRORS,
  },
  "GET /mail-pictures/:link/:id/:key": {
    summary: "Read a picture of a post, as the email about it shows it",
    access: "signed_address",
    answers: { 200: FILE },
    errors: FILE_ERRORS,
  },
  "GET /photos/:id": {
    summary: "Read the photo of an account manager",
    access: "nothing",
    answers: { 200: "image/jpeg" },
    errors: ["rate_limited", "not_found"],
  },
} as const satisfies Record<string, Operation<ErrorCode>>;
