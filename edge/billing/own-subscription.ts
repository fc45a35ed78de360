import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import {
  findUserSubscription,
  type WhichSubscription,
  type UserSubscriptionRow,
} from "#db/billing/find-user-subscription.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn } from "../http/current-user.ts";

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
