import type { Db } from "#db/client.ts";
import { checkInvariant } from "#db/invariants/check-invariant.ts";
import { type Invariant, INVARIANTS } from "#db/invariants/invariants.ts";
import type { Schedule } from "./schedule.ts";

export function checkInvariants({ db, now }: { db: Db; now: () => Date }): Schedule {
  return {
    pattern: "7 * * * *",
    async run() {
      const counts: Partial<Record<Invariant, number>> = {};
      for (const invariant of Object.keys(INVARIANTS) as Invariant[]) {
        counts[invariant] = await checkInvariant(db, invariant, now().toISOString());
      }
      return counts;
    },
  };
}
