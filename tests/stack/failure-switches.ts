import * as z from "zod";

/** A switch that affects a share of the matching requests until `remaining` of them were hit. */
export const RULE = {
  /** Null is no limit. */
  remaining: z.number().int().min(1).nullable().default(null),
  share: z.number().min(0).max(1).default(1),
};

/** Switches that every emulator has beside its own `fail`. */
export const SWITCHES = {
  loseReplies: z.strictObject(RULE).nullable().optional(),
  delayMs: z.number().int().min(0).max(60_000).optional(),
  onlyMatching: z.string().max(200).optional(),
};

interface Rule {
  readonly remaining: number | null;
  readonly share: number;
}

export interface FailureSwitches<Fail extends Rule> {
  readonly fail: Fail | null;
  readonly loseReplies: Rule | null;
  readonly delayMs: number;
  readonly onlyMatching: string;
}

export const NO_FAILURES: FailureSwitches<never> = {
  fail: null,
  loseReplies: null,
  delayMs: 0,
  onlyMatching: "",
};

export interface RequestOutcome<Fail> {
  readonly fail: Fail | null;
  readonly loseReply: boolean;
  readonly delayMs: number;
}

export function withChanges<T extends object>(
  switches: T,
  change: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...switches, ...Object.fromEntries(named) };
}

/**
 * Decides what happens to one request; an error and a lost response never meet.
 *
 * @param text searched for `onlyMatching`
 * @param random from 0 up to 1
 */
export function decideOutcome<Fail extends Rule>(
  switches: FailureSwitches<Fail>,
  text: string,
  random: number,
): { outcome: RequestOutcome<Fail>; after: FailureSwitches<Fail> } {
  const { fail, loseReplies, delayMs } = switches;
  if (!text.toLowerCase().includes(switches.onlyMatching.toLowerCase())) {
    return { outcome: { fail: null, loseReply: false, delayMs: 0 }, after: switches };
  }
  if (fail !== null && random < fail.share) {
    const after = { ...switches, fail: countDown(fail) };
    return { outcome: { fail, loseReply: false, delayMs }, after };
  }
  const loseReply = loseReplies !== null && random < (fail?.share ?? 0) + loseReplies.share;
  return {
    outcome: { fail: null, loseReply, delayMs },
    after: loseReply ? { ...switches, loseReplies: countDown(loseReplies) } : switches,
  };
}

export function countDown<R extends Rule>(rule: R): R | null {
  if (rule.remaining === null) return rule;
  return rule.remaining === 1 ? null : { ...rule, remaining: rule.remaining - 1 };
}
