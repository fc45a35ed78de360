import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { UserSubscriptionRow } from "#db/billing/find-subscription-of-user.ts";

/**
 * An address proves who may stop a purchase, not whose card it is.
 *
 * @throws {AppError} `card_needed`
 */
export function requireOwnCard({ needsCard }: Pick<UserSubscriptionRow, "needsCard">): void {
  if (needsCard) throw new AppError("card_needed", BILLING_MESSAGES.claim.cardNeeded);
}
