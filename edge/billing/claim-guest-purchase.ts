import type { Context } from "hono";
import type { MakeId } from "#contracts/ids.ts";
import type { CurrentUserIds } from "#db/accounts/account.ts";
import type { Db } from "#db/client.ts";
import { claimPurchase } from "#db/billing/claim-purchase.ts";
import { makeEvent } from "../http/publish-events.ts";
import type { AppEnv } from "../http/env.ts";

export type ClaimGuestPurchaseDeps = { db: Db; makeId: MakeId; now: () => Date };

/** Claims purchases under the proven email, so that they survive an email change. */
export function claimGuestPurchases(
  c: Context<AppEnv>,
  deps: ClaimGuestPurchaseDeps,
  { userId, sessionId }: CurrentUserIds,
  unclaimed: readonly string[],
): void {
  const { log } = c.var;
  for (const customerId of unclaimed) {
    const event = makeEvent(
      c,
      deps,
      "PurchaseClaimed",
      { kind: "user", userId },
      { customerId, userId, proof: "mail" },
    );
    c.executionCtx.waitUntil(
      claimPurchase(deps.db, { event, sessionId, graceMs: 0 }).then(
        () => undefined,
        () => log.warn("claim_deferred", { customerId }),
      ),
    );
  }
}
