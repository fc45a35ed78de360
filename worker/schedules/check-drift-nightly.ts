import { type CheckDriftDeps, checkDriftForMinute } from "../billing/drift-check.ts";
import type { Schedule } from "./schedule.ts";

/** Each minute takes its share of a night's check: `drift-pace.ts`. */
export function checkDriftNightly(deps: CheckDriftDeps): Schedule {
  return {
    pattern: "* * * * *",
    run: () => checkDriftForMinute(deps),
  };
}
