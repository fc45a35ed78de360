import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readLoggedEffects } from "../worker-log.ts";
import { type Fault, growthOf, waitForPositive } from "./fault.ts";

const HOUR_MS = 3_600_000;
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
      const done = (isAhead: boolean) => (): number =>
        readLoggedEffects(worker).filter(
          ({ time, message }) =>
            message === "effect_completed" && Date.parse(time) > Date.now() + HOUR_MS === isAhead,
        ).length;
      const putOff = (): Promise<number> => observer.jobsDelayedPast(Date.now() + HOUR_MS);
      const ahead = growthOf(done(true));
      worker.signal("SIGUSR2");
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(ahead, signal);
        await observer.setMailSwitches({ fail: { status: 500, remaining: MAILS_FAILED } });
        await waitForPositive(putOff, signal);
      } finally {
        worker.signal("SIGUSR2");
        await observer.setMailSwitches({ fail: null });
      }
      const delayed = await putOff();
      const back = growthOf(done(false));
      await waitForPositive(back, signal);
      const counts = [await ahead(), await back()] as const;
      return {
        hadEffect: [...counts, delayed].every((count) => count > 0),
        evidence: `${counts[0]} effects ran ${AHEAD_HOURS} h ahead, ${counts[1]} after the step back, ${delayed} jobs delayed for hours`,
      };
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;
