import type { UndeliverableReason } from "#contracts/undeliverable-reasons.ts";
import { PermanentError } from "./company-answer.ts";

export type MailTemplate = "team-notification" | "auto-reply" | "account";

/** A pure function of its event, so that a repeat is identical. */
export type Mail = {
  template: MailTemplate;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  params: Readonly<Record<string, string>>;
  correlationId: string;
  /** Ends such mails by one POST, for readers who never asked for them. */
  unsubscribeUrl?: string;
  /** Mails about one matter have one, by which mail programs put them together. */
  thread?: string;
};

export type SentMail = {
  /** The transport's id; null if it has none, or the email was withheld. */
  externalId: string | null;
  withheld?: UndeliverableReason;
  /** An earlier attempt with the same key was accepted with another text. */
  isProbablySent?: boolean;
};

export type Mailer = {
  /**
   * @param idempotencyKey the same for every attempt; at most 256 characters
   * @throws {MailRejected} when the transport rejects the email permanently
   * @throws {MailDeferred} when the transport asks to wait
   * @throws any other error when the outcome is unknown
   */
  send(mail: Mail, idempotencyKey: string): Promise<SentMail>;
  /**
   * Makes the transport forget that emails to the address bounced.
   *
   * @returns false when it refuses
   */
  removeSuppression?(email: string): Promise<boolean>;
};

/** Permanent. The message holds the transport's code, never an address. */
export class MailRejected extends PermanentError {
  override readonly name = "MailRejected";
}

/** Pauses the queue for `retryAfterMs` milliseconds without counting an attempt. */
export class MailDeferred extends Error {
  override readonly name = "MailDeferred";
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}
