import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { EVENTS_QUEUE } from "#contracts/events/queue.ts";
import { EFFECT_QUEUES } from "../../../worker/pipeline/queues.ts";
import type { Stack } from "../../stack/stack.ts";
import { waitForPositive, type Fault, growthOf } from "../faults.ts";
import { readLoggedEffects } from "./worker-log.ts";

const HOUR_MS = 3_600_000;
const AHEAD_HOURS = 5;
const MAILS_FAILED = 20;
const CLOCK = join(import.meta.dirname, "stepped-clock.ts");

export const CLOCK_FAULTS = {
  "clock stepped": {
    // The mail emulator fails some emails, and Redis shows how many jobs are delayed.
    holds: ["worker", "redis", "standIns"],
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
      const ahead = growthOf(done(true));
      worker.signal("SIGUSR2");
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(ahead, signal);
        await observer.setMailSwitches({ fail: { status: 500, remaining: MAILS_FAILED } });
        await waitForPositive(() => jobsPutOff(stack), signal);
      } finally {
        worker.signal("SIGUSR2");
        await observer.setMailSwitches({ fail: null });
      }
      const putOff = await jobsPutOff(stack);
      const back = growthOf(done(false));
      await waitForPositive(back, signal);
      const counts = [await ahead(), await back()] as const;
      return {
        hadEffect: [...counts, putOff].every((count) => count > 0),
        evidence: `${counts[0]} effects done ${AHEAD_HOURS} h ahead, ${counts[1]} after the step back, ${putOff} jobs put off for hours`,
      };
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

/** BullMQ multiplies a job's time by this to keep jobs of one millisecond in order. */
const SCORE_PER_MS = 0x10_00;

async function jobsPutOff({ urls, settings }: Stack): Promise<number> {
  const redis = new Redis(urls.redisUrl ?? "");
  try {
    const prefix = settings["QUEUE_PREFIX"] ?? "";
    const from = (Date.now() + HOUR_MS) * SCORE_PER_MS;
    const counts = await Promise.all(
      [EVENTS_QUEUE, ...EFFECT_QUEUES].map((queue) =>
        redis.zcount(`${prefix}:${queue}:delayed`, from, "+inf"),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    redis.disconnect();
  }
}
