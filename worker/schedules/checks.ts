import type { Db } from "#db/client.ts";
import { checkInvariant } from "#db/invariants/check-invariant.ts";
import { type Invariant, INVARIANTS } from "#db/invariants/invariants.ts";
import { type CheckDriftDeps, checkDriftForMinute } from "../billing/drift-check.ts";
import { forEach } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

/** Each minute takes its share of a night's check: `drift-pace.ts`. */
export const checkDriftNightly = (deps: CheckDriftDeps): Schedule => ({
  pattern: "* * * * *",
  run: () => checkDriftForMinute(deps),
});

export const checkInvariants = ({ db, now }: { db: Db; now: () => Date }): Schedule => ({
  pattern: "7 * * * *",
  async run() {
    const counts: Partial<Record<Invariant, number>> = {};
    await forEach(
      Object.keys(INVARIANTS) as Invariant[],
      async (invariant) => {
        counts[invariant] = await checkInvariant(db, invariant, now().toISOString());
      },
      (invariant) => invariant,
    );
    return counts;
  },
});
