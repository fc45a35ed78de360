import * as z from "zod/mini";

// PostgreSQL text cannot hold NUL, control characters break mail headers, and a lone surrogate is not
// valid UTF-16.
export const LINE = /^[^\p{Cc}\p{Cs}]*$/u;
export const TEXT = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/** Characters that nobody sees and that turn, break or hide the text beside them. The joiners of emoji and Persian words stay. */
const INVISIBLE =
  /[\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/** Leaves out what a text of one line cannot have: a text that somebody has copied may hold it unseen. */
export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, "");

/** A text of one line. */
export const oneLine = (longest: number) =>
  z.string().check(z.overwrite(withoutInvisible), z.trim(), z.maxLength(longest), z.regex(LINE));

export const SHA256_HEX = /^[0-9a-f]{64}$/;

/** RFC 5321: the longest address that can be delivered to. */
export const EMAIL_MAX = 254;

/** Characters of a message with a refund request. */
export const REFUND_MESSAGE_MAX = 1_000;
