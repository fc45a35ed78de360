import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import type { MakeId } from "#contracts/ids.ts";
import { listExpiringCards } from "#db/billing/list-expiring-cards.ts";
import { recordCardExpiryNotice } from "#db/billing/record-card-expiry-notice.ts";
import type { Db } from "#db/client.ts";
import type { Schedule } from "./schedule.ts";

const BATCH_MAX = 100;

export function sendCardExpiryNotices(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  return {
    pattern: "10 9 * * *",
    async run() {
      const today = deps.now();
      const month = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 };
      let noticed = 0;
      for (;;) {
        const due = await listExpiringCards(deps.db, { ...month, limit: BATCH_MAX });
        for (const data of due) {
          const id = deps.makeId("event");
          await recordCardExpiryNotice(deps.db, {
            id,
            type: "CardExpiring",
            version: EVENT_VERSIONS.CardExpiring,
            occurredAt: deps.now().toISOString(),
            actor: { kind: "system", name: "cards" },
            correlationId: id,
            data,
          });
        }
        noticed += due.length;
        if (due.length < BATCH_MAX) return { noticed };
      }
    },
  };
}
