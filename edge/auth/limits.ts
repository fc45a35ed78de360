/** What is counted apart from each other. Numbers and periods belong to whoever counts. */
export const LIMIT_BUCKETS = [
  "token",
  "token_account",
  "verify",
  "verify_account",
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
  "email_sent",
  "sms_sent",
] as const;
export type LimitBucket = (typeof LIMIT_BUCKETS)[number];

export type Limits = {
  /**
   * Counts one request.
   *
   * @param key whose requests are counted together: a visitor's address, an account
   * @returns whether it may go on, and if not for how many seconds the caller should wait
   */
  take(bucket: LimitBucket, key: string): Promise<{ allowed: boolean; retryAfterS: number }>;
};

/** Lets everything pass, where nothing counts. */
export const UNLIMITED: Limits = {
  take: () => Promise.resolve({ allowed: true, retryAfterS: 0 }),
};
