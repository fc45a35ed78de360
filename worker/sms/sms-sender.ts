/** The port for texts to phones: what effects send, and what a transport fulfils. */
import type { SmsChannel } from "#contracts/events/auth-sms-requested.ts";
import { PermanentError } from "../pipeline/permanent-error.ts";

export type Sms = {
  /** E.164 without its plus. */
  to: string;
  channel: SmsChannel;
  body: string;
};

export type SmsSender = {
  /**
   * Sends one text. Asked twice it may send two: providers of texts know no idempotency keys.
   *
   * @returns the provider's id of the text
   * @throws {SmsRejected} when sending the same again cannot succeed
   * @throws any other error when it is unknown whether the text was sent, or when a repeat may succeed
   */
  send(text: Sms): Promise<{ externalId: string | null }>;
};

/** The provider refuses this text for good. The message names its code, never a phone. */
export class SmsRejected extends PermanentError {
  override readonly name = "SmsRejected";
}
