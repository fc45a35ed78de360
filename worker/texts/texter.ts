/** The port for texts to phones: what effects send, and what a transport fulfils. */
import type { TextChannel } from "#contracts/events/auth-sms-requested.ts";
import { Refused } from "../refused.ts";

export type Text = {
  /** E.164 without its plus. */
  to: string;
  channel: TextChannel;
  body: string;
};

export type Texter = {
  /**
   * Sends one text. Asked twice it may send two: providers of texts know no idempotency keys.
   *
   * @returns the provider's id of the text
   * @throws {TextRefused} when sending the same again cannot succeed
   * @throws any other error when it is unknown whether the text was sent, or when a repeat may succeed
   */
  send(text: Text): Promise<{ providerId: string | null }>;
};

/** The provider refuses this text for good. The message names its code, never a phone. */
export class TextRefused extends Refused {
  override readonly name = "TextRefused";
}
