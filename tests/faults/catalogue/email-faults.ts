import { setTimeout as delay } from "node:timers/promises";
import { type LoggedEffect, readLoggedEffects } from "../worker-log.ts";
import {
  countedEffect,
  type Fault,
  type FaultContext,
  type FaultEffect,
  growthOf,
  waitForPositive,
} from "./fault.ts";

/** In every scenario; without it the worker would finish before a fault finds it at work. */
export const MAIL_DELAY_MS = 60;

const SLOW_MS = 4_000;
/** Longer than the worker's timeout for Resend. */
const UNANSWERED_MS = 20_000;
const SENDS_MAIL = /mail|reply|notice/;

export const EMAIL_FAULTS = {
  "emails failing": {
    holds: ["emulators"],
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
          evidence: `${damage[0]} emails refused with 500, ${damage[1]} responses lost`,
        };
      } finally {
        await observer.setMailSwitches({ fail: null, loseReplies: null });
      }
    },
  },
  "emails rate-limited": {
    holds: ["emulators"],
    async inject({ observer, signal }, lastsMs) {
      const before = await observer.mailStats();
      const limited = async (): Promise<number> =>
        (await observer.mailStats()).injectedFailures - before.injectedFailures;
      await observer.setMailSwitches({ fail: { status: 429, share: 0.1, retryAfterSeconds: 1 } });
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(limited, signal);
        return countedEffect(await limited(), "emails refused with 429");
      } finally {
        await observer.setMailSwitches({ fail: null });
      }
    },
  },
  "emails slow": {
    holds: ["emulators", "worker"],
    inject: (context, lastsMs) =>
      delayMails(context, {
        delayMs: SLOW_MS,
        lastsMs,
        isAffected: ({ effect, ms }) =>
          SENDS_MAIL.test(effect) && ms !== undefined && ms >= SLOW_MS,
        what: `emails took ${SLOW_MS / 1_000} s or more`,
      }),
  },
  "emails unanswered": {
    holds: ["emulators", "worker"],
    // Resend sends them although the worker's request timed out.
    inject: (context, lastsMs) =>
      delayMails(context, {
        delayMs: UNANSWERED_MS,
        lastsMs,
        isAffected: ({ error }) => error?.includes("did not answer in time") === true,
        what: "emails whose response the worker did not wait for",
      }),
  },
} as const satisfies Readonly<Record<string, Fault>>;

async function delayMails(
  { stack, observer, signal }: FaultContext,
  options: {
    delayMs: number;
    lastsMs: number;
    isAffected: (effect: LoggedEffect) => boolean;
    what: string;
  },
): Promise<FaultEffect> {
  const affected = growthOf(
    () => readLoggedEffects(stack.parts.worker).filter(options.isAffected).length,
  );
  await observer.setMailSwitches({ delayMs: options.delayMs });
  try {
    await delay(options.lastsMs, undefined, { signal });
    await waitForPositive(affected, signal);
    return countedEffect(await affected(), options.what);
  } finally {
    await observer.setMailSwitches({ delayMs: MAIL_DELAY_MS });
  }
}
