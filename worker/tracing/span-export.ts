import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import type { Attributes, SpanContext } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { traceIdOf } from "#db/events/trace-id.ts";
import { describeError } from "../describe-error.ts";
import type { Logger } from "../log.ts";
import { type HttpRequest, watchHttpRequests } from "./http-requests.ts";
import type { Spans, TracedAttempt, TracedEvent } from "./spans.ts";

// A stopping worker waits no longer for a collector that hangs.
const EXPORT_LIMIT_MS = 1_500;
// The spans that a killed worker loses.
const EXPORT_EVERY_MS = 1_000;

type SpanExportConfig = {
  /** Without a trailing slash. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  /** Of 1. */
  sampleRatio: number;
  log: Pick<Logger, "warn">;
};

/**
 * Exports spans over OTLP. They are made of the times and ids of our rows, so a span that is exported twice has one id; a
 * worker that was killed exports nothing of what it ran.
 *
 * The library keeps 2,048 spans and drops the rest.
 */
export async function createSpanExport(config: SpanExportConfig): Promise<Spans> {
  // Only with a collector: they take 40 ms to load.
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const running = new AsyncLocalStorage<{ event: TracedEvent; key: string; requests: number }>();
  const otlp = new OTLPTraceExporter({
    url: `${config.endpoint}/v1/traces`,
    headers: config.headers,
    timeoutMillis: EXPORT_LIMIT_MS,
  });
  const exporter: SpanExporter = {
    export: (spans, done) =>
      // Its own request is no attempt's.
      running.exit(() =>
        otlp.export(spans, (result) => {
          if (result.error !== undefined) {
            const error = describeError(result.error);
            config.log.warn({ count: spans.length, error }, "spans_not_exported");
          }
          done(result);
        }),
      ),
    shutdown: () => otlp.shutdown(),
  };
  const ids = { traceId: "", spanId: "" };
  const ofTrace = new sdk.TraceIdRatioBasedSampler(config.sampleRatio);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": "tidepost-worker" }),
    // Each worker decides alike. A browser may opt out of a trace, and not into more than its share.
    sampler: new sdk.ParentBasedSampler({ root: ofTrace, remoteParentSampled: ofTrace }),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_EVERY_MS }),
    ],
  });
  const tracer = provider.getTracer("tidepost");

  /** @param key names the span within all traces */
  function write(span: {
    key: string;
    event: TracedEvent;
    /** Null: the browser's request. */
    parentKey: string | null;
    name: string;
    startMs: number;
    endMs: number;
    attributes: Attributes;
    isRequest?: boolean;
    error?: string | null;
  }): void {
    ids.traceId = traceIdOf({
      requestId: span.event.request_id,
      traceparent: span.event.traceparent,
    });
    ids.spanId = spanIdOf(span.key);
    const parent = parentOf(span.event, span.parentKey, ids.traceId);
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const kind = span.isRequest === true ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const { attributes, startMs: startTime } = span;
    const started = tracer.startSpan(span.name, { kind, startTime, attributes }, context);
    if (span.error != null) started.setStatus({ code: SpanStatusCode.ERROR, message: span.error });
    // The clocks of edge, database and worker differ.
    started.end(Math.max(startTime, span.endMs));
  }

  const stopWatching = watchHttpRequests({
    begin() {
      const attempt = running.getStore();
      if (attempt === undefined) return null;
      attempt.requests += 1;
      return { ...attempt };
    },
    end({ event, key, requests }, { method, host, status, startMs, endMs }: HttpRequest) {
      write({
        key: `${key}.${requests}`,
        event,
        parentKey: key,
        name: `${method} ${host}`,
        startMs,
        endMs,
        isRequest: true,
        // No path: it may hold ids and addresses.
        attributes: {
          "http.request.method": method,
          "server.address": host,
          ...(status !== null && { "http.response.status_code": status }),
        },
        error: status === null ? "no answer" : status >= 400 ? `HTTP ${status}` : null,
      });
    },
  });

  return {
    dispatched(event, { queued, started, ended }) {
      const attributes = attributesOf(event);
      const span = { event, parentKey: event.id, attributes };
      const occurred = Date.parse(event.occurred_at);
      write({
        ...span,
        key: `${event.id}.publish`,
        name: "publish",
        startMs: occurred,
        endMs: queued,
      });
      write({
        ...span,
        key: `${event.id}.dispatch`,
        name: "dispatch",
        startMs: started,
        endMs: ended,
      });
    },
    withinAttempt: (event, attempt, run) =>
      running.run({ event, key: attemptKey(event, attempt), requests: 0 }, run),
    attempted(event, attempt) {
      const startMs = Date.parse(attempt.startedAt);
      write({
        key: attemptKey(event, attempt),
        event,
        parentKey: event.id,
        name: attempt.effect,
        startMs,
        endMs: startMs + attempt.tookMs,
        attributes: {
          ...attributesOf(event),
          "tidepost.effect": attempt.effect,
          "tidepost.attempt": attempt.number,
          "tidepost.outcome": attempt.outcome,
          "tidepost.worker": attempt.worker,
        },
        error: attempt.error,
      });
    },
    ended(events) {
      for (const event of events) {
        write({
          key: event.id,
          event,
          parentKey: null,
          name: event.type,
          startMs: Date.parse(event.occurred_at),
          endMs: Date.parse(event.ended_at),
          attributes: attributesOf(event),
          error: event.is_dead ? "dead-lettered" : null,
        });
      }
    },
    async stop() {
      stopWatching();
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, EXPORT_LIMIT_MS);
      });
      await Promise.race([provider.shutdown(), late]).catch(() => undefined);
      clearTimeout(limit);
    },
  };
}

const attemptKey = (event: TracedEvent, { effect, number }: TracedAttempt): string =>
  `${event.id}.${effect}.${number}`;

function spanIdOf(key: string): string {
  return hash("sha256", key).slice(0, 16);
}

const attributesOf = (event: TracedEvent): Attributes => ({
  "tidepost.event": event.id,
  "tidepost.event_type": event.type,
  "tidepost.request": event.request_id,
});

/** Null for an event without the browser's span above it. */
function parentOf(
  { traceparent }: TracedEvent,
  parentKey: string | null,
  traceId: string,
): SpanContext | null {
  const spanId = parentKey === null ? traceparent?.slice(36, 52) : spanIdOf(parentKey);
  if (spanId === undefined) return null;
  return {
    traceId,
    spanId,
    traceFlags: traceparent?.endsWith("0") === true ? 0 : 1,
    isRemote: true,
  };
}
