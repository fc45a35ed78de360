import { createHmac } from "node:crypto";

/**
 * The signature header of a webhook.
 *
 * @param at when it is sent, unix seconds
 */
export function signatureOf(payload: string, secret: string, at: number): string {
  const signature = createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex");
  return `t=${at},v1=${signature}`;
}
