/**
 * Ids say what they are: a three-letter prefix, an underscore, and 26 characters of Crockford base 32
 * that sort by the time of making. The prefix keeps them from ever being all digits, and none holds a
 * colon: BullMQ refuses both as job ids.
 */
const PREFIXES = {
  event: "evt",
  submission: "sub",
  request: "req",
  replay: "rpl",
  checkout: "chk",
  /** A person's answer about the end of their subscription. */
  subscriptionRequest: "end",
  /** The offer to stay, shown to a person once. */
  offer: "off",
  /** A person's wish to have their money back. */
  refundRequest: "rfr",
} as const;

export type IdKind = keyof typeof PREFIXES;
export type Id<K extends IdKind> = `${(typeof PREFIXES)[K]}_${string}`;
export type EventId = Id<"event">;
export type EnquiryId = Id<"submission">;
export type RequestId = Id<"request">;

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

/** How many random bytes one id consumes. */
export const ID_RANDOM_BYTES = RANDOM_CHARS;

/**
 * Makes an id.
 *
 * @param kind what the id names
 * @param nowMs milliseconds since the epoch, at most 2^48 - 1
 * @param random at least {@link ID_RANDOM_BYTES} bytes from a cryptographic source; 5 bits of each are used
 * @returns for example `evt_01KAHX2J3V7W8R9T0A1B2C3D4E`; ids of one kind sort by `nowMs`
 */
export function makeId<K extends IdKind>(kind: K, nowMs: number, random: Uint8Array): Id<K> {
  let time = "";
  let rest = nowMs;
  for (let i = 0; i < TIME_CHARS; i++) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let body = "";
  for (let i = 0; i < RANDOM_CHARS; i++) {
    const byte = random[i];
    if (byte === undefined) throw new RangeError(`an id needs ${ID_RANDOM_BYTES} random bytes`);
    body += ALPHABET.charAt(byte & 31);
  }
  return `${PREFIXES[kind]}_${time}${body}` as Id<K>;
}

/** The pattern that every id of a kind matches, for schemas and for checking what comes from outside. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${PREFIXES[kind]}_[${ALPHABET}]{${TIME_CHARS + RANDOM_CHARS}}$`);
}

/** Whether a text is an id of this kind. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  return idPattern(kind).test(text);
}

/** A maker of ids with its clock and randomness already chosen; built once where a process starts. */
export type MakeId = <K extends IdKind>(kind: K) => Id<K>;
