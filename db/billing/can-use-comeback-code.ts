import { COMEBACK_CODE, promotionCodeError } from "#contracts/billing/promotion-code.ts";
import type { Db } from "#db/client.ts";
import { type Buyer, findBuyerHistory } from "./find-buyer-history.ts";

/** @returns null when the session has ended */
export async function canUseComebackCode(
  db: Db,
  buyer: Buyer,
  at: string,
): Promise<boolean | null> {
  const history = await findBuyerHistory(db, buyer, at);
  return history === null ? null : promotionCodeError(history, COMEBACK_CODE, null) === null;
}
