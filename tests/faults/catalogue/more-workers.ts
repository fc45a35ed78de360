import { setTimeout as delay } from "node:timers/promises";
import type { Part } from "../../stack/part.ts";
import { createWorkerPart } from "../../support/more-workers.ts";
import { countLoggedEffects } from "../worker-log.ts";
import { type Fault, type FaultContext, killForAWhile, waitForPositive } from "./fault.ts";

const FURTHER = 3;
/** As a supervisor takes to start one again. */
const DOWN_MS = 1_000;

export const WORKERS_FAULTS = {
  "four workers killed in turn": {
    holds: ["worker", "second worker"],
    /** @param lastsMs how long the kills go on; each worker is killed at least once */
    async inject({ stack, observer, signal, onDeath }: FaultContext, lastsMs) {
      const further = await Promise.all(
        Array.from({ length: FURTHER }, (_, index) =>
          createWorkerPart(stack, { name: `worker-${index + 2}`, onDeath }),
        ),
      );
      const workers: Part[] = [stack.parts.worker, ...further];
      const endMs = performance.now() + lastsMs;
      let kills = 0;
      let halfDone = 0;
      let areNew = true;
      try {
        await Promise.all(further.map((worker) => worker.start()));
        while (kills < workers.length || performance.now() < endMs) {
          await delay(DOWN_MS, undefined, { signal });
          await waitForPositive(observer.effectsUnderWay, signal);
          const worker = workers[kills % workers.length] ?? stack.parts.worker;
          const { hadEffect, damage } = await killForAWhile(worker, {
            lastsMs: DOWN_MS,
            signal,
            measure: observer.effectsUnderWay,
          });
          kills += 1;
          halfDone += damage;
          areNew &&= hadEffect;
        }
        const shares = workers.map((worker) => countLoggedEffects(worker).completed);
        return {
          hadEffect: areNew && shares.every((completed) => completed > 0),
          evidence: `${kills} kills with ${halfDone} effects half done; the workers ran ${shares.join(", ")} effects`,
        };
      } finally {
        await Promise.all(
          further.map((worker) => worker.kill(signal.aborted ? "SIGKILL" : undefined)),
        );
      }
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;
