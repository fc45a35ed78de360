import type { Context } from "hono";
import type { ClaimProof } from "#contracts/events/purchase-claimed.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import { claimPurchase } from "#db/billing/claim-purchase.ts";
import type { EdgeDeps } from "../deps.ts";
import { unauthenticatedError } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { publishEvents } from "../http/publish-events.ts";

/**
 * Claims a purchase for the user who presents its checkout session.
 *
 * @throws {AppError} `unauthenticated` when the user's session has ended
 */
export async function claimPurchaseBySession(
  c: Context<AppEnv>,
  deps: EdgeDeps,
  currentUser: CurrentUserIds,
  customerId: string,
): Promise<void> {
  const { isSessionValid } = await claim(c, deps, currentUser, customerId, "session");
  if (!isSessionValid) throw unauthenticatedError();
}

/**
 * Claims guest purchases under the user's proven email, after the response. A claimed purchase
 * stays with the account when its email changes.
 */
export function claimGuestPurchases(
  c: Context<AppEnv>,
  deps: EdgeDeps,
  currentUser: CurrentUserIds,
  customerIds: readonly string[],
): void {
  for (const customerId of customerIds) {
    c.executionCtx.waitUntil(
      claim(c, deps, currentUser, customerId, "mail").catch(() =>
        c.var.log.warn("claim_deferred", { customerId }),
      ),
    );
  }
}

async function claim(
  c: Context<AppEnv>,
  { db }: EdgeDeps,
  { userId, sessionId }: CurrentUserIds,
  customerId: string,
  proof: ClaimProof,
) {
  const event = newEvent(
    c.var.events,
    "PurchaseClaimed",
    { kind: "user", userId },
    { customerId, userId, proof },
  );
  const claimed = await claimPurchase(db, { event, sessionId });
  if (claimed.isNew) publishEvents(c, [event]);
  return claimed;
}
