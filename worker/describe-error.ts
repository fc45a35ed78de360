import { redactAddresses } from "./redact-message.ts";

const CHARS_MAX = 300;

/** One line for rows, queue and log, without email addresses and URL credentials. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return redactAddresses(
    text
      .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
      // First, because a password may hold characters that end an address.
      .replaceAll(/:\/\/[^\s/@]*@/g, "://[credentials]@"),
  ).slice(0, CHARS_MAX);
}
