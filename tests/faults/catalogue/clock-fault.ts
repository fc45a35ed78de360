import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS } from "#contracts/durations.ts";
import { readLoggedEffects } from "../worker-log.ts";
import { type Fault, growthOf, waitForPositive } from "./fault.ts";

const AHEAD_HOURS = 5;
const MAILS_FAILED = 20;
const CLOCK = join(import.meta.dirname, "stepped-clock.ts");

export const CLOCK_FAULTS = {
  "clock stepped": {
    // The mail emulator fails some emails, and Redis shows how many jobs are delayed.
    holds: ["worker", "redis", "emulators"],
    async inject({ stack, observer, signal }, lastsMs) {
      const { worker } = stack.parts;
      await worker.restart({
        env: {
          NODE_OPTIONS: `--import="${CLOCK}"`,
          CLOCK_STEP_MS: String(AHEAD_HOURS * HOUR_MS),
        },
      });
      const completedEffects = (isAhead: boolean) => (): number =>
        readLoggedEffects(worker).filter(
          ({ time, message }) =>
            message === "effect_completed" && Date.parse(time) > Date.now() + HOUR_MS === isAhead,
        ).length;
      const delayedJobs = (): Promise<number> => observer.jobsDelayedPast(Date.now() + HOUR_MS);
      const completedAhead = growthOf(completedEffects(true));
      worker.signal("SIGUSR2");
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(completedAhead, signal);
        await observer.setMailSwitches({ fail: { status: 500, remaining: MAILS_FAILED } });
        await waitForPositive(delayedJobs, signal);
      } finally {
        worker.signal("SIGUSR2");
        await observer.setMailSwitches({ fail: null });
      }
      const delayed = await delayedJobs();
      const completedAfter = growthOf(completedEffects(false));
      await waitForPositive(completedAfter, signal);
      const counts = [await completedAhead(), await completedAfter()] as const;
      return {
        hadEffect: [...counts, delayed].every((count) => count > 0),
        evidence: `${counts[0]} effects ran ${AHEAD_HOURS} h ahead, ${counts[1]} after the step back, ${delayed} jobs delayed for hours`,
      };
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;
