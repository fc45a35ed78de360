import { setTimeout as delay } from "node:timers/promises";
import type { Part, PartName } from "../stack/part.ts";
import { processIdentity } from "../stack/process-identity.ts";
import { flushRedis } from "../stack/redis.ts";
import type { Stack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import type { Absence } from "./judge.ts";
import type { Observer } from "./observer.ts";
import type { Visitors } from "./visitors.ts";

/** What a fault acts on and looks at. */
export interface Ground {
  readonly stack: Stack;
  readonly observer: Observer;
  readonly visitors: Visitors;
  /** Where a fault writes down since when and until when the edge could not answer. */
  readonly edgeAbsences: Absence[];
  readonly signal: AbortSignal;
}

/** Whether a fault did what it is for, and by what that was seen. */
export interface Bite {
  readonly bitten: boolean;
  readonly evidence: string;
}

export interface Fault {
  /** The parts that it makes unusable or needs alive: faults that share one do not run at once. */
  readonly holds: readonly (PartName | "network")[];
  /**
   * Strikes, and ends with everything running again.
   *
   * @param lastsMs how long the trouble is to last
   */
  strike(ground: Ground, lastsMs: number): Promise<Bite>;
}

// A fault waits for the moment at which it hurts, and for being noticed, but not for ever: what has not bitten
// by then is reported.
const AIM_LIMIT_MS = 20_000;
const NOTICE_LIMIT_MS = 20_000;

export const FAULTS = {
  "worker killed": {
    holds: ["worker"],
    async strike(ground, lastsMs) {
      const { observer, stack } = ground;
      await aim(() => observer.effectsUnderWay());
      const { evidence, bitten, found } = await killForAWhile(stack.parts.worker, lastsMs, () =>
        observer.effectsUnderWay(),
      );
      return { bitten: bitten && found > 0, evidence: `${evidence}, ${found} effects half done` };
    },
  },
  "worker frozen": {
    holds: ["worker"],
    async strike({ stack, observer, signal }, lastsMs) {
      await aim(() => observer.effectsUnderWay());
      const worker = stack.parts.worker;
      worker.signal("SIGSTOP");
      try {
        await delay(lastsMs, undefined, { signal });
        const found = await observer.effectsUnderWay();
        return { bitten: found > 0, evidence: `${found} effects frozen half done` };
      } finally {
        worker.signal("SIGCONT");
      }
    },
  },
  "worker replaced": {
    holds: ["worker"],
    async strike({ stack, observer }) {
      await aim(() => observer.effectsUnderWay());
      const before = lifeOf(stack.parts.worker);
      await stack.parts.worker.restart();
      const after = lifeOf(stack.parts.worker);
      return { bitten: before !== after, evidence: `${before} gave way to ${after}` };
    },
  },
  "Redis killed": {
    holds: ["redis"],
    async strike({ stack, observer, visitors }, lastsMs) {
      await aim(() => observer.unfinishedJobs());
      const held = await observer.unfinishedJobs();
      const runBefore = await observer.redisRunId();
      const before = visitors.tallies().accepted;
      const { evidence, bitten, found } = await killForAWhile(
        stack.parts.redis,
        lastsMs,
        async () => visitors.tallies().accepted - before,
      );
      const isNew = (await observer.redisRunId()) !== runBefore;
      return {
        bitten: bitten && isNew && held > 0 && found > 0,
        evidence: `${evidence}, ${held} unfinished jobs forgotten, ${found} enquiries accepted meanwhile`,
      };
    },
  },
  "Redis flushed": {
    holds: ["redis"],
    async strike({ stack, observer }) {
      await aim(() => observer.unfinishedJobs());
      const held = await observer.unfinishedJobs();
      await flushRedis(stack.urls.redisUrl ?? "");
      return { bitten: held > 0, evidence: `${held} unfinished jobs forgotten` };
    },
  },
  "Redis frozen": {
    holds: ["redis"],
    async strike({ stack, observer, visitors, signal }, lastsMs) {
      const before = visitors.tallies().accepted;
      stack.parts.redis.signal("SIGSTOP");
      try {
        const answers = await observer.redisAnswers();
        await delay(lastsMs, undefined, { signal });
        const accepted = visitors.tallies().accepted - before;
        return {
          bitten: !answers && accepted > 0,
          evidence: `${answers ? "it answered" : "it was silent"}, ${accepted} enquiries accepted meanwhile`,
        };
      } finally {
        stack.parts.redis.signal("SIGCONT");
      }
    },
  },
  "PostgreSQL killed": {
    holds: ["postgres"],
    async strike({ stack, visitors }, lastsMs) {
      const refusals = (): number => visitors.tallies().refusals["unavailable"] ?? 0;
      const before = refusals();
      const { evidence, bitten, found } = await killForAWhile(
        stack.parts.postgres,
        lastsMs,
        async () => refusals() - before,
      );
      return { bitten: bitten && found > 0, evidence: `${evidence}, ${found} attempts refused` };
    },
  },
  "PostgreSQL and worker killed": {
    holds: ["postgres", "worker"],
    async strike({ stack, observer, visitors }, lastsMs) {
      await aim(() => observer.effectsUnderWay());
      const refusals = (): number => visitors.tallies().refusals["unavailable"] ?? 0;
      const before = refusals();
      const postgres = await killPart(stack.parts.postgres);
      const worker = await killPart(stack.parts.worker);
      // The worker comes first, and has to wait for its database.
      const workerCame = await worker.startAgain();
      await delay(lastsMs);
      await noticed(async () => refusals() - before);
      const found = refusals() - before;
      const postgresCame = await postgres.startAgain();
      return {
        bitten: postgresCame.isNew && workerCame.isNew && found > 0,
        evidence: `${postgresCame.evidence}; ${workerCame.evidence}; ${found} attempts refused`,
      };
    },
  },
  "Neon frozen": {
    holds: ["bridge", "postgres"],
    async strike({ stack, visitors, signal }, lastsMs) {
      const refusals = (): number => visitors.tallies().refusals["unavailable"] ?? 0;
      const before = refusals();
      stack.parts.bridge.signal("SIGSTOP");
      try {
        await delay(lastsMs, undefined, { signal });
        await noticed(async () => refusals() - before);
        const found = refusals() - before;
        return { bitten: found > 0, evidence: `${found} attempts refused` };
      } finally {
        stack.parts.bridge.signal("SIGCONT");
      }
    },
  },
  "edge killed": {
    holds: ["edge"],
    async strike({ stack, visitors, edgeAbsences }, lastsMs) {
      const before = visitors.tallies().silences;
      const fromMs = performance.now();
      // Known at once: attempts fail while it lasts.
      const absence = { fromMs, toMs: Number.POSITIVE_INFINITY };
      edgeAbsences.push(absence);
      const { evidence, bitten, found } = await killForAWhile(
        stack.parts.edge,
        lastsMs,
        async () => visitors.tallies().silences - before,
      );
      absence.toMs = performance.now();
      return { bitten: bitten && found > 0, evidence: `${evidence}, ${found} attempts unanswered` };
    },
  },
  "mails failing": {
    holds: ["standIns"],
    async strike({ observer, signal }, lastsMs) {
      const before = await observer.mailStats();
      await observer.setMailSwitches({
        fail: { status: 500, share: 0.2 },
        loseReplies: { share: 0.1 },
      });
      try {
        await delay(lastsMs, undefined, { signal });
        const failed = async () =>
          (await observer.mailStats()).injectedFailures - before.injectedFailures;
        const lost = async () => (await observer.mailStats()).lostReplies - before.lostReplies;
        await noticed(failed);
        await noticed(lost);
        const counts = [await failed(), await lost()] as const;
        return {
          bitten: counts.every((count) => count > 0),
          evidence: `${counts[0]} mails refused with 500, ${counts[1]} answers lost`,
        };
      } finally {
        await observer.setMailSwitches({ fail: null, loseReplies: null });
      }
    },
  },
  "mails limited": {
    holds: ["standIns"],
    async strike({ observer, signal }, lastsMs) {
      const before = await observer.mailStats();
      await observer.setMailSwitches({ fail: { status: 429, share: 0.1, retryAfterSeconds: 1 } });
      try {
        await delay(lastsMs, undefined, { signal });
        const limited = async () =>
          (await observer.mailStats()).injectedFailures - before.injectedFailures;
        await noticed(limited);
        const count = await limited();
        return { bitten: count > 0, evidence: `${count} mails refused with 429` };
      } finally {
        await observer.setMailSwitches({ fail: null });
      }
    },
  },
  "answers lost": {
    holds: ["network"],
    async strike({ visitors, signal }, lastsMs) {
      const before = visitors.tallies().lostAnswers;
      visitors.loseAnswers(0.2);
      try {
        await delay(lastsMs, undefined, { signal });
        await noticed(async () => visitors.tallies().lostAnswers - before);
        const count = visitors.tallies().lostAnswers - before;
        return { bitten: count > 0, evidence: `${count} accepted enquiries looked unanswered` };
      } finally {
        visitors.loseAnswers(0);
      }
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;

/** Kills a part, looks at what that did while it is dead, and starts it again. */
async function killForAWhile(
  part: Part,
  lastsMs: number,
  measure: () => Promise<number>,
): Promise<Bite & { found: number }> {
  const killed = await killPart(part);
  await delay(lastsMs);
  await noticed(measure);
  const found = await measure();
  const { isNew, evidence } = await killed.startAgain();
  return { found, bitten: isNew, evidence };
}

/** Kills a part; starting it again says whether another process came in the place of one that is gone. */
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

/** Waits for the moment at which there is something to hurt. */
async function aim(measure: () => Promise<number>): Promise<void> {
  await becomesPositive(measure, AIM_LIMIT_MS);
}

/** Waits until somebody has noticed the trouble. */
async function noticed(measure: () => Promise<number>): Promise<void> {
  await becomesPositive(measure, NOTICE_LIMIT_MS);
}

async function becomesPositive(measure: () => Promise<number>, limitMs: number): Promise<void> {
  // Not coming true is the caller's to report: it measures again.
  await eventually("a count above zero", async () => (await measure()) > 0, limitMs).catch(
    () => {},
  );
}
