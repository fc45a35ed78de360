import { DurableObject } from "cloudflare:workers";
import { limitRules } from "../auth/limit-rules.ts";
import { LIMIT_BUCKETS, type LimitBucket, type Verdict } from "../auth/limits.ts";
import {
  NO_TRIES,
  ownerWasAt,
  type PasswordTries,
  tryPassword,
  withoutForgotten,
} from "../auth/password-tries.ts";
import { type BucketRule, type BucketState, isFullAtMs, takeOne } from "../auth/token-bucket.ts";
import { readEdgeConfig } from "../config.ts";

// How long a counter that nobody asks any more keeps its rows at most, beyond what they say.
const CLEAN_EVERY_MS = 6 * 3_600_000;

const TRIES = "tries";

// The limit counts at once in memory, where one thing happens at a time; the disk is for when this object is evicted.
const NOT_WAITED_FOR = { allowUnconfirmed: true };

/**
 * Counts for one visitor, one account, or the whole project: one object for each, wherever its requests arrive, so
 * that the count is right however many isolates there are.
 */
export class LimitCounter extends DurableObject<Env> {
  readonly #rules: Record<LimitBucket, BucketRule>;
  #buckets = new Map<LimitBucket, BucketState>();
  #tries: PasswordTries = NO_TRIES;
  #hasAlarm = false;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#rules = limitRules(readEdgeConfig(env));
    void state.blockConcurrencyWhile(async () => {
      const kept = await state.storage.list();
      for (const bucket of LIMIT_BUCKETS) {
        const used = kept.get(bucket);
        if (used !== undefined) this.#buckets.set(bucket, used as BucketState);
      }
      this.#tries = (kept.get(TRIES) as PasswordTries | undefined) ?? NO_TRIES;
      this.#hasAlarm = (await state.storage.getAlarm()) !== null;
    });
  }

  /** Counts one request. */
  take(bucket: LimitBucket): Verdict {
    const { allowed, retryAfterS, state } = takeOne(
      this.#rules[bucket],
      this.#buckets.get(bucket) ?? null,
      Date.now(),
    );
    this.#buckets.set(bucket, state);
    if (allowed) this.#keep(bucket, state);
    return { allowed, retryAfterS };
  }

  /** Judges one try of this account's password, and counts it as wrong. */
  tryPassword(visitor: string): Verdict {
    const { allowed, retryAfterS, tries } = tryPassword(this.#tries, visitor, Date.now());
    if (allowed) this.#keepTries(tries);
    return { allowed, retryAfterS };
  }

  /** Takes the visitor's tries back and knows their address from now on. */
  ownerWasAt(visitor: string): void {
    this.#keepTries(ownerWasAt(this.#tries, visitor, Date.now()));
  }

  /** Forgets what no longer makes a difference, so that nothing is stored of whoever stays away. */
  override async alarm(): Promise<void> {
    const nowMs = Date.now();
    this.#hasAlarm = false;
    const { storage } = this.ctx;
    for (const [bucket, state] of this.#buckets) {
      if (isFullAtMs(this.#rules[bucket], state) > nowMs) continue;
      this.#buckets.delete(bucket);
      await storage.delete(bucket);
    }
    const tries = withoutForgotten(this.#tries, nowMs);
    const isEmpty = tries.strangers === null && tries.visitors.length === 0;
    this.#tries = tries;
    if (this.#buckets.size === 0 && isEmpty) await storage.deleteAll();
    else this.#keepTries(tries);
  }

  #keepTries(tries: PasswordTries): void {
    this.#tries = tries;
    this.#keep(TRIES, tries);
  }

  #keep(name: string, value: BucketState | PasswordTries): void {
    const { storage } = this.ctx;
    void storage.put(name, value, NOT_WAITED_FOR);
    if (this.#hasAlarm) return;
    this.#hasAlarm = true;
    void storage.setAlarm(Date.now() + CLEAN_EVERY_MS, NOT_WAITED_FOR);
  }
}
