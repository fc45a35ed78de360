import { hash } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import type * as Api from "@opentelemetry/api";
import type { Context } from "@opentelemetry/api";
import type * as Sdk from "@opentelemetry/sdk-trace";
import { traceIdOf } from "#db/events/trace-id.ts";
import type { TracedEvent } from "./spans.ts";

// About fifty events. At its limit of some three hundred events a second, a worker would spend 6 % of its time on the spans of all.
const JOBS_PER_SECOND = 250;

type EventTrace = {
  traceId: string;
  /** Id of the event's own span. */
  spanId: string;
  /** Holds the browser's span, if there is one. */
  parent: Context;
  /** Holds the event's own span. */
  context: Context;
};

type SamplerConfig = {
  /** Share of traces, from 0 to 1. */
  sampleRatio: number;
  now: () => Date;
};

/** Decides once for each event whether it is traced. */
export function createEventTraces(
  { ROOT_CONTEXT, trace, TraceFlags }: typeof Api,
  sdk: typeof Sdk,
  config: SamplerConfig,
) {
  const sampler = createSampler(sdk, config);
  // The spans of one job share the event's object, and so one decision.
  const traces = new WeakMap<TracedEvent, EventTrace | null>();

  function contextOf(traceId: string, spanId: string): Context {
    const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    return trace.setSpanContext(ROOT_CONTEXT, parent);
  }

  function startTrace({ id, correlationId, traceparent }: TracedEvent): EventTrace | null {
    sampler.countJob();
    const traceId = traceIdOf({ correlationId, traceparent });
    const [, , browserSpanId, flags] = traceparent?.split("-") ?? [];
    // A browser may opt out of a trace, and not into more than its share.
    if (flags === "00" || !sampler.isSampled(ROOT_CONTEXT, traceId)) return null;
    const spanId = spanIdOf(id);
    return {
      traceId,
      spanId,
      parent: browserSpanId === undefined ? ROOT_CONTEXT : contextOf(traceId, browserSpanId),
      context: contextOf(traceId, spanId),
    };
  }

  /** Null for an event that is not traced. */
  function traceOf(event: TracedEvent): EventTrace | null {
    let found = traces.get(event);
    if (found === undefined) {
      found = startTrace(event);
      traces.set(event, found);
    }
    return found;
  }

  return { contextOf, traceOf };
}

export function spanIdOf(key: string): string {
  return hash("sha256", key).slice(0, 16);
}

/** Workers with the same share decide alike. */
function createSampler(sdk: typeof Sdk, { sampleRatio, now }: SamplerConfig) {
  let sampler = new sdk.TraceIdRatioBasedSampler(sampleRatio);
  let jobs = 0;
  let sinceMs = now().getTime();
  return {
    /** Chooses the share for the next second by the jobs of the last one. */
    countJob(): void {
      jobs += 1;
      const nowMs = now().getTime();
      const seconds = (nowMs - sinceMs) / 1_000;
      if (seconds < 1) return;
      const share = Math.min(sampleRatio, (JOBS_PER_SECOND * seconds) / jobs);
      sampler = new sdk.TraceIdRatioBasedSampler(share);
      jobs = 0;
      sinceMs = nowMs;
    },
    isSampled: (context: Context, traceId: string): boolean =>
      sampler.shouldSample(context, traceId).decision !== sdk.SamplingDecision.NOT_RECORD,
  };
}

export type HttpRequest = {
  method: string;
  /** With the port. */
  host: string;
  /** Null: no answer. */
  status: number | null;
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
};

/** A request of `fetch`; Stripe's library uses `node:http`. */
type UndiciRequest = { method: string; origin: string | URL };
type Message<R, A> = { request: R; response?: A };

/**
 * Reports each HTTP request of this process, by Node's diagnostics channels.
 *
 * @param watch.begin runs within the asynchronous context of the caller; null ignores the request
 */
export function watchHttpRequests<T>(watch: {
  begin(): T | null;
  end(begun: T, request: HttpRequest): void;
}): () => void {
  const open = new WeakMap<object, { begun: T; startMs: number; status: number | null }>();
  const begin = (request: object) => {
    const begun = watch.begin();
    if (begun !== null) open.set(request, { begun, startMs: Date.now(), status: null });
  };
  const answer = (request: object, status: number | undefined) => {
    const entry = open.get(request);
    if (entry !== undefined) entry.status = status ?? null;
  };
  const end = (request: object, method: string, host: string) => {
    const entry = open.get(request);
    if (entry === undefined) return;
    open.delete(request);
    const { begun, startMs, status } = entry;
    watch.end(begun, { method, host, status, startMs, endMs: Date.now() });
  };
  const endUndici = ({ request }: Message<UndiciRequest, never>) =>
    end(request, request.method, new URL(request.origin).host);
  const endHttp = ({ request }: Message<ClientRequest, IncomingMessage>) =>
    end(request, request.method, request.getHeader("host") as string);
  const channels: readonly [string, (message: never) => void][] = [
    ["undici:request:create", ({ request }: Message<UndiciRequest, never>) => begin(request)],
    [
      "undici:request:headers",
      ({ request, response }: Message<UndiciRequest, { statusCode: number }>) =>
        answer(request, response?.statusCode),
    ],
    ["undici:request:trailers", endUndici],
    ["undici:request:error", endUndici],
    ["http.client.request.start", ({ request }: Message<ClientRequest, never>) => begin(request)],
    [
      "http.client.response.finish",
      ({ request, response }: Message<ClientRequest, IncomingMessage>) => {
        answer(request, response?.statusCode);
        endHttp({ request });
      },
    ],
    ["http.client.request.error", endHttp],
  ];
  for (const [name, report] of channels) subscribe(name, report as (message: unknown) => void);
  return () => {
    for (const [name, report] of channels) unsubscribe(name, report as (message: unknown) => void);
  };
}
