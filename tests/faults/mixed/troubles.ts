import { setTimeout as delay } from "node:timers/promises";
import type { Part } from "../../stack/part.ts";
import {
  waitForPositive,
  type FaultEffect,
  type Fault,
  FAULTS,
  type FaultContext,
  growthOf,
} from "../faults.ts";
import type { ScheduledFaultRun } from "../scenarios.ts";
import { shuffled } from "../seeded-random.ts";
import { CLOCK_FAULTS } from "./clock.ts";
import type { Customers } from "./customers.ts";
import { countLoggedEffects } from "./older-worker.ts";
import type { StripeClient } from "./provider.ts";
import { type LoggedEffect, readLoggedEffects } from "./worker-log.ts";

export interface MixedFaultContext extends FaultContext {
  readonly customers: Customers;
  readonly provider: StripeClient;
  readonly olderWorker: Part;
}

export const MAIL_DELAY_MS = 60;

const MONTH_S = 31 * 86_400 + 2 * 3_600;
const SLOW_MAIL_MS = 4_000;
/** Longer than the worker's timeout for Resend. */
const SILENT_MAIL_MS = 20_000;

const MAIL_FAULTS = {
  "mails slow": {
    holds: ["standIns", "worker"],
    inject: (ground, lastsMs) =>
      delayMails(ground, {
        delayMs: SLOW_MAIL_MS,
        lastsMs,
        isHurt: ({ effect, ms }) => MAIL.test(effect) && ms !== undefined && ms >= SLOW_MAIL_MS,
        what: `mails took ${SLOW_MAIL_MS / 1_000} s or more`,
      }),
  },
  "mails silent": {
    holds: ["standIns", "worker"],
    // The emails are sent despite the timeout.
    inject: (ground, lastsMs) =>
      delayMails(ground, {
        delayMs: SILENT_MAIL_MS,
        lastsMs,
        isHurt: ({ error }) => error?.includes("did not answer in time") === true,
        what: "mails of which the worker never heard",
      }),
  },
} as const satisfies Readonly<Record<string, Fault>>;

const MAIL = /mail|reply|notice/;

const PAYMENT_FAULTS = {
  "payments failing": {
    holds: ["stripe"],
    inject: (ground, lastsMs) =>
      hurtPayments(ground, lastsMs, {
        fail: { status: 500, share: 0.25 },
        loseReplies: { share: 0.15 },
      }),
  },
  "payments limited": {
    holds: ["stripe"],
    inject: (ground, lastsMs) =>
      hurtPayments(ground, lastsMs, { fail: { status: 429, share: 0.4 } }),
  },
  "payments slow": {
    holds: ["stripe"],
    async inject({ provider, signal }, lastsMs) {
      const before = (await provider.stats()).requests;
      await provider.misbehave({ api: { delayMs: 2_500 } });
      try {
        await delay(lastsMs, undefined, { signal });
        return met((await provider.stats()).requests - before, "requests waited 2.5 s");
      } finally {
        await provider.behave();
      }
    },
  },
  "payments silent": {
    holds: ["stripe"],
    async inject({ provider, customers, signal }, lastsMs) {
      const waiting = (): Promise<number> => Promise.resolve(customers.waitingFor(3_000));
      // Longer than every timeout: Stripe does the work, and no caller gets the response.
      await provider.misbehave({ api: { delayMs: 60_000 } });
      try {
        const isSilent = !(await provider.answers());
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(waiting, signal);
        const damage = await waiting();
        return {
          hadEffect: isSilent && damage > 0,
          evidence: `${isSilent ? "silent" : "it answered"}, ${damage} customers wait for an answer`,
        };
      } finally {
        await provider.behave();
      }
    },
  },
  "notifications astray": {
    holds: ["stripe"],
    async inject({ provider, signal }, lastsMs) {
      const dropped = async (): Promise<number> => provider.dropped();
      await provider.misbehave({
        webhooks: {
          copies: 2,
          order: "random",
          dropShare: 0.2,
          loseAnswerShare: 0.2,
          delayMs: 300,
        },
      });
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(dropped, signal);
        return met(await dropped(), "notifications lost, the others twice and in any order");
      } finally {
        await provider.behave();
      }
    },
  },
  "a month passes": {
    holds: ["stripe"],
    async inject({ provider }) {
      const happened = await provider.letTimePass(MONTH_S);
      // Stripe keeps a renewal's invoice as a draft for an hour.
      return met(happened + (await provider.letTimePass(2 * 3_600)), "things came due");
    },
  },
  "two versions": {
    holds: ["second worker"],
    async inject({ olderWorker, signal }, lastsMs) {
      await olderWorker.start();
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(() => Promise.resolve(countLoggedEffects(olderWorker).left), signal);
        const { done, left } = countLoggedEffects(olderWorker);
        return {
          hadEffect: done > 0 && left > 0,
          evidence: `the older one did ${done} effects and left ${left} jobs to the newer`,
        };
      } finally {
        await olderWorker.kill();
      }
    },
  },
} as const satisfies Readonly<Record<string, Fault<MixedFaultContext>>>;

export const MIXED_FAULTS: Readonly<Record<MixedFaultName, Fault<MixedFaultContext>>> = {
  ...FAULTS,
  ...MAIL_FAULTS,
  ...CLOCK_FAULTS,
  ...PAYMENT_FAULTS,
};
export type MixedFaultName =
  | keyof typeof FAULTS
  | keyof typeof MAIL_FAULTS
  | keyof typeof CLOCK_FAULTS
  | keyof typeof PAYMENT_FAULTS;

/** Fault and duration in milliseconds; a fault listed twice strikes twice. */
const TROUBLES: readonly (readonly [MixedFaultName, number])[] = [
  ["worker killed", 1_000],
  ["worker killed", 1_000],
  ["worker replaced", 0],
  ["edge killed", 1_000],
  ["edge killed", 2_000],
  ["Redis killed", 2_000],
  ["Redis and worker killed", 2_000],
  ["Redis flushed", 0],
  ["PostgreSQL killed", 2_000],
  ["PostgreSQL and worker killed", 2_000],
  ["mails failing", 8_000],
  ["mails limited", 4_000],
  ["mails slow", 6_000],
  ["mails silent", 4_000],
  ["clock stepped", 6_000],
  ["answers lost", 4_000],
  ["payments failing", 8_000],
  ["payments limited", 5_000],
  ["payments slow", 6_000],
  ["payments silent", 6_000],
  ["notifications astray", 10_000],
  ["a month passes", 0],
  ["a month passes", 0],
];

const QUIET_MS = 15_000;

export interface MixedScenario {
  readonly name: string;
  readonly enquiries: number;
  readonly customers: number;
  readonly windowMs: number;
  readonly timetable: readonly ScheduledFaultRun<MixedFaultName>[];
}

const WINDOW_MS = 145_000;

/**
 * Every fault in random order and at random times, with two worker versions in the middle third.
 *
 * @param random numbers from 0 up to 1; the same numbers give the same timetable
 */
export function mixedScenario(seed: number, random: () => number): MixedScenario {
  const stepMs = (WINDOW_MS * 0.95 - QUIET_MS) / TROUBLES.length;
  const drawn = shuffled(TROUBLES, random).map(([fault, lastsMs], index) => ({
    fault,
    atMs: QUIET_MS + (index + random()) * stepMs,
    lastsMs,
  }));
  return {
    name: `Mixed traffic, seed ${seed}`,
    enquiries: 800,
    customers: 24,
    windowMs: WINDOW_MS,
    timetable: [...drawn, { fault: "two versions", atMs: WINDOW_MS / 3, lastsMs: WINDOW_MS / 3 }],
  };
}

async function hurtPayments(
  { provider, customers, signal }: MixedFaultContext,
  lastsMs: number,
  api: object,
): Promise<FaultEffect> {
  const before = (await provider.stats()).refused;
  const refusalsBefore = customers.refusals();
  const refused = async (): Promise<number> => (await provider.stats()).refused - before;
  await provider.misbehave({ api });
  try {
    await delay(lastsMs, undefined, { signal });
    await waitForPositive(refused, signal);
    const told = customers.refusals() - refusalsBefore;
    return met(await refused(), `requests refused, of which customers heard ${told} times`);
  } finally {
    await provider.behave();
  }
}

async function delayMails(
  { stack, observer, signal }: FaultContext,
  trouble: {
    delayMs: number;
    lastsMs: number;
    isHurt: (deed: LoggedEffect) => boolean;
    what: string;
  },
): Promise<FaultEffect> {
  const hurt = growthOf(() => readLoggedEffects(stack.parts.worker).filter(trouble.isHurt).length);
  await observer.setMailSwitches({ delayMs: trouble.delayMs });
  try {
    await delay(trouble.lastsMs, undefined, { signal });
    await waitForPositive(hurt, signal);
    return met(await hurt(), trouble.what);
  } finally {
    await observer.setMailSwitches({ delayMs: MAIL_DELAY_MS });
  }
}

function met(count: number, what: string): FaultEffect {
  return { hadEffect: count > 0, evidence: `${count} ${what}` };
}
