import { type CheckDriftDeps, checkDriftForMinute } from "../billing/drift-check.ts";
import type { Schedule } from "./schedule.ts";

export function checkDriftNightly(deps: CheckDriftDeps): Schedule {
  return {
    pattern: "* * * * *",
    run: () => checkDriftForMinute(deps),
  };
}
