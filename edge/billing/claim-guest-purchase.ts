import type { Context } from "hono";
import { newEvent } from "#contracts/events/new-event.ts";
import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import type { Db } from "#db/client.ts";
import { claimPurchase, type ClaimPurchase } from "#db/billing/claim-purchase.ts";
import type { EdgeDeps } from "../deps.ts";
import { publishEvents } from "../http/publish-events.ts";
import type { AppEnv } from "../http/env.ts";

/** A claimed purchase stays with the account when its email changes. */
export function claimGuestPurchases(
  c: Context<AppEnv>,
  deps: EdgeDeps,
  { userId, sessionId }: CurrentUserIds,
  unclaimed: readonly string[],
): void {
  for (const customerId of unclaimed) {
    const event = newEvent(
      c.var.events,
      "PurchaseClaimed",
      { kind: "user", userId },
      { customerId, userId, proof: "mail" },
    );
    c.executionCtx.waitUntil(claim(c, deps.db, { event, sessionId }));
  }
}

async function claim(c: Context<AppEnv>, db: Db, input: ClaimPurchase): Promise<void> {
  try {
    const { isNew } = await claimPurchase(db, input);
    if (isNew) publishEvents(c, [input.event]);
  } catch {
    c.var.log.warn("claim_deferred", { customerId: input.event.data.customerId });
  }
}
