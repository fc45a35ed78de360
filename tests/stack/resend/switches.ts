import { z } from "zod";

const share = z.number().min(0).max(1).default(1);
const remaining = z.number().int().min(1).nullable().default(null);

export const SwitchesChange = z.strictObject({
  fail: z
    .strictObject({
      status: z.union([z.literal(422), z.literal(429), z.literal(500)]),
      /** Number of hits before it turns off; null is no limit. */
      remaining,
      share,
      retryAfterSeconds: z.number().int().min(0).default(1),
    })
    .nullable()
    .optional(),
  loseReplies: z.strictObject({ remaining, share }).nullable().optional(),
  delayMs: z.number().int().min(0).max(60_000).optional(),
  onlyMatching: z.string().max(200).optional(),
});

export type SwitchesChange = z.input<typeof SwitchesChange>;

export interface Switches {
  readonly fail: {
    readonly status: 422 | 429 | 500;
    readonly remaining: number | null;
    readonly share: number;
    readonly retryAfterSeconds: number;
  } | null;
  readonly loseReplies: { readonly remaining: number | null; readonly share: number } | null;
  readonly delayMs: number;
  readonly onlyMatching: string;
}

export const NO_FAILURES: Switches = {
  fail: null,
  loseReplies: null,
  delayMs: 0,
  onlyMatching: "",
};

export interface RequestOutcome {
  readonly fail: { readonly status: 422 | 429 | 500; readonly retryAfterSeconds: number } | null;
  readonly loseReply: boolean;
  readonly delayMs: number;
  readonly after: Switches;
}

export function changeSwitches(
  switches: Switches,
  change: z.output<typeof SwitchesChange>,
): Switches {
  return {
    fail: change.fail === undefined ? switches.fail : change.fail,
    loseReplies: change.loseReplies === undefined ? switches.loseReplies : change.loseReplies,
    delayMs: change.delayMs ?? switches.delayMs,
    onlyMatching: change.onlyMatching ?? switches.onlyMatching,
  };
}

export function decideOutcome(
  switches: Switches,
  mail: { to: string; subject: string },
  random: number,
): RequestOutcome {
  const { fail, loseReplies, onlyMatching } = switches;
  const text = `${mail.subject}\n${mail.to}`.toLowerCase();
  if (!text.includes(onlyMatching.toLowerCase())) {
    return { fail: null, loseReply: false, delayMs: 0, after: switches };
  }
  if (fail !== null && random < fail.share) {
    const { status, retryAfterSeconds } = fail;
    return {
      fail: { status, retryAfterSeconds },
      loseReply: false,
      delayMs: switches.delayMs,
      after: { ...switches, fail: spend(fail) },
    };
  }
  const spared = fail?.share ?? 0;
  const loseReply = loseReplies !== null && random < spared + loseReplies.share;
  return {
    fail: null,
    loseReply,
    delayMs: switches.delayMs,
    after: loseReply ? { ...switches, loseReplies: spend(loseReplies) } : switches,
  };
}

function spend<T extends { readonly remaining: number | null }>(rule: T): T | null {
  if (rule.remaining === null) return rule;
  return rule.remaining === 1 ? null : { ...rule, remaining: rule.remaining - 1 };
}
