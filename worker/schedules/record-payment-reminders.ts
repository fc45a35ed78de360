import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import { listOverduePayments } from "#db/billing/find-due-notices.ts";
import { recordPaymentReminder } from "#db/billing/record-notices.ts";
import type { Db } from "#db/client.ts";
import { forEachDue } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

export function recordPaymentReminders(deps: {
  db: Db;
  makeId: MakeId;
  now: () => Date;
}): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    // British working hours begin, and banks answer the telephone.
    pattern: "20 9 * * *",
    async run() {
      const at = deps.now().toISOString();
      const reminded = await forEachDue(
        (limit) => listOverduePayments(deps.db, { at, limit }),
        (data) =>
          recordPaymentReminder(
            deps.db,
            newEvent(context, "PaymentOverdue", { kind: "system", name: "dunning" }, data),
          ),
        ({ orderId }) => orderId,
      );
      return { reminded };
    },
  };
}
