import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import {
  findUserSubscription,
  type WhichSubscription,
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
