import * as z from "zod/mini";
import { withoutInvisible } from "./invisible.ts";

// PostgreSQL text cannot hold NUL, control characters break mail headers, and a lone surrogate is not
// valid UTF-16.
export const LINE = /^[^\p{Cc}\p{Cs}]*$/u;
export const TEXT = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/** A text of one line. */
export const oneLine = (longest: number) =>
  z.string().check(z.overwrite(withoutInvisible), z.trim(), z.maxLength(longest), z.regex(LINE));

export const SHA256_HEX = /^[0-9a-f]{64}$/;

/** RFC 5321: the longest address that can be delivered to. */
export const EMAIL_MAX = 254;

/** Characters of a message with a refund request. */
export const REFUND_MESSAGE_MAX = 1_000;
