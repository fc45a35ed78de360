import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CancelReason } from "#contracts/billing/retention.ts";
import type { Id } from "#contracts/ids.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { retentionOffers } from "#db/schema/billing.ts";
import { OFFER_STANDS_H } from "./load-own-subscription.ts";
import { takeTurn, type Turn } from "./take-turn.ts";

export type ShowOffer = Turn & {
  id: Id<"offer">;
  subscriptionId: string;
  /** Why they leave, where they said. */
  reason: CancelReason | null;
  /** What they pay each month, before the offer. */
  monthlyPence: number;
  /** ISO 8601. */
  at: string;
};

const Shown = z.object({ has_turn: z.boolean() });

/**
 * Writes that somebody who is leaving was shown the offer to stay. The same offer looked at again is no second one, and
 * takes the reason that was given since.
 *
 * @returns false when somebody else wrote first, and nothing was written
 */
export async function showOffer(db: Db, input: ShowOffer): Promise<boolean> {
  const at = sql`${input.at}::timestamptz`;
  const [shown] = await rowsOf(
    db,
    sql`with ${takeTurn(input)}, again as (
      update ${retentionOffers} offer set reason = coalesce(${input.reason}, offer.reason) from turn
      where offer.subscription_id = ${input.subscriptionId} and offer.answer is null
        and offer.shown_at > ${at} - ${OFFER_STANDS_H}::int * interval '1 hour'
      returning offer.id
    ), shown as (
      insert into ${retentionOffers} (id, subscription_id, reason, monthly_pence, shown_at)
      select ${input.id}, ${input.subscriptionId}, ${input.reason}, ${input.monthlyPence}::int, ${at} from turn
      where not exists (select from again)
    )
    select exists (select from turn) as has_turn`,
    Shown,
  );
  return shown?.has_turn === true;
}
