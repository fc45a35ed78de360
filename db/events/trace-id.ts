import { ID_ALPHABET } from "#contracts/ids.ts";

const ID_CHARS = 26;

/**
 * The trace of an event: the browser's, or the number in the request's id, so that a request without
 * `traceparent` has a trace as well.
 *
 * @returns 32 hexadecimal digits
 */
export function traceIdOf(event: { requestId: string; traceparent: string | null }): string {
  return event.traceparent?.slice(3, 35) ?? traceOfRequest(event.requestId);
}

/** The lower 128 bits of the id. Each request has this trace, and a hash takes thirty times as long at the edge. */
function traceOfRequest(requestId: string): string {
  const start = requestId.length - ID_CHARS;
  const bitsAt = (index: number) => ID_ALPHABET.indexOf(requestId.charAt(start + index)) & 31;
  let trace = hex(((bitsAt(0) << 5) | bitsAt(1)) & 0xff, 2);
  // Four characters are twenty bits.
  for (let at = 2; at < ID_CHARS; at += 4) {
    const bits =
      (bitsAt(at) << 15) | (bitsAt(at + 1) << 10) | (bitsAt(at + 2) << 5) | bitsAt(at + 3);
    trace += hex(bits, 5);
  }
  return trace;
}

function hex(bits: number, digits: number): string {
  return bits.toString(16).padStart(digits, "0");
}
