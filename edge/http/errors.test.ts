import { Hono } from "hono";
import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "#contracts/errors.ts";
import type { AppEnv } from "./env.ts";
import { errorResponse } from "./errors.ts";
import { createLogger } from "./logger.ts";

const { errors } = Stripe;
type ErrorClass = Exclude<keyof typeof errors, "generate">;

const REFUSED = { status: 400, code: "payments_refused" };
const AWAY = { status: 503, code: "payments_unavailable" };
const MISCONFIGURED = { status: 503, code: "payments_not_configured" };

/** All others are refusals of a request. */
const ANSWERS: Partial<Record<ErrorClass, { status: number; code: string }>> = {
  StripeCardError: { status: 402, code: "payment_declined" },
  StripeIdempotencyError: AWAY,
  StripeRateLimitError: AWAY,
  StripeConnectionError: AWAY,
  StripeAPIError: AWAY,
  StripeAuthenticationError: MISCONFIGURED,
  StripePermissionError: MISCONFIGURED,
};

const RAW = {
  type: "invalid_request_error",
  code: "a_code_of_stripe",
  param: "items[0][price]",
  message: "No card of ada@shop.example",
  requestId: "req_stripe",
} as const;

async function answerTo(error: Error) {
  const lines: string[] = [];
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("requestId", "req_1");
      c.set(
        "log",
        createLogger("debug", {}, (line) => lines.push(line)),
      );
      await next();
    })
    .get("/", () => {
      throw error;
    })
    .onError(errorResponse);
  const response = await app.request("/");
  return { status: response.status, text: await response.text(), log: lines.join("\n") };
}

// No request throws the error of a webhook's signature.
const { StripeSignatureVerificationError: _, ...ofRequests } = errors;
const kinds = Object.entries(ofRequests).flatMap(([name, make]) =>
  make.prototype instanceof errors.StripeError ? [[name as ErrorClass, make] as const] : [],
);

test("every kind of error that Stripe's library has is tried", () => {
  expect(kinds.length).toBeGreaterThan(8);
  expect(kinds.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(ANSWERS)));
});

test.for(kinds)("%s: a stable code, and the reason only in the log", async ([name, make]) => {
  const { status, text, log } = await answerTo(Reflect.construct(make, [RAW]) as Error);
  const expected = ANSWERS[name] ?? REFUSED;
  expect({ status, code: (JSON.parse(text) as { code: string }).code }).toEqual(expected);
  expect(ERROR_STATUS[expected.code as ErrorCode]).toBe(expected.status);
  expect(JSON.parse(log)).toMatchObject({
    message: "stripe_refused",
    stripeCode: RAW.code,
    param: RAW.param,
    stripeRequestId: RAW.requestId,
  });
  expect(text + log).not.toContain("ada@");
  expect(text).not.toContain(RAW.code);
});
