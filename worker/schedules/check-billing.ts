import { checkDrift, type CheckDriftDeps } from "../billing/drift-check.ts";
import type { Schedule } from "./schedule.ts";

export function checkDriftSchedule(deps: CheckDriftDeps): Schedule {
  return {
    // After Stripe's own nightly jobs, before British working hours.
    pattern: "40 3 * * *",
    run: () => checkDrift(deps),
  };
}
