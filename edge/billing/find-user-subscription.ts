import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import {
  findSubscriptionOfUser,
  type WhichSubscription,
} from "#db/billing/find-subscription-of-user.ts";
import type { EdgeDeps } from "../deps.ts";
import { unauthenticatedError } from "../http/current-user.ts";

/** @throws {AppError} `unauthenticated` when the session has ended */
export async function findUserSubscription(
  { db, now }: Pick<EdgeDeps, "db" | "now">,
  currentUser: CurrentUserIds,
  which?: WhichSubscription,
) {
  const at = now().toISOString();
  const found = await findSubscriptionOfUser(db, { ...currentUser, at }, which);
  if (found === null) throw unauthenticatedError();
  return { ...found, at };
}
