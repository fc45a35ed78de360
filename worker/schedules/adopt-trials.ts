import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { adoptTrial, listTrialsToAdopt } from "#db/content/adopt-trials.ts";
import { forEachDue } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

/** Whoever pays after a free trial finds its posts in the calendar: soon after the payment, and after a sign-up that follows it. */
export function adoptTrials(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const { db } = deps;
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "trials" } as const;
  return {
    pattern: "* * * * *",
    async run() {
      const adopted = await forEachDue(
        (limit) => listTrialsToAdopt(db, limit),
        (trial) => adoptTrial(db, newEvent(context, "TrialAdopted", actor, trial)),
        ({ enquiryId }) => enquiryId,
      );
      return { adopted };
    },
  };
}
