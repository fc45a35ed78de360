import { checkDrift, type CheckDriftDeps } from "../billing/drift-check.ts";
import type { Schedule } from "./schedule.ts";

/** Compares all customers with the payment provider every night. */
export function checkDriftSchedule(deps: CheckDriftDeps): Schedule {
  return {
    // After the provider's own night work, before anybody in Britain looks.
    pattern: "40 3 * * *",
    run: () => checkDrift(deps),
  };
}
