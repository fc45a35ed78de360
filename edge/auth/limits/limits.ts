/** Numbers and periods are in `rules.ts`. */
export const LIMIT_BUCKETS = [
  /** Sign-ins, and refresh tokens that are not genuine. */
  "token",
  /** Genuine refresh tokens of one session. */
  "refresh",
  /** An attempt is counted before the password is checked, and uncounted if it is right. */
  "wrong_password",
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
  /** Visitors who open a first payment page: each is a customer at Stripe. */
  "guest_checkout",
  /** Reads of one customer at Stripe by a success page whose purchase is known. */
  "purchase_sync",
  /** Promotion codes, counted before Stripe is asked and uncounted if they may be used. */
  "refused_code",
  /** Comments of one author: a user or an approver. */
  "comment",
  "web3",
  "sso",
  /** Challenges for a sign-in: each writes a row. */
  "passkey",
  "factor_challenge",
  "factor_verify",
  "mail_address",
  "sms_phone",
  /** Webhooks with a wrong signature. */
  "webhook_signature",
  /** A guest beyond it solves a captcha, if there is one. */
  "checkout_captcha",
  /** Mails and texts to addresses and phones that no account has proven. */
  "email_sent",
  "sms_sent",
  /** Mails and texts to verified addresses and phones. */
  "email_sent_proven",
  "sms_sent_proven",
  /** A visitor's shares: of sign-ups, of recoveries and codes for users, and of mails and SMS to others. */
  "email_sent_visitor_new",
  "sms_sent_visitor_new",
  "email_sent_visitor_known",
  "sms_sent_visitor_known",
  "email_sent_visitor_other",
  "sms_sent_visitor_other",
  /** The share of an account that is signed in. */
  "email_sent_account",
  "sms_sent_account",
  /** All visitors' requests for mails and SMS; beyond it each solves a captcha, if there is one. */
  "send_captcha",
] as const;
export type LimitBucket = (typeof LIMIT_BUCKETS)[number];

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
