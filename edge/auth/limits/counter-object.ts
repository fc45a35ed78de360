import { DurableObject } from "cloudflare:workers";
import { HOUR_MS } from "#contracts/durations.ts";
import { readEdgeConfig } from "../../config.ts";
import {
  isKnownVisitor,
  NO_ATTEMPTS,
  recordSuccessFrom,
  type PasswordAttempts,
  checkPasswordAttempt,
  dropExpiredAttempts,
} from "../passwords/attempts.ts";
import type { LimitResult } from "./limits.ts";
import { type LimitBucket, limitRules } from "./rules.ts";
import {
  type BucketRule,
  type BucketState,
  isFullAtMs,
  ruleForNetwork,
  consume,
  refundToken,
} from "./token-bucket.ts";

const CLEAN_EVERY_MS = 6 * HOUR_MS;

/** Durable Objects delete at most this many keys at once. */
const CLEAN_BATCH = 128;

// Responds before the write is durable: a crash loses one count.
const NOT_WAITED_FOR = { allowUnconfirmed: true };

const ATTEMPTS = "attempts";

/**
 * Counts for a share of visitors, accounts and mailboxes. Each key belongs to one object, and
 * the runtime delivers no other request between reading and writing a row, so the counts are
 * exact.
 */
export class LimitCounter extends DurableObject<Env> {
  readonly #rules: Record<LimitBucket, BucketRule>;
  #hasAlarm = false;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#rules = limitRules(readEdgeConfig(env));
  }

  async take(key: string, bucket: LimitBucket, visitors = 1): Promise<LimitResult> {
    const name = rowName(bucket, key);
    const before = await this.ctx.storage.get<BucketState>(name);
    const { allowed, retryAfterS, state } = consume(
      ruleForNetwork(this.#rules[bucket], visitors),
      before ?? null,
      Date.now(),
    );
    if (allowed) this.#save(name, state);
    return { allowed, retryAfterS };
  }

  async uncount(key: string, bucket: LimitBucket, visitors = 1): Promise<void> {
    const name = rowName(bucket, key);
    const before = await this.ctx.storage.get<BucketState>(name);
    if (before !== undefined) {
      const rule = ruleForNetwork(this.#rules[bucket], visitors);
      this.#save(name, refundToken(rule, before, Date.now()));
    }
  }

  async checkCodeAttempt(key: string, visitor: string): Promise<LimitResult> {
    return this.take(...(await this.#codesOf(key, visitor)));
  }

  async uncountCodeAttempt(key: string, visitor: string): Promise<void> {
    await this.uncount(...(await this.#codesOf(key, visitor)));
  }

  async recordCodeSuccess(key: string, visitor: string): Promise<void> {
    await this.uncountCodeAttempt(key, visitor);
    await this.recordSuccessFrom(key, visitor);
  }

  /** All unknown visitors share one bucket; known ones have their own. */
  async #codesOf(key: string, visitor: string): Promise<[key: string, bucket: LimitBucket]> {
    const attempts =
      (await this.ctx.storage.get<PasswordAttempts>(rowName(ATTEMPTS, key))) ?? NO_ATTEMPTS;
    return isKnownVisitor(attempts, visitor, Date.now())
      ? [`${key}:${visitor}`, "verify_account_known"]
      : [key, "verify_account"];
  }

  async checkPasswordAttempt(
    key: string,
    visitor: string,
    onlyKnown = false,
  ): Promise<LimitResult> {
    const name = rowName(ATTEMPTS, key);
    const before = (await this.ctx.storage.get<PasswordAttempts>(name)) ?? NO_ATTEMPTS;
    const nowMs = Date.now();
    if (onlyKnown && !isKnownVisitor(before, visitor, nowMs)) {
      return { allowed: false, retryAfterS: 0 };
    }
    const { allowed, retryAfterS, attempts } = checkPasswordAttempt(before, visitor, nowMs);
    if (allowed) this.#save(name, attempts);
    return { allowed, retryAfterS };
  }

  async recordSuccessFrom(key: string, visitor: string): Promise<void> {
    const name = rowName(ATTEMPTS, key);
    const before = (await this.ctx.storage.get<PasswordAttempts>(name)) ?? NO_ATTEMPTS;
    this.#save(name, recordSuccessFrom(before, visitor, Date.now()));
  }

  /** Deletes rows that no longer count, so that nothing is stored of visitors who stay away. */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const nowMs = Date.now();
    let last: string | undefined;
    for (;;) {
      const page = await storage.list<BucketState | PasswordAttempts>({
        limit: CLEAN_BATCH,
        ...(last === undefined ? {} : { startAfter: last }),
      });
      await storage.delete([...page].flatMap(([name, row]) => this.#isOver(name, row, nowMs)));
      last = [...page.keys()].at(-1);
      if (page.size < CLEAN_BATCH) break;
    }
    const isEmpty = (await storage.list({ limit: 1 })).size === 0;
    this.#hasAlarm = !isEmpty;
    if (!isEmpty) await storage.setAlarm(nowMs + CLEAN_EVERY_MS);
  }

  #isOver(name: string, row: BucketState | PasswordAttempts, nowMs: number): string[] {
    if ("visitors" in row) {
      const { strangers, visitors } = dropExpiredAttempts(row, nowMs);
      return strangers === null && visitors.length === 0 ? [name] : [];
    }
    const bucket = name.slice(0, name.indexOf(":"));
    const rule = Object.entries(this.#rules).find(([of]) => of === bucket)?.[1];
    // The rules no longer have this bucket.
    return rule === undefined || isFullAtMs(rule, row) <= nowMs ? [name] : [];
  }

  #save(name: string, row: BucketState | PasswordAttempts): void {
    const { storage } = this.ctx;
    void storage.put(name, row, NOT_WAITED_FOR);
    if (this.#hasAlarm) return;
    this.#hasAlarm = true;
    void this.#scheduleCleaning();
  }

  async #scheduleCleaning(): Promise<void> {
    const { storage } = this.ctx;
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + CLEAN_EVERY_MS);
  }
}

function rowName(kind: LimitBucket | typeof ATTEMPTS, key: string): string {
  return `${kind}:${key}`;
}
