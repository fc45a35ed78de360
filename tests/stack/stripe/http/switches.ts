import { z } from "zod";

const share = z.number().min(0).max(1).default(1);
const remaining = z.number().int().min(1).nullable().default(null);

export const ApiSwitchesChange = z.strictObject({
  fail: z
    .strictObject({
      status: z.union([z.literal(409), z.literal(429), z.literal(500)]),
      /** Number of hits before it turns off; null is no limit. */
      remaining,
      share,
      /** Value of the `Stripe-Should-Retry` header; null omits it. */
      shouldRetry: z.boolean().nullable().default(null),
    })
    .nullable()
    .optional(),
  loseReplies: z.strictObject({ remaining, share }).nullable().optional(),
  delayMs: z.number().int().min(0).max(60_000).optional(),
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

export interface RequestOutcome {
  readonly fail: {
    readonly status: 409 | 429 | 500;
    readonly shouldRetry: boolean | null;
  } | null;
  readonly loseReply: boolean;
  readonly delayMs: number;
}

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
