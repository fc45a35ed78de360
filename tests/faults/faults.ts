import { setTimeout as delay } from "node:timers/promises";
import type { Part, PartName } from "../stack/part.ts";
import { processIdentity } from "../stack/process-identity.ts";
import { flushRedis } from "../stack/redis.ts";
import type { Stack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import type { Outage } from "./judge.ts";
import type { Observer } from "./observer.ts";
import type { LoadClients } from "./visitors.ts";

export interface FaultContext {
  readonly stack: Stack;
  readonly observer: Observer;
  readonly visitors: LoadClients;
  readonly edgeOutages: Outage[];
  readonly signal: AbortSignal;
}

export interface FaultEffect {
  readonly hadEffect: boolean;
  readonly evidence: string;
}

export interface Fault<G extends FaultContext = FaultContext> {
  readonly holds: readonly (PartName | "network" | "second worker")[];
  inject(ground: G, lastsMs: number): Promise<FaultEffect>;
}

const PATIENCE_MS = 20_000;

export const FAULTS = {
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
      const before = lifeOf(stack.parts.worker);
      await stack.parts.worker.restart();
      return {
        hadEffect: lifeOf(stack.parts.worker) !== before,
        evidence: `pid ${String(pid)} left, ${String(stack.parts.worker.pid)} came`,
      };
    },
  },
  "Redis killed": {
    holds: ["redis"],
    inject: (ground, lastsMs) => killRedis(ground, { lastsMs, withWorker: false }),
  },
  "Redis and worker killed": {
    holds: ["redis", "worker"],
    inject: (ground, lastsMs) => killRedis(ground, { lastsMs, withWorker: true }),
  },
  "Redis flushed": {
    holds: ["redis"],
    async inject({ stack, observer, signal }) {
      await waitForPositive(observer.unfinishedJobs, signal);
      const damage = await observer.unfinishedJobs();
      await flushRedis(stack.urls.redisUrl ?? "");
      return { hadEffect: damage > 0, evidence: `${damage} unfinished jobs forgotten` };
    },
  },
  "Redis frozen": {
    holds: ["redis"],
    async inject({ stack, observer, visitors, signal }, lastsMs) {
      const accepted = growthOf(() => visitors.tallies().accepted);
      stack.parts.redis.signal("SIGSTOP");
      try {
        const isSilent = !(await observer.redisAnswers());
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(accepted, signal);
        const went = await accepted();
        return {
          hadEffect: isSilent && went > 0,
          evidence: `${isSilent ? "silent" : "it answered"}, ${went} enquiries accepted meanwhile`,
        };
      } finally {
        stack.parts.redis.signal("SIGCONT");
      }
    },
  },
  "PostgreSQL killed": {
    holds: ["postgres"],
    inject: (ground, lastsMs) => killPostgres(ground, { lastsMs, withWorker: false }),
  },
  "PostgreSQL and worker killed": {
    holds: ["postgres", "worker"],
    inject: (ground, lastsMs) => killPostgres(ground, { lastsMs, withWorker: true }),
  },
  "Neon frozen": {
    holds: ["bridge", "postgres"],
    async inject({ stack, visitors, signal }, lastsMs) {
      const refused = growthOf(() => refusalsOf(visitors));
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
    async inject({ stack, visitors, edgeOutages, signal }, lastsMs) {
      const unanswered = growthOf(() => visitors.tallies().silences);
      const absence = { fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY };
      edgeOutages.push(absence);
      const { hadEffect, evidence, damage } = await killForAWhile(stack.parts.edge, {
        lastsMs,
        signal,
        measure: unanswered,
      });
      absence.toMs = performance.now();
      return { hadEffect, evidence: `${evidence}, ${damage} attempts unanswered` };
    },
  },
  "mails failing": {
    holds: ["standIns"],
    async inject({ observer, signal }, lastsMs) {
      const before = await observer.mailStats();
      const failed = async (): Promise<number> =>
        (await observer.mailStats()).injectedFailures - before.injectedFailures;
      const unanswered = async (): Promise<number> =>
        (await observer.mailStats()).lostReplies - before.lostReplies;
      await observer.setMailSwitches({
        fail: { status: 500, share: 0.2 },
        loseReplies: { share: 0.1 },
      });
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(failed, signal);
        await waitForPositive(unanswered, signal);
        const damage = [await failed(), await unanswered()] as const;
        return {
          hadEffect: damage.every((count) => count > 0),
          evidence: `${damage[0]} mails refused with 500, ${damage[1]} answers lost`,
        };
      } finally {
        await observer.setMailSwitches({ fail: null, loseReplies: null });
      }
    },
  },
  "mails limited": {
    holds: ["standIns"],
    async inject({ observer, signal }, lastsMs) {
      const before = await observer.mailStats();
      const limited = async (): Promise<number> =>
        (await observer.mailStats()).injectedFailures - before.injectedFailures;
      await observer.setMailSwitches({ fail: { status: 429, share: 0.1, retryAfterSeconds: 1 } });
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(limited, signal);
        const damage = await limited();
        return { hadEffect: damage > 0, evidence: `${damage} mails refused with 429` };
      } finally {
        await observer.setMailSwitches({ fail: null });
      }
    },
  },
  "answers lost": {
    holds: ["network"],
    async inject({ visitors, signal }, lastsMs) {
      const lost = growthOf(() => visitors.tallies().lostAnswers);
      visitors.loseAnswers(0.2);
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(lost, signal);
        const damage = await lost();
        return {
          hadEffect: damage > 0,
          evidence: `${damage} accepted enquiries looked unanswered`,
        };
      } finally {
        visitors.loseAnswers(0);
      }
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;

interface Killing {
  readonly lastsMs: number;
  /** Also kills the worker and starts it first, so it has to wait for its dependencies. */
  readonly withWorker: boolean;
}

async function killRedis(
  { stack, observer, visitors, signal }: FaultContext,
  { lastsMs, withWorker }: Killing,
): Promise<FaultEffect> {
  await waitForPositive(observer.unfinishedJobs, signal);
  const held = await observer.unfinishedJobs();
  const runBefore = await observer.redisRunId();
  const { hadEffect, evidence, damage } = await killForAWhile(stack.parts.redis, {
    lastsMs,
    signal,
    measure: growthOf(() => visitors.tallies().accepted),
    ...(withWorker ? { and: stack.parts.worker } : {}),
  });
  const isNew = (await observer.redisRunId()) !== runBefore;
  return {
    hadEffect: hadEffect && isNew && held > 0,
    evidence: `${evidence}, ${held} unfinished jobs forgotten, ${damage} enquiries accepted meanwhile`,
  };
}

async function killPostgres(
  { stack, visitors, signal }: FaultContext,
  { lastsMs, withWorker }: Killing,
): Promise<FaultEffect> {
  const { hadEffect, evidence, damage } = await killForAWhile(stack.parts.postgres, {
    lastsMs,
    signal,
    measure: growthOf(() => refusalsOf(visitors)),
    ...(withWorker ? { and: stack.parts.worker } : {}),
  });
  return { hadEffect, evidence: `${evidence}, ${damage} attempts refused` };
}

async function killForAWhile(
  part: Part,
  killing: { lastsMs: number; measure: () => Promise<number>; signal: AbortSignal; and?: Part },
): Promise<FaultEffect & { damage: number }> {
  const { lastsMs, measure, signal } = killing;
  const killed = await killPart(part);
  const alsoKilled = killing.and === undefined ? null : await killPart(killing.and);
  const alsoCame = await alsoKilled?.startAgain();
  await delay(lastsMs, undefined, { signal });
  await waitForPositive(measure, signal);
  const damage = await measure();
  const came = await killed.startAgain();
  return {
    damage,
    hadEffect: damage > 0 && came.isNew && alsoCame?.isNew !== false,
    evidence: [came, alsoCame].flatMap((each) => each?.evidence ?? []).join(", "),
  };
}

async function killPart(part: Part): Promise<{
  startAgain: () => Promise<{ isNew: boolean; evidence: string }>;
}> {
  const { pid } = part;
  const before = lifeOf(part);
  await part.kill("SIGKILL");
  const isGone = pid !== null && processIdentity(pid) !== before;
  return {
    async startAgain() {
      await part.start();
      const after = lifeOf(part);
      return {
        isNew: isGone && after !== before && after !== NOBODY,
        evidence: `pid ${String(pid)} gone, ${String(part.pid)} came`,
      };
    },
  };
}

const NOBODY = "nobody";

function lifeOf(part: Part): string {
  return (part.pid === null ? null : processIdentity(part.pid)) ?? NOBODY;
}

export function growthOf(read: () => number): () => Promise<number> {
  const before = read();
  return () => Promise.resolve(read() - before);
}

function refusalsOf(visitors: LoadClients): number {
  return visitors.tallies().refusals["unavailable"] ?? 0;
}

/** Polls until the count is positive or patience ends; the caller then counts again and reports. */
export async function waitForPositive(
  measure: () => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  const probe = async (): Promise<boolean> => {
    signal.throwIfAborted();
    return (await measure()) > 0;
  };
  await eventually("a count above zero", probe, PATIENCE_MS).catch(() => signal.throwIfAborted());
}
