import type { LimitBucket } from "./rules.ts";

export type LimitResult = { allowed: boolean; retryAfterS: number };

export type Limits = {
  /**
   * @param key IP address, network or account
   * @param visitors that share the key, each with the limit of one; 1 by default
   */
  take(bucket: LimitBucket, key: string, visitors?: number): Promise<LimitResult>;
  /** Uncounts one `take` of the same key and visitors. */
  uncount(bucket: LimitBucket, key: string, visitors?: number): Promise<void>;
  /**
   * Counts the attempt as wrong before it is checked.
   *
   * @param limitKey email or phone as the visitor typed it, or an id; the account may not exist
   * @param onlyKnown refuses, without counting, an address where the user has not signed in
   */
  checkPasswordAttempt(
    limitKey: string,
    visitor: string,
    onlyKnown?: boolean,
  ): Promise<LimitResult>;
  /**
   * Counts the code as wrong before it is checked.
   *
   * @param limitKey as for {@link Limits.checkPasswordAttempt}
   */
  checkCodeAttempt(limitKey: string, visitor: string): Promise<LimitResult>;
  /** Uncounts the attempt. */
  uncountCodeAttempt(limitKey: string, visitor: string): Promise<void>;
  /** Uncounts the attempt; the address is known from now on. */
  recordCodeSuccess(limitKey: string, visitor: string): Promise<void>;
  /** Forgets the address's failed attempts; the address is known from now on. */
  recordSuccessFrom(limitKey: string, visitor: string): Promise<void>;
};
