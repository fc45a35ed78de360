import type { SmsChannel } from "#contracts/events/accounts.ts";
import { PermanentError } from "./company-answer.ts";

export type Sms = {
  /** E.164 without its plus. */
  to: string;
  channel: SmsChannel;
  /** What an SMS says; on WhatsApp the approved template has the words. */
  body: string;
  code: string;
  /** Twilio reports what became of it under this event. */
  eventId: string;
};

export type SmsSender = {
  /**
   * @returns Twilio's id of the SMS, which it has accepted and not yet delivered
   * @throws {SmsRejected} when Twilio rejects it permanently
   * @throws any other error when the outcome is unknown or a retry may succeed
   */
  send(text: Sms): Promise<{ externalId: string | null }>;
};

/** The message holds Twilio's code, never a phone number. */
export class SmsRejected extends PermanentError {
  override readonly name = "SmsRejected";
}
