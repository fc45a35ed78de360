import {
  ClaimRequest,
  type UnclaimedPurchasesResponse,
} from "#contracts/api/unclaimed-purchases.ts";
import { AppError } from "#contracts/errors.ts";
import type { ClaimProof } from "#contracts/events/billing.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { claimPurchase } from "#db/billing/claim-purchase.ts";
import { listUnclaimedPurchases } from "#db/billing/find-purchases.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import { newRoutes } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";
import { publishEvents, userActor } from "../http/publish-events.ts";
import { readCheckoutSession } from "./checkout-result.ts";
import { toUnixSeconds } from "./wire.ts";

const BODY_MAX_BYTES = 8 * 1_024;

/**
 * `GET /functions/v1/unclaimed-purchases` lists, `POST` claims. A claimed purchase stays with the
 * account when its email changes.
 */
export function unclaimedPurchasesRoutes(deps: EdgeDeps) {
  return newRoutes()
    .get("/", async (c) => {
      const user = await requireUserAt(c, deps);
      const unclaimed = requireSignedIn(await listUnclaimedPurchases(deps.db, user));
      return c.json<UnclaimedPurchasesResponse>({
        purchases: unclaimed.map((purchase) => ({
          subscription_id: purchase.subscriptionId,
          price_id: purchase.priceId,
          payment_method_brand: purchase.paymentMethodBrand,
          payment_method_last4: purchase.paymentMethodLast4,
          bought_at: toUnixSeconds(purchase.createdAt),
        })),
      });
    })
    .post("/", ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, ClaimRequest), async (c) => {
      const user = await requireUserAt(c, deps);
      const { userId } = user;
      const { customerId, proof } = await getProof(deps, user, c.req.valid("json"));
      const event = newEvent(c.var.events, "PurchaseClaimed", userActor(userId), {
        customerId,
        userId,
        proof,
      });
      const claimed = requireSignedIn(
        await claimPurchase(deps.db, { event, sessionId: user.sessionId }),
      );
      if (claimed.isNew) publishEvents(c, [event]);
      if (!claimed.isYours) throw notClaimableError();
      return c.json({});
    });
}

/** @throws {AppError} `not_found`, and `unauthenticated` when the session has ended */
async function getProof(
  deps: EdgeDeps,
  user: CurrentUserAt,
  request: ClaimRequest,
): Promise<{ customerId: string; proof: ClaimProof }> {
  if ("checkoutSessionId" in request) {
    const { status, customerId } = await readCheckoutSession(deps, request.checkoutSessionId);
    if (status !== "complete" || customerId === null) throw notClaimableError();
    return { customerId, proof: "session" };
  }
  const unclaimed = requireSignedIn(await listUnclaimedPurchases(deps.db, user));
  const found = unclaimed.find(({ subscriptionId }) => subscriptionId === request.subscriptionId);
  if (found === undefined) throw notClaimableError();
  return { customerId: found.customerId, proof: "mail" };
}

function notClaimableError(): AppError {
  return new AppError("not_found", BILLING_MESSAGES.claim.notFound);
}
