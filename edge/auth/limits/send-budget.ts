import { recordRefusal } from "#db/refusals.ts";
import type { AppContext, AppMiddleware, Channel, Reservation } from "../../http/env.ts";
import type { AuthDeps, LimitDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";
import type { LimitResult } from "./limits.ts";
import { consumeForVisitor } from "./require-allowed.ts";

const BUDGETS = {
  email: { proven: "email_sent_proven", unproven: "email_sent" },
  sms: { proven: "sms_sent_proven", unproven: "sms_sent" },
} as const;

/**
 * `either` when only the statement can tell; `sign-up` as `unproven`, and the owner of a known address may be told.
 * Whoever is signed in is counted by account: others behind the same address cannot spend that share.
 */
export type Addressee =
  | "unproven"
  | "sign-up"
  | "either"
  | { accountId: string; isProven: boolean };

export type SendPermission = { unprovenAllowed: boolean; provenAllowed: boolean };

export const EVERYBODY = "everybody";
const EXHAUSTED = {
  email: ["over_email_send_rate_limit", "email rate limit exceeded"],
  sms: ["over_sms_send_rate_limit", "SMS rate limit exceeded"],
} as const;

/**
 * Reserves a mail or SMS in the budget of all visitors; {@link uncountReserved} uncounts it unless
 * this request writes one. Shares of a visitor count every request: counting only written mails
 * would reveal who has an account.
 *
 * @returns for `either`, whether an unproven address may be written to, for `sign-up`, whether a
 * proven one. If not, the response stays the same, because otherwise it would tell who has an account
 * @throws {AuthError} `over_email_send_rate_limit` or `over_sms_send_rate_limit`
 */
export async function requireBudget(
  c: AppContext,
  deps: AuthDeps,
  channel: Channel,
  addressee: Addressee,
): Promise<SendPermission> {
  const must = (taken: LimitResult) => {
    if (taken.allowed) return true;
    const [code, message] = EXHAUSTED[channel];
    throw new AuthError(code, message, { retryAfterS: taken.retryAfterS });
  };
  const shareOf = (kind: "new" | "known" | "other") =>
    consumeForVisitor(c, deps, `${channel}_sent_visitor_${kind}`);
  const budget = (isProven: boolean) => reserve(c, deps, { channel, isProven });
  switch (addressee) {
    case "unproven":
      must(await shareOf("other"));
      return { unprovenAllowed: must(await budget(false)), provenAllowed: false };
    case "sign-up":
      must(await shareOf("new"));
      return {
        unprovenAllowed: must(await budget(false)),
        provenAllowed: (await budget(true)).allowed,
      };
    case "either": {
      must(await shareOf("known"));
      const provenAllowed = must(await budget(true));
      const share = await shareOf("other");
      return { provenAllowed, unprovenAllowed: share.allowed && (await budget(false)).allowed };
    }
    default: {
      const { accountId, isProven } = addressee;
      must(await deps.limits.take(`${channel}_sent_account`, accountId));
      must(await budget(isProven));
      return { unprovenAllowed: !isProven, provenAllowed: isProven };
    }
  }
}

async function reserve(c: AppContext, deps: AuthDeps, reservation: Reservation) {
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
  c: AppContext,
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

export function spendReserved(c: AppContext, spent: Channel): void {
  c.set("reserved", c.var.reserved?.filter(({ channel }) => channel !== spent) ?? []);
}

/** Uncounts, after the response, the reservations that the request did not spend. */
export function uncountReserved({ limits }: LimitDeps): AppMiddleware {
  return async function uncountReserved(c, next) {
    await next();
    uncountReservations(c, limits, c.var.reserved ?? []);
  };
}

function uncountReservations(
  c: AppContext,
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
