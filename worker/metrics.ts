import type { Queue } from "bullmq";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { countOpenAlerts } from "#db/alerts/count-open-alerts.ts";
import type { Db } from "#db/client.ts";
import { listEdgeRequests } from "#db/edge-requests.ts";
import type { EndedEvent } from "#db/events/complete-events.ts";
import { getBacklog } from "#db/events/get-backlog.ts";
import { listInvariantChecks } from "#db/invariants/list-invariant-checks.ts";
import { countLatePromises } from "#db/promises/find-promises.ts";
import { listRefusals } from "#db/refusals.ts";
import { EDGE_OUTCOMES, EDGE_ROUTES, REFUSAL_CAUSES } from "#db/schema/events.ts";
import { answerInTime } from "./answer-in-time.ts";
import { countJobs, type QueueCounts } from "./count-jobs.ts";
import { EVENT_WITHIN_S, SLO_OF_EVENT, SLO_TARGETS } from "./slos.ts";

export type EffectMetrics = {
  completed(effect: string, times: { tookMs: number; sinceEventMs: number }): void;
  failed(effect: string, attempt: { isFinal: boolean }): void;
  deferred(effect: string): void;
  ended(
    events: readonly Pick<EndedEvent, "type" | "isDeadLettered" | "isReplayed" | "tookS">[],
  ): void;
};

type CountedMetrics = {
  effects: EffectMetrics;
  relay: { published(count: number): void; failed(): void; flushDetected(): void };
};

export type Metrics = CountedMetrics & {
  render(): Promise<string>;
  contentType: string;
};

type MetricsDeps = { db: Db; queues: readonly Queue[]; apiUrl: string };

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600];

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const make = createMakers(registry);
  const scrape = createScrape(deps, make);
  const read = async (): Promise<string> => {
    await scrape();
    return registry.metrics();
  };
  let reading: Promise<string> | undefined;
  return {
    ...createCountedMetrics(make),
    contentType: registry.contentType,
    // Scrapes at once share one reading, so that they cost the database no more than one.
    render: () => (reading ??= read().finally(() => (reading = undefined))),
  };
}

/** Prometheus shows these texts: each says what its metric counts or measures. */
const HELP = {
  tidepost_effects_total: "Attempts of effects by outcome",
  tidepost_effect_duration_seconds: "How long one successful attempt took",
  tidepost_effect_latency_seconds: "From the event to its completed effect",
  tidepost_slo_events_total: "Events with an objective that have ended, good or bad",
  tidepost_slo_target_ratio: "Share of good events that an objective asks for",
  tidepost_relay_published_total: "Events that the relay put into the queue",
  tidepost_relay_failures_total: "Passes of the relay that failed",
  tidepost_queue_flushes_total: "Times that the queue was found empty of what it should remember",
  tidepost_outbox_open: "Events with something left to do",
  tidepost_outbox_oldest_open_seconds: "Age of the oldest event with something left to do",
  tidepost_effects_dead_lettered:
    "Dead-lettered effects, and events dead-lettered before any effect",
  tidepost_promises_late: "Promises to customers past their due time, neither kept nor released",
  tidepost_alerts_open: "Alerts of which operators were told and that are not over",
  tidepost_edge_requests_total: "Requests that the edge answered, a sample",
  tidepost_invariant_violations: "Violations of an invariant that the last hourly check found",
  tidepost_invariants_checked_timestamp_seconds:
    "When the invariant was checked that has waited longest",
  tidepost_refusals_total: "Mails and SMS that the edge refused because their budget was spent",
  tidepost_queue_jobs: "Jobs in each queue by state",
  tidepost_dependency_up: "Whether the dependency answered when it was asked for these figures",
};
type Name = keyof typeof HELP;

function createMakers(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: Name, ...labelNames: Label[]) =>
      new Counter({ name, help: HELP[name], labelNames, registers }),
    gauge: <Label extends string>(name: Name, ...labelNames: Label[]) =>
      new Gauge({ name, help: HELP[name], labelNames, registers }),
    seconds: <Label extends string>(name: Name, ...labelNames: Label[]) =>
      new Histogram({ name, help: HELP[name], labelNames, buckets: SECONDS, registers }),
  };
}
type Makers = ReturnType<typeof createMakers>;

/** Creates the metrics that count what this worker did since it started. */
function createCountedMetrics({ counter, gauge, seconds }: Makers): CountedMetrics {
  const outcomes = counter("tidepost_effects_total", "effect", "outcome");
  const duration = seconds("tidepost_effect_duration_seconds", "effect");
  const latency = seconds("tidepost_effect_latency_seconds", "effect");
  const sloEvents = counter("tidepost_slo_events_total", "slo", "outcome");
  // A counter that appears with 1 has not increased for Prometheus.
  for (const slo of SLO_OF_EVENT.values()) {
    for (const outcome of ["good", "bad"]) sloEvents.inc({ slo, outcome }, 0);
  }
  const target = gauge("tidepost_slo_target_ratio", "slo");
  for (const [slo, ratio] of Object.entries(SLO_TARGETS)) target.set({ slo }, ratio);
  const published = counter("tidepost_relay_published_total");
  const publishFailures = counter("tidepost_relay_failures_total");
  const flushes = counter("tidepost_queue_flushes_total");
  return {
    effects: {
      completed(effect, { tookMs, sinceEventMs }) {
        outcomes.inc({ effect, outcome: "completed" });
        duration.observe({ effect }, tookMs / 1_000);
        latency.observe({ effect }, Math.max(0, sinceEventMs) / 1_000);
      },
      failed: (effect, { isFinal }) =>
        outcomes.inc({ effect, outcome: isFinal ? "dead_lettered" : "failed" }),
      deferred: (effect) => outcomes.inc({ effect, outcome: "deferred" }),
      ended(events) {
        for (const { type, isDeadLettered, isReplayed, tookS } of events) {
          const slo = SLO_OF_EVENT.get(type);
          if (slo === undefined || isReplayed) continue;
          sloEvents.inc({
            slo,
            outcome: isDeadLettered || tookS > EVENT_WITHIN_S ? "bad" : "good",
          });
        }
      },
    },
    relay: {
      published: (count) => published.inc(count),
      failed: () => publishFailures.inc(),
      flushDetected: () => flushes.inc(),
    },
  };
}

/** @returns a function that asks Postgres, the queues and the edge, and shows their answers in the metrics */
function createScrape(deps: MetricsDeps, { counter, gauge }: Makers): () => Promise<void> {
  const open = gauge("tidepost_outbox_open");
  const oldest = gauge("tidepost_outbox_oldest_open_seconds");
  const deadLettered = gauge("tidepost_effects_dead_lettered");
  const late = gauge("tidepost_promises_late");
  const alerts = gauge("tidepost_alerts_open", "kind");
  const edgeRequests = counter("tidepost_edge_requests_total", "route", "outcome");
  const violations = gauge("tidepost_invariant_violations", "invariant");
  const checked = gauge("tidepost_invariants_checked_timestamp_seconds");
  const refused = counter("tidepost_refusals_total", "cause");
  const depth = gauge("tidepost_queue_jobs", "queue", "state");
  const up = gauge("tidepost_dependency_up", "dependency");

  async function readDatabase() {
    return {
      backlog: await getBacklog(deps.db),
      latePromises: await countLatePromises(deps.db),
      checks: await listInvariantChecks(deps.db),
      requests: await listEdgeRequests(deps.db),
      refusals: await listRefusals(deps.db),
      openAlerts: await countOpenAlerts(deps.db),
    };
  }

  /** Shows nothing without figures, because a stale value would look healthy. */
  function showDatabase(figures: Awaited<ReturnType<typeof readDatabase>> | null): void {
    for (const gauge of [open, oldest, deadLettered, late, checked]) gauge.set(Number.NaN);
    for (const metric of [refused, edgeRequests, violations, alerts]) metric.reset();
    if (figures === null) return;
    const { backlog, latePromises, checks, requests, refusals, openAlerts } = figures;
    for (const { kind, count } of openAlerts) alerts.set({ kind }, count);
    open.set(backlog.open);
    oldest.set(backlog.oldestOpenS);
    deadLettered.set(backlog.deadLetteredEffects);
    late.set(latePromises);
    for (const one of checks) violations.set({ invariant: one.invariant }, one.violations);
    const times = checks.map(({ checkedAt }) => Date.parse(checkedAt));
    // Without any check since the installation the age counts from this process's start, so that the alert fires.
    checked.set((times.length > 0 ? Math.min(...times) : performance.timeOrigin) / 1_000);
    for (const route of EDGE_ROUTES) {
      for (const outcome of EDGE_OUTCOMES) edgeRequests.inc({ route, outcome }, 0);
    }
    for (const { count, ...labels } of requests) edgeRequests.inc(labels, count);
    for (const cause of REFUSAL_CAUSES) refused.inc({ cause }, 0);
    for (const { cause, count } of refusals) refused.inc({ cause }, count);
  }

  function showQueues(queues: readonly QueueCounts[] | null): void {
    depth.reset();
    for (const { name, counts } of queues ?? []) {
      for (const [state, count] of Object.entries(counts)) depth.set({ queue: name, state }, count);
    }
  }

  async function askEdge(): Promise<true> {
    const { ok } = await fetch(`${deps.apiUrl}/healthz`);
    if (!ok) throw new Error("the edge is not well");
    return true;
  }

  return async function scrape() {
    const [database, queues, edge] = await Promise.all([
      answerInTime(readDatabase),
      answerInTime(() => Promise.all(deps.queues.map(countJobs))),
      answerInTime(askEdge),
    ]);
    showDatabase(database);
    showQueues(queues);
    up.set({ dependency: "postgres" }, database === null ? 0 : 1);
    up.set({ dependency: "queue" }, queues === null ? 0 : 1);
    up.set({ dependency: "edge" }, edge === null ? 0 : 1);
  };
}
