import { hash } from "node:crypto";

/**
 * The trace of an event: the browser's, or one made of the request's id, so that a request without
 * `traceparent` has a trace as well.
 *
 * @returns 32 hexadecimal digits
 */
export function traceIdOf(event: { requestId: string; traceparent: string | null }): string {
  return event.traceparent?.slice(3, 35) ?? hash("sha256", event.requestId).slice(0, 32);
}
