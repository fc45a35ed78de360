import * as z from "zod";
import type { EnquiryRow } from "#contracts/api/enquiry-row.ts";
import { EnquiryRequest } from "#contracts/api/enquiry.ts";
import { AppError } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { isKnownEnquiry } from "#db/enquiries/find-enquiries.ts";
import { submitEnquiry } from "#db/enquiries/submit-enquiry.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireCaptcha } from "../http/captcha.ts";
import { newRoutes } from "../http/env.ts";
import { readIdempotencyKey } from "../http/idempotency-key.ts";
import { validateJson } from "../http/json-body.ts";
import { publishEvents, VISITOR_ACTOR } from "../http/publish-events.ts";
import { visitorKey } from "../http/rate-limit.ts";
import { readUserAgent } from "../http/request-headers.ts";

// Three times the longest valid enquiry with every character escaped.
const BODY_MAX_BYTES = 64 * 1_024;

/** supabase-js sends a row, or a list with one row. */
const InsertBody = z.preprocess(
  (body) => (Array.isArray(body) && body.length === 1 ? (body[0] as unknown) : body),
  EnquiryRequest,
);

/**
 * `POST /rest/v1/form_submissions`: 201 with the row; 200 for a repeated `Idempotency-Key` and
 * form; 422 for the key with another form. Consent is not part of the form: a visitor may
 * withdraw it between two attempts.
 */
export function enquiryRoutes(deps: EdgeDeps) {
  return newRoutes().post(
    "/",
    ...validateJson(deps.enquiryLimiter, BODY_MAX_BYTES, InsertBody),
    async (c) => {
      const { hp_field: trap, conversion, ...form } = c.req.valid("json");
      const idempotencyKey = readIdempotencyKey(c, visitorKey(c.req.header("cf-connecting-ip")));
      // A repeat comes with the spent token of the first attempt.
      if (deps.captcha !== null && !(await isKnownEnquiry(deps.db, idempotencyKey))) {
        await requireCaptcha(c, deps.captcha, "enquiry");
      }
      const id = deps.makeId("submission");
      if (trap !== undefined && trap !== "") {
        // A bot must not learn that it was recognised.
        c.var.log.info("honeypot_filled");
        return rowResponse(c.req, { id, created_at: deps.now().toISOString(), ...form }, 201);
      }
      const event = newEvent(c.var.events, "ContactSubmitted", VISITOR_ACTOR, {
        submissionId: id,
        formType: form.form_type,
        conversionConsent: conversion !== undefined,
      });
      const result = await submitEnquiry(deps.db, {
        id,
        idempotencyKey,
        form,
        conversion:
          conversion === undefined
            ? null
            : { ...conversion, user_agent: readUserAgent(c.req.header("user-agent")) },
        event,
      });
      switch (result.outcome) {
        case "key_reused":
          throw new AppError("idempotency_key_reused", MESSAGES.refused.idempotencyKeyReused);
        case "repeated":
          return rowResponse(c.req, result.row, 200);
        case "stored":
          publishEvents(c, [event]);
          return rowResponse(c.req, result.row, 201);
      }
    },
  );
}

/**
 * Responds as PostgREST for the `Accept` and `Prefer` headers: an object, a list of one, or
 * nothing.
 */
function rowResponse(
  request: { header(name: string): string | undefined },
  row: EnquiryRow,
  status: 200 | 201,
): Response {
  const prefer = request.header("prefer") ?? "";
  if (/\breturn=minimal\b/.test(prefer)) return new Response(null, { status });
  const asObject = (request.header("accept") ?? "").includes("application/vnd.pgrst.object+json");
  const asList = !asObject && /\breturn=representation\b/.test(prefer);
  return Response.json(asList ? [row] : row, { status });
}
