import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";

/**
 * Refuses what would charge the buyer's card for a user who claimed the purchase by its email address: the card may be
 * another person's.
 *
 * @throws {AppError} `card_needed`
 */
export function requireOwnCard({ needsCard }: Pick<UserSubscriptionRow, "needsCard">): void {
  if (needsCard) throw new AppError("card_needed", BILLING_MESSAGES.claim.cardNeeded);
}
