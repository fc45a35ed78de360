/** The mail port: what effects ask for, and what each transport (Resend, EmailJS) fulfils. */
import { PermanentError } from "../pipeline/permanent-error.ts";

export type MailTemplate = "team-notification" | "auto-reply" | "account";

/** One mail to one person. A pure function of its event, so that a repeat is the same mail to the letter. */
export type Mail = {
  template: MailTemplate;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** The same content as named values, for transports whose templates live with the provider. */
  params: Readonly<Record<string, string>>;
  /** Goes into a mail header, so that a mail can be traced to the request that caused it. */
  correlationId: string;
};

export type Mailer = {
  /**
   * Sends one mail.
   *
   * @param idempotencyKey the same for every attempt of one mail; at most 256 characters
   * @returns the provider's id of the mail, or null where the provider gives none
   * @throws {MailRejected} when sending the same mail again cannot succeed
   * @throws {MailDeferred} when the provider asks to wait
   * @throws any other error when it is unknown whether the mail left; the attempt is repeated with its key
   */
  send(mail: Mail, idempotencyKey: string): Promise<{ externalId: string | null }>;
};

/** The provider refuses this mail for good. The message names the provider's code, never an address. */
export class MailRejected extends PermanentError {
  override readonly name = "MailRejected";
}

/** The provider is busy: nobody sends for `retryAfterMs` milliseconds, and no attempt is counted. */
export class MailDeferred extends Error {
  override readonly name = "MailDeferred";
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
