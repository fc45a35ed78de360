import * as z from "zod";
import { SMS_CHANNELS, type SmsChannel } from "#contracts/events/accounts.ts";
import { AuthError } from "../http/auth-errors.ts";

const Channel = z.enum(SMS_CHANNELS);

/** @throws {AuthError} `validation_failed` */
export function readChannel(text: string | undefined): SmsChannel {
  const channel = Channel.safeParse(text === undefined || text === "" ? "sms" : text);
  if (channel.success) return channel.data;
  throw new AuthError(
    "validation_failed",
    "Invalid channel, supported values are 'sms' or 'whatsapp'",
  );
}
