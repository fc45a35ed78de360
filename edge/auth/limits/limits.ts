/** What is counted apart from each other. Numbers and periods stand in `limit-rules.ts`. */
export const LIMIT_BUCKETS = [
  "token",
  /** Ways to a provider, each of which leaves a row behind. */
  "authorize",
  "verify",
  /** Typed-in codes for one account, of all strangers together. Links are not counted: nobody guesses one. */
  "verify_account",
  /** The same from one address at which the owner was. */
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

/** Whether a request may go on, and if not for how many seconds the caller should wait. */
export type LimitResult = { allowed: boolean; retryAfterS: number };

export type Limits = {
  /**
   * Counts one request.
   *
   * @param key whose requests are counted together: a visitor's address, an account
   */
  take(bucket: LimitBucket, key: string): Promise<LimitResult>;
  /** Uncounts one request that was allowed. */
  putBack(bucket: LimitBucket, key: string): Promise<void>;
  /**
   * Counts one try of an account's password as wrong, before it is looked at.
   *
   * @param account as the visitor names it, whether there is one or not
   */
  checkPasswordAttempt(account: string, visitor: string): Promise<LimitResult>;
  /**
   * Counts one code that somebody types in for an account as wrong, before it is looked at.
   *
   * @param account its address, phone or id, whether there is one or not
   */
  checkCodeAttempt(account: string, visitor: string): Promise<LimitResult>;
  /** Says that the code was right: it counts no more, and its visitor's address is known from now on. */
  recordCodeSuccess(account: string, visitor: string): Promise<void>;
  /**
   * Says that somebody has proven to own the account, by its password or its mailbox: their wrong tries are forgotten, and
   * their address is known from now on.
   */
  recordSuccessFrom(account: string, visitor: string): Promise<void>;
};

const ALLOWED: LimitResult = { allowed: true, retryAfterS: 0 };

/** Lets everything pass, where nothing counts. */
export const UNLIMITED: Limits = {
  take: () => Promise.resolve(ALLOWED),
  putBack: () => Promise.resolve(),
  checkPasswordAttempt: () => Promise.resolve(ALLOWED),
  checkCodeAttempt: () => Promise.resolve(ALLOWED),
  recordCodeSuccess: () => Promise.resolve(),
  recordSuccessFrom: () => Promise.resolve(),
};
