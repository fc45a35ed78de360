import { tracing } from "cloudflare:workers";

/** Cloudflare neither reads nor sends `traceparent`: the attribute joins its traces with the worker's. */
export function tagTrace(traceId: string): void {
  tracing.getActiveSpan()?.setAttribute("tidepost.trace_id", traceId);
}
