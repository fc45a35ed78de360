/** Numbers and periods are in `rules.ts`. */
export const LIMIT_BUCKETS = [
  "token",
  /** Each writes a row. */
  "authorize",
  "verify",
  /**
   * Typed codes for one account by all unknown visitors together. Links cannot be guessed and
   * are not counted.
   */
  "verify_account",
  /** Typed codes from an address where the user has signed in. */
  "verify_account_known",
  "signup",
  "otp",
  "recover",
  "resend",
  "user_update",
  "anonymous",
  "web3",
  "sso",
  "factor_challenge",
  "factor_verify",
  "mail_address",
  "text_phone",
  "email_sent",
  "sms_sent",
  /** One visitor's share of the budget. */
  "email_sent_visitor",
  "sms_sent_visitor",
] as const;
export type LimitBucket = (typeof LIMIT_BUCKETS)[number];

export type LimitResult = { allowed: boolean; retryAfterS: number };

export type Limits = {
  /** @param key IP address or account */
  take(bucket: LimitBucket, key: string): Promise<LimitResult>;
  putBack(bucket: LimitBucket, key: string): Promise<void>;
  /**
   * Counts the attempt as wrong before it is checked.
   *
   * @param account as the visitor names it, existing or not
   */
  checkPasswordAttempt(account: string, visitor: string): Promise<LimitResult>;
  /**
   * Counts the code as wrong before it is checked.
   *
   * @param account email, phone or id, existing or not
   */
  checkCodeAttempt(account: string, visitor: string): Promise<LimitResult>;
  /** Uncounts the attempt; the address is known from now on. */
  recordCodeSuccess(account: string, visitor: string): Promise<void>;
  /** Forgets the address's failed attempts; the address is known from now on. */
  recordSuccessFrom(account: string, visitor: string): Promise<void>;
};

const ALLOWED: LimitResult = { allowed: true, retryAfterS: 0 };

export const UNLIMITED: Limits = {
  take: () => Promise.resolve(ALLOWED),
  putBack: () => Promise.resolve(),
  checkPasswordAttempt: () => Promise.resolve(ALLOWED),
  checkCodeAttempt: () => Promise.resolve(ALLOWED),
  recordCodeSuccess: () => Promise.resolve(),
  recordSuccessFrom: () => Promise.resolve(),
};
