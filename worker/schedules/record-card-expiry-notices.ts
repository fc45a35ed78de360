import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import { listExpiringCards } from "#db/billing/find-due-notices.ts";
import { recordCardExpiryNotice } from "#db/billing/record-notices.ts";
import type { Db } from "#db/client.ts";
import { forEachDue } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

export function recordCardExpiryNotices(deps: {
  db: Db;
  makeId: MakeId;
  now: () => Date;
}): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    pattern: "10 9 * * *",
    async run() {
      const today = deps.now();
      const month = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 };
      const noticed = await forEachDue(
        (limit) => listExpiringCards(deps.db, { ...month, limit }),
        (data) =>
          recordCardExpiryNotice(
            deps.db,
            newEvent(context, "CardExpiring", { kind: "system", name: "cards" }, data),
          ),
        ({ subscriptionId }) => subscriptionId,
      );
      return { noticed };
    },
  };
}
