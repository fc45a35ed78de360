import type { Context, MiddlewareHandler } from "hono";
import type { DomainEvent } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { recordRefusal } from "#db/refusals/record-refusal.ts";
import type { AppEnv } from "../../http/env.ts";
import type { LimitDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";
import { takeOfVisitor } from "./require-allowed.ts";

/** All mails share one sender's reputation, all SMS one bill. */
type Channel = "email" | "sms";

const BUDGETS = {
  email: { proven: "email_sent_proven", unproven: "email_sent" },
  sms: { proven: "sms_sent_proven", unproven: "sms_sent" },
} as const;

export type Reservation = { channel: Channel; isProven: boolean };

/** `either` when only the statement can tell. */
export type Addressee = "proven" | "unproven" | "either";

export type SendPermission = { unprovenAllowed: boolean };

export type BudgetDeps = LimitDeps & { db: Db; now: () => Date };

const EVERYBODY = "everybody";
const EXHAUSTED = {
  email: ["over_email_send_rate_limit", "email rate limit exceeded"],
  sms: ["over_sms_send_rate_limit", "SMS rate limit exceeded"],
} as const;

/**
 * Reserves a mail or SMS in the budget of all visitors; {@link uncountReserved} uncounts it unless
 * this request writes one. The visitor's own share counts every request: counting only written
 * mails would reveal who has an account.
 *
 * @returns for `either`, whether an unproven address may be written to. If not, the response stays
 * the same, because otherwise it would tell who has an account
 * @throws {AuthError} `over_email_send_rate_limit` or `over_sms_send_rate_limit`
 */
export async function requireBudget(
  c: Context<AppEnv>,
  deps: BudgetDeps,
  channel: Channel,
  addressee: Addressee,
): Promise<SendPermission> {
  const share = await takeOfVisitor(c, deps, `${channel}_sent_visitor`);
  if (!share.allowed) throw budgetExhaustedError(channel, share.retryAfterS);
  if (addressee !== "unproven") {
    const { allowed, retryAfterS } = await reserve(c, deps, { channel, isProven: true });
    if (!allowed) throw budgetExhaustedError(channel, retryAfterS);
  }
  if (addressee === "proven") return { unprovenAllowed: false };
  const { allowed, retryAfterS } = await reserve(c, deps, { channel, isProven: false });
  if (!allowed && addressee === "unproven") throw budgetExhaustedError(channel, retryAfterS);
  return { unprovenAllowed: allowed };
}

async function reserve(c: Context<AppEnv>, deps: BudgetDeps, reservation: Reservation) {
  const budget = budgetOf(reservation);
  const taken = await deps.limits.take(budget, EVERYBODY);
  if (taken.allowed) {
    c.set("reserved", [...(c.var.reserved ?? []), reservation]);
  } else {
    const { log } = c.var;
    log.warn("budget_exhausted", { budget });
    c.executionCtx.waitUntil(
      recordRefusal(deps.db, budget, deps.now().toISOString()).catch(() =>
        log.warn("refusal_not_recorded", { budget }),
      ),
    );
  }
  return taken;
}

/** Uncounts the other one of two reservations, once the statement knows whether the address is proven. */
export function uncountOtherBudget(
  c: Context<AppEnv>,
  { limits }: LimitDeps,
  { channel, isProven }: Reservation,
): void {
  const reserved = c.var.reserved ?? [];
  const other = reserved.filter((one) => one.channel === channel && one.isProven !== isProven);
  c.set(
    "reserved",
    reserved.filter((one) => !other.includes(one)),
  );
  uncountReservations(c, limits, other);
}

/** Spends the reservations of the mails and SMS among written events. */
export function spendBudget(c: Context<AppEnv>, events: readonly DomainEvent[]): void {
  const types = new Set(events.map(({ type }) => type));
  const spent = {
    email: types.has("AuthMailRequested"),
    sms: types.has("AuthSmsRequested"),
  };
  c.set("reserved", c.var.reserved?.filter(({ channel }) => !spent[channel]) ?? []);
}

/** Uncounts, after the response, the reservations that the request did not spend. */
export function uncountReserved({ limits }: LimitDeps): MiddlewareHandler<AppEnv> {
  return async function uncountReserved(c, next) {
    await next();
    uncountReservations(c, limits, c.var.reserved ?? []);
  };
}

function uncountReservations(
  c: Context<AppEnv>,
  limits: LimitDeps["limits"],
  reservations: readonly Reservation[],
): void {
  for (const reservation of reservations) {
    c.executionCtx.waitUntil(limits.uncount(budgetOf(reservation), EVERYBODY));
  }
}

function budgetOf({ channel, isProven }: Reservation) {
  return BUDGETS[channel][isProven ? "proven" : "unproven"];
}

function budgetExhaustedError(channel: Channel, retryAfterS: number): AuthError {
  const [code, message] = EXHAUSTED[channel];
  return new AuthError(code, message, { retryAfterS });
}
