import { ID_ALPHABET } from "#contracts/ids.ts";

const TRACE_BITS = 128;
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

/** Each request has this trace, and a hash takes thirty times as long at the edge. */
function traceOfRequest(requestId: string): string {
  let number = 0n;
  for (const char of requestId.slice(-ID_CHARS)) {
    number = number * 32n + BigInt(ID_ALPHABET.indexOf(char));
  }
  return BigInt.asUintN(TRACE_BITS, number)
    .toString(16)
    .padStart(TRACE_BITS / 4, "0");
}
