import { ID_ALPHABET } from "#contracts/ids.ts";

const ID_CHARS = 26;

/**
 * The trace of an event: the browser's, or the number in its correlation id, so that an event without
 * `traceparent` has a trace as well.
 *
 * @returns 32 hexadecimal digits
 */
export function traceIdOf(event: { correlationId: string; traceparent: string | null }): string {
  return event.traceparent?.slice(3, 35) ?? traceOf(event.correlationId);
}

/** The lower 128 bits of the id. Each request has this trace, and a hash takes thirty times as long at the edge. */
function traceOf(correlationId: string): string {
  const start = correlationId.length - ID_CHARS;
  const bitsAt = (index: number) => ID_ALPHABET.indexOf(correlationId.charAt(start + index)) & 31;
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
