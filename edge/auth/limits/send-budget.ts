import type { Context, MiddlewareHandler } from "hono";
import type { DomainEvent } from "#contracts/events/catalogue.ts";
import type { AppEnv } from "../../http/env.ts";
import type { LimitDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";
import { visitorKeyOf } from "./require-allowed.ts";

/** All mails share one sender's reputation, all SMS one bill. */
type Budget = NonNullable<AppEnv["Variables"]["reserved"]>[number];

const EVERYBODY = "everybody";
const EXHAUSTED = {
  email_sent: ["over_email_send_rate_limit", "email rate limit exceeded"],
  sms_sent: ["over_sms_send_rate_limit", "SMS rate limit exceeded"],
} as const;

/**
 * Reserves a mail or SMS in the budget of all visitors; {@link returnReserved} returns it unless
 * this request writes one. The visitor's own share counts every request: counting only written
 * mails would reveal who has an account.
 *
 * @throws {AuthError} `over_email_send_rate_limit` or `over_sms_send_rate_limit`
 */
export async function requireBudget(
  c: Context<AppEnv>,
  { limits }: LimitDeps,
  budget: Budget,
): Promise<void> {
  const visitor = visitorKeyOf(c);
  const share = await limits.take(`${budget}_visitor`, visitor);
  if (!share.allowed) throw exhausted(budget, share.retryAfterS);
  const all = await limits.take(budget, EVERYBODY);
  if (!all.allowed) {
    c.var.log.warn("budget_exhausted", { budget });
    throw exhausted(budget, all.retryAfterS);
  }
  c.set("reserved", [...(c.var.reserved ?? []), budget]);
}

/** Spends the reservations of the mails and SMS among written events. */
export function spendBudget(c: Context<AppEnv>, events: readonly DomainEvent[]): void {
  const types = new Set(events.map(({ type }) => type));
  const spent = {
    email_sent: types.has("AuthMailRequested"),
    sms_sent: types.has("AuthSmsRequested"),
  };
  c.set(
    "reserved",
    c.var.reserved?.filter((budget) => !spent[budget]),
  );
}

/** Returns, after the response, the reservations that the request did not spend. */
export function returnReserved({ limits }: LimitDeps): MiddlewareHandler<AppEnv> {
  return async function returnReserved(c, next) {
    await next();
    for (const budget of c.var.reserved ?? []) {
      c.executionCtx.waitUntil(limits.putBack(budget, EVERYBODY));
    }
  };
}

function exhausted(budget: Budget, retryAfterS: number): AuthError {
  const [code, message] = EXHAUSTED[budget];
  return new AuthError(code, message, { retryAfterS });
}
