import type { ActionResponse } from "#contracts/api/cancellation.ts";
import { isInService } from "#contracts/billing/subscription-status.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import {
  type CreateSubscriptionRequest,
  createSubscriptionRequest,
} from "#db/billing/change-subscription-requests.ts";
import {
  findUserSubscription,
  type WhichSubscription,
  type UserSubscriptionRow,
} from "#db/billing/find-user-subscription.ts";
import { retry } from "#db/retry.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn } from "../http/current-user.ts";
import type { AppContext } from "../http/env.ts";
import { publishEvents } from "../http/publish-events.ts";
import { toUnixSeconds } from "./wire.ts";

/**
 * The subscription is null when the user has none.
 *
 * @throws {AppError} `unauthenticated` when the session has ended
 */
export async function findOwnSubscription(
  { db, now }: Pick<EdgeDeps, "db" | "now">,
  currentUser: CurrentUserIds,
  which?: WhichSubscription,
) {
  const at = now().toISOString();
  const found = requireSignedIn(await findUserSubscription(db, { ...currentUser, at }, which));
  return { ...found, at };
}

/**
 * Refuses what would charge the buyer's card for a user who claimed the purchase by its email address: the card may be
 * another person's.
 *
 * @throws {AppError} `card_needed`
 */
export function requireOwnCard({ needsCard }: Pick<UserSubscriptionRow, "needsCard">): void {
  if (needsCard) throw new AppError("card_needed", BILLING_MESSAGES.claim.cardNeeded);
}

/** @throws {AppError} `not_your_subscription` or `no_subscription` */
export async function getSubscriptionInService(
  deps: EdgeDeps,
  currentUser: CurrentUserIds,
  id: string,
): Promise<UserSubscriptionRow> {
  const { subscription } = await findOwnSubscription(deps, currentUser, { id });
  const { retention: messages } = BILLING_MESSAGES;
  if (subscription === null) throw new AppError("not_your_subscription", messages.notYours);
  if (!isInService(subscription)) throw new AppError("no_subscription", messages.ended);
  return subscription;
}

/** @param attempt reads, decides and writes; returns null on a version conflict */
export async function retryOnConflict<T>(attempt: () => Promise<T | null>): Promise<T> {
  const result = await retry(attempt);
  if (result === null) throw new Error("the customer changed during every attempt");
  return result;
}

/** @returns false on a version conflict */
export async function saveRequest(
  c: AppContext,
  { db, makeId }: EdgeDeps,
  { version }: UserSubscriptionRow,
  request: Omit<CreateSubscriptionRequest, "version" | "makeId">,
): Promise<boolean> {
  const isSaved = await createSubscriptionRequest(db, { ...request, version, makeId });
  if (isSaved) publishEvents(c, [request.event]);
  return isSaved;
}

export function actionResponse(message: string, endsAt: string | null): ActionResponse {
  return { success: true, message, ends_at: toUnixSeconds(endsAt) };
}
