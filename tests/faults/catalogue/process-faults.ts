import { setTimeout as delay } from "node:timers/promises";
import { flushRedis } from "../../stack/redis.ts";
import {
  type Fault,
  type FaultContext,
  type FaultEffect,
  growthOf,
  identityOf,
  killForAWhile,
  waitForPositive,
} from "./fault.ts";

export const PROCESS_FAULTS = {
  "worker killed": {
    holds: ["worker"],
    async inject({ stack, observer, signal }, lastsMs) {
      await waitForPositive(observer.effectsUnderWay, signal);
      const { hadEffect, evidence, damage } = await killForAWhile(stack.parts.worker, {
        lastsMs,
        signal,
        measure: observer.effectsUnderWay,
      });
      return { hadEffect, evidence: `${evidence}, ${damage} effects half done` };
    },
  },
  "worker frozen": {
    holds: ["worker"],
    async inject({ stack, observer, signal }, lastsMs) {
      await waitForPositive(observer.effectsUnderWay, signal);
      const { worker } = stack.parts;
      worker.signal("SIGSTOP");
      try {
        await delay(lastsMs, undefined, { signal });
        const damage = await observer.effectsUnderWay();
        return { hadEffect: damage > 0, evidence: `${damage} effects frozen half done` };
      } finally {
        worker.signal("SIGCONT");
      }
    },
  },
  "worker replaced": {
    holds: ["worker"],
    async inject({ stack, observer, signal }) {
      await waitForPositive(observer.effectsUnderWay, signal);
      const { pid } = stack.parts.worker;
      const before = identityOf(stack.parts.worker);
      await stack.parts.worker.restart();
      return {
        hadEffect: identityOf(stack.parts.worker) !== before,
        evidence: `pid ${String(pid)} stopped, ${String(stack.parts.worker.pid)} started`,
      };
    },
  },
  "Redis killed": {
    holds: ["redis"],
    inject: (context, lastsMs) => killRedis(context, { lastsMs, withWorker: false }),
  },
  "Redis and worker killed": {
    holds: ["redis", "worker"],
    inject: (context, lastsMs) => killRedis(context, { lastsMs, withWorker: true }),
  },
  "Redis flushed": {
    holds: ["redis"],
    async inject({ stack, observer, signal }) {
      await waitForPositive(observer.unfinishedJobs, signal);
      const damage = await observer.unfinishedJobs();
      await flushRedis(stack.urls.redisUrl ?? "");
      return { hadEffect: damage > 0, evidence: `${damage} unfinished jobs deleted` };
    },
  },
  "Redis frozen": {
    holds: ["redis"],
    async inject({ stack, observer, enquiries, signal }, lastsMs) {
      const accepted = growthOf(() => enquiries.tallies().accepted);
      stack.parts.redis.signal("SIGSTOP");
      try {
        const isSilent = !(await observer.redisAnswers());
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(accepted, signal);
        const meanwhile = await accepted();
        return {
          hadEffect: isSilent && meanwhile > 0,
          evidence: `${isSilent ? "silent" : "it answered"}, ${meanwhile} enquiries accepted meanwhile`,
        };
      } finally {
        stack.parts.redis.signal("SIGCONT");
      }
    },
  },
  "PostgreSQL killed": {
    holds: ["postgres"],
    inject: (context, lastsMs) => killPostgres(context, { lastsMs, withWorker: false }),
  },
  "PostgreSQL and worker killed": {
    holds: ["postgres", "worker"],
    inject: (context, lastsMs) => killPostgres(context, { lastsMs, withWorker: true }),
  },
  "Neon frozen": {
    holds: ["bridge", "postgres"],
    async inject({ stack, enquiries, signal }, lastsMs) {
      const refused = growthOf(() => enquiries.tallies().unavailable);
      stack.parts.bridge.signal("SIGSTOP");
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(refused, signal);
        const damage = await refused();
        return { hadEffect: damage > 0, evidence: `${damage} attempts refused` };
      } finally {
        stack.parts.bridge.signal("SIGCONT");
      }
    },
  },
  "edge killed": {
    holds: ["edge"],
    async inject({ stack, enquiries, edgeOutages, signal }, lastsMs) {
      const unanswered = growthOf(() => enquiries.tallies().unanswered);
      const outage = { fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY };
      edgeOutages.push(outage);
      const { hadEffect, evidence, damage } = await killForAWhile(stack.parts.edge, {
        lastsMs,
        signal,
        measure: unanswered,
      });
      outage.toMs = performance.now();
      return { hadEffect, evidence: `${evidence}, ${damage} attempts unanswered` };
    },
  },
  "responses lost": {
    holds: ["network"],
    async inject({ enquiries, signal }, lastsMs) {
      const lost = growthOf(() => enquiries.tallies().lostResponses);
      enquiries.loseResponses(0.2);
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(lost, signal);
        const damage = await lost();
        return {
          hadEffect: damage > 0,
          evidence: `${damage} accepted enquiries looked unanswered`,
        };
      } finally {
        enquiries.loseResponses(0);
      }
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

interface Kill {
  readonly lastsMs: number;
  readonly withWorker: boolean;
}

async function killRedis(
  { stack, observer, enquiries, signal }: FaultContext,
  { lastsMs, withWorker }: Kill,
): Promise<FaultEffect> {
  await waitForPositive(observer.unfinishedJobs, signal);
  const jobs = await observer.unfinishedJobs();
  const runBefore = await observer.redisRunId();
  const { hadEffect, evidence, damage } = await killForAWhile(stack.parts.redis, {
    lastsMs,
    signal,
    measure: growthOf(() => enquiries.tallies().accepted),
    ...(withWorker ? { and: stack.parts.worker } : {}),
  });
  const isNew = (await observer.redisRunId()) !== runBefore;
  return {
    hadEffect: hadEffect && isNew && jobs > 0,
    evidence: `${evidence}, ${jobs} unfinished jobs lost, ${damage} enquiries accepted meanwhile`,
  };
}

async function killPostgres(
  { stack, enquiries, signal }: FaultContext,
  { lastsMs, withWorker }: Kill,
): Promise<FaultEffect> {
  const { hadEffect, evidence, damage } = await killForAWhile(stack.parts.postgres, {
    lastsMs,
    signal,
    measure: growthOf(() => enquiries.tallies().unavailable),
    ...(withWorker ? { and: stack.parts.worker } : {}),
  });
  return { hadEffect, evidence: `${evidence}, ${damage} attempts refused` };
}
