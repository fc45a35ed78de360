import { z } from "zod";

const share = z.number().min(0).max(1).default(1);
const remaining = z.number().int().min(1).nullable().default(null);

/** What may be asked of the API's switches. What is left out stays as it is. */
export const ApiSwitchesChange = z.strictObject({
  /** Refuse requests before anything is done. Null: do not. */
  fail: z
    .strictObject({
      status: z.union([z.literal(409), z.literal(429), z.literal(500)]),
      /** How many more; null is "until switched off". */
      remaining,
      /** Which part of the requests, chosen at random. */
      share,
      /** What the answer says about trying again; null says nothing. */
      shouldRetry: z.boolean().nullable().default(null),
    })
    .nullable()
    .optional(),
  /** Do the work and cut the connection instead of answering. Null: answer. */
  loseReplies: z.strictObject({ remaining, share }).nullable().optional(),
  /** Do the work and answer this much later. */
  delayMs: z.number().int().min(0).max(60_000).optional(),
  /** Only for paths that hold this text; empty is all. */
  onlyMatching: z.string().max(200).optional(),
});

export interface ApiSwitches {
  readonly fail: {
    readonly status: 409 | 429 | 500;
    readonly remaining: number | null;
    readonly share: number;
    readonly shouldRetry: boolean | null;
  } | null;
  readonly loseReplies: { readonly remaining: number | null; readonly share: number } | null;
  readonly delayMs: number;
  readonly onlyMatching: string;
}

export const NO_API_FAILURES: ApiSwitches = {
  fail: null,
  loseReplies: null,
  delayMs: 0,
  onlyMatching: "",
};

/** What one request meets. */
export interface RequestOutcome {
  readonly fail: {
    readonly status: 409 | 429 | 500;
    readonly shouldRetry: boolean | null;
  } | null;
  readonly loseReply: boolean;
  readonly delayMs: number;
}

/** Lays a checked change over the switches. */
export function changeApiSwitches(
  switches: ApiSwitches,
  change: z.output<typeof ApiSwitchesChange>,
): ApiSwitches {
  return {
    fail: change.fail === undefined ? switches.fail : change.fail,
    loseReplies: change.loseReplies === undefined ? switches.loseReplies : change.loseReplies,
    delayMs: change.delayMs ?? switches.delayMs,
    onlyMatching: change.onlyMatching ?? switches.onlyMatching,
  };
}

/**
 * Decides what one request meets, and the switches after it.
 *
 * @param random a number from 0 up to 1
 */
export function decideOutcome(
  switches: ApiSwitches,
  path: string,
  random: number,
): { fate: RequestOutcome; after: ApiSwitches } {
  const { fail, loseReplies, delayMs, onlyMatching } = switches;
  if (!path.includes(onlyMatching)) {
    return { fate: { fail: null, loseReply: false, delayMs: 0 }, after: switches };
  }
  if (fail !== null && random < fail.share) {
    return {
      fate: { fail, loseReply: false, delayMs },
      after: { ...switches, fail: spend(fail) },
    };
  }
  const loseReply = loseReplies !== null && random < (fail?.share ?? 0) + loseReplies.share;
  return {
    fate: { fail: null, loseReply, delayMs },
    after: loseReply ? { ...switches, loseReplies: spend(loseReplies) } : switches,
  };
}

function spend<T extends { readonly remaining: number | null }>(rule: T): T | null {
  if (rule.remaining === null) return rule;
  return rule.remaining === 1 ? null : { ...rule, remaining: rule.remaining - 1 };
}
