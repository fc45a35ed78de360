/**
 * Ids are a prefix, an underscore and 26 characters of Crockford base 32 that sort by creation time.
 * BullMQ rejects job ids that are all digits or hold a colon.
 */
const PREFIXES = {
  event: "evt",
  submission: "sub",
  request: "req",
  replay: "rpl",
  bulkReplay: "brp",
  checkout: "chk",
  subscriptionRequest: "end",
  offer: "off",
  refundRequest: "rfr",
  business: "bus",
  media: "med",
  photo: "pho",
  approver: "apr",
  post: "pst",
  comment: "cmt",
  report: "rep",
  approvalLink: "apl",
} as const;

export type IdKind = keyof typeof PREFIXES;
export type Id<K extends IdKind> = `${(typeof PREFIXES)[K]}_${string}`;
export type EventId = Id<"event">;
export type EnquiryId = Id<"submission">;
export type RequestId = Id<"request">;

export const ID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

export const ID_RANDOM_BYTES = RANDOM_CHARS;

/**
 * @param nowMs milliseconds since the epoch, at most 2^48 - 1
 * @param random at least {@link ID_RANDOM_BYTES} bytes from a cryptographic source
 */
export function makeId<K extends IdKind>(kind: K, nowMs: number, random: Uint8Array): Id<K> {
  let time = "";
  let rest = nowMs;
  for (let i = 0; i < TIME_CHARS; i++) {
    time = ID_ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let body = "";
  for (let i = 0; i < RANDOM_CHARS; i++) {
    const byte = random[i];
    if (byte === undefined) throw new RangeError(`an id needs ${ID_RANDOM_BYTES} random bytes`);
    body += ID_ALPHABET.charAt(byte & 31);
  }
  return `${PREFIXES[kind]}_${time}${body}` as Id<K>;
}

export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${PREFIXES[kind]}_[${ID_ALPHABET}]{${TIME_CHARS + RANDOM_CHARS}}$`);
}

export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  return idPattern(kind).test(text);
}

export type MakeId = <K extends IdKind>(kind: K) => Id<K>;
