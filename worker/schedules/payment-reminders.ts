import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import { listOverduePayments } from "#db/billing/list-overdue-payments.ts";
import { recordPaymentReminder } from "#db/billing/record-payment-reminder.ts";
import type { Db } from "#db/client.ts";
import type { Schedule } from "./schedule.ts";

const BATCH_MAX = 100;

export function sendPaymentReminders(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    // British working hours begin, and banks answer the telephone.
    pattern: "20 9 * * *",
    async run() {
      const at = deps.now().toISOString();
      let reminded = 0;
      for (;;) {
        const due = await listOverduePayments(deps.db, { at, limit: BATCH_MAX });
        for (const data of due) {
          await recordPaymentReminder(
            deps.db,
            newEvent(context, "PaymentOverdue", { kind: "system", name: "dunning" }, data),
          );
        }
        reminded += due.length;
        if (due.length < BATCH_MAX) return { reminded };
      }
    },
  };
}
