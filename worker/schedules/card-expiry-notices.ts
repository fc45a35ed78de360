import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import { listExpiringCards } from "#db/billing/list-expiring-cards.ts";
import { recordCardExpiryNotice } from "#db/billing/record-card-expiry-notice.ts";
import type { Db } from "#db/client.ts";
import type { Schedule } from "./schedule.ts";

const BATCH_MAX = 100;

export function sendCardExpiryNotices(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    pattern: "10 9 * * *",
    async run() {
      const today = deps.now();
      const month = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 };
      let noticed = 0;
      for (;;) {
        const due = await listExpiringCards(deps.db, { ...month, limit: BATCH_MAX });
        for (const data of due) {
          await recordCardExpiryNotice(
            deps.db,
            newEvent(context, "CardExpiring", { kind: "system", name: "cards" }, data),
          );
        }
        noticed += due.length;
        if (due.length < BATCH_MAX) return { noticed };
      }
    },
  };
}
