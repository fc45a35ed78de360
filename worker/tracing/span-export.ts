import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Attributes, Context } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { describeError } from "../describe-error.ts";
import type { Logger } from "../log.ts";
import {
  createEventTraces,
  spanIdOf,
  type HttpRequest,
  watchHttpRequests,
} from "./event-traces.ts";
import type { Spans, TracedAttempt, TracedEvent } from "./spans.ts";

// A stopping worker waits no longer for a collector that hangs.
const EXPORT_LIMIT_MS = 1_500;
// The spans that a killed worker loses.
const EXPORT_EVERY_MS = 1_000;

type SpanExportConfig = {
  /** Without a trailing slash. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  /** Share of traces, from 0 to 1. */
  sampleRatio: number;
  now: () => Date;
  log: Pick<Logger, "warn">;
};

type RunningAttempt = {
  traceId: string;
  key: string;
  /** Holds the attempt's span. */
  context: Context;
  requests: number;
};

/**
 * Exports spans over OTLP. They are made of the times and ids of our rows, so a span that is exported twice has one id; a
 * worker that was killed exports nothing of what it ran.
 *
 * The library keeps 2,048 spans and drops the rest. A worker with more than fifty events a second exports a share of their
 * traces, some of them in part.
 */
export async function createSpanExport(config: SpanExportConfig): Promise<Spans> {
  // They take 40 ms to load, so only a collector brings them.
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { SpanKind, SpanStatusCode } = api;
  const { contextOf, traceOf } = createEventTraces(api, sdk, config);
  const running = new AsyncLocalStorage<RunningAttempt>();
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
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": "tidepost-worker" }),
    // Asked once per event: see `traceOf`.
    sampler: new sdk.AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_EVERY_MS }),
    ],
  });
  const tracer = provider.getTracer("tidepost");

  function write(span: {
    traceId: string;
    spanId: string;
    parent: Context;
    name: string;
    startMs: number;
    endMs: number;
    attributes?: Attributes;
    isRequest?: boolean;
    error?: string | null;
  }): void {
    ids.traceId = span.traceId;
    ids.spanId = span.spanId;
    const kind = span.isRequest === true ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const { attributes = {}, startMs: startTime } = span;
    const started = tracer.startSpan(span.name, { kind, startTime, attributes }, span.parent);
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
    end(
      { traceId, key, context, requests },
      { method, host, status, startMs, endMs }: HttpRequest,
    ) {
      write({
        traceId,
        spanId: spanIdOf(`${key}.${requests}`),
        parent: context,
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
      const found = traceOf(event);
      if (found === null) return;
      const { traceId, context: parent } = found;
      const occurred = Date.parse(event.occurredAt);
      for (const [name, startMs, endMs] of [
        ["publish", occurred, queued],
        ["dispatch", started, ended],
      ] as const) {
        write({ traceId, spanId: spanIdOf(`${event.id}.${name}`), parent, name, startMs, endMs });
      }
    },
    withinAttempt(event, attempt, run) {
      const found = traceOf(event);
      if (found === null) return run();
      const { traceId } = found;
      const key = attemptKey(event, attempt);
      const context = contextOf(traceId, spanIdOf(key));
      return running.run({ traceId, key, context, requests: 0 }, run);
    },
    attempted(event, attempt) {
      const found = traceOf(event);
      if (found === null) return;
      const startMs = Date.parse(attempt.startedAt);
      write({
        traceId: found.traceId,
        spanId: spanIdOf(attemptKey(event, attempt)),
        parent: found.context,
        name: attempt.effect,
        startMs,
        endMs: startMs + attempt.tookMs,
        attributes: {
          "tidepost.attempt": attempt.number,
          "tidepost.outcome": attempt.outcome,
          "tidepost.worker": attempt.worker,
        },
        error: attempt.error,
      });
    },
    ended(events) {
      for (const event of events) {
        const found = traceOf(event);
        if (found === null) continue;
        write({
          ...found,
          name: event.type,
          startMs: Date.parse(event.occurredAt),
          endMs: Date.parse(event.endedAt),
          attributes: {
            "tidepost.event": event.id,
            "tidepost.correlation_id": event.correlationId,
          },
          error: event.isDeadLettered ? "dead-lettered" : null,
        });
      }
    },
    async stop() {
      stopWatching();
      const late = delay(EXPORT_LIMIT_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown(), late]).catch(() => undefined);
    },
  };
}

const attemptKey = (event: TracedEvent, { effect, number }: TracedAttempt): string =>
  `${event.id}.${effect}.${number}`;
