/** Counted separately. Numbers and periods are in `rules.ts`. */
export const LIMIT_BUCKETS = [
  "token",
  /** OAuth authorizations, each of which writes a row. */
  "authorize",
  "verify",
  /**
   * Typed codes for one account by all unknown visitors together. Links are not counted: they
   * cannot be guessed.
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
  /** The same of one visitor, so that nobody spends everybody's alone. */
  "email_sent_visitor",
  "sms_sent_visitor",
] as const;
export type LimitBucket = (typeof LIMIT_BUCKETS)[number];

export type LimitResult = { allowed: boolean; retryAfterS: number };

export type Limits = {
  /**
   * Counts one request.
   *
   * @param key IP address or account
   */
  take(bucket: LimitBucket, key: string): Promise<LimitResult>;
  /** Uncounts one request that was allowed. */
  putBack(bucket: LimitBucket, key: string): Promise<void>;
  /**
   * Counts a password attempt as wrong before it is checked.
   *
   * @param account as the visitor names it, existing or not
   */
  checkPasswordAttempt(account: string, visitor: string): Promise<LimitResult>;
  /**
   * Counts a typed code as wrong before it is checked.
   *
   * @param account email, phone or id, existing or not
   */
  checkCodeAttempt(account: string, visitor: string): Promise<LimitResult>;
  /** The code was right: the attempt is not counted, and the address is known from now on. */
  recordCodeSuccess(account: string, visitor: string): Promise<void>;
  /**
   * The user proved the account: failed attempts are forgotten, and the address is known from now
   * on.
   */
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
