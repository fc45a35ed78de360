type Panel = {
  readonly title: string;
  readonly description?: string;
  /** Grafana's name of it. */
  readonly unit: string;
  readonly max?: number;
  /** PromQL by legend. */
  readonly lines: Readonly<Record<string, string>>;
};

export const DASHBOARD: Readonly<Record<string, readonly Panel[]>> = {
  Objectives: [
    {
      title: "Bad share of the last hour against its limit",
      unit: "percentunit",
      description: "Above the limit the budget of 30 days is gone in two days.",
      lines: {
        "{{slo}}": "tidepost:slo_bad:ratio_rate1h",
        "limit of {{slo}}": "14.4 * tidepost:slo_budget:ratio",
      },
    },
    {
      title: "Bad share of the last three days against its budget",
      unit: "percentunit",
      lines: {
        "{{slo}}": "tidepost:slo_bad:ratio_rate3d",
        "budget of {{slo}}": "tidepost:slo_budget:ratio",
      },
    },
  ],
  Work: [
    {
      title: "Open events",
      unit: "short",
      lines: { open: "max without (instance) (tidepost_outbox_open)" },
    },
    {
      title: "Oldest open event",
      unit: "s",
      lines: { oldest: "max without (instance) (tidepost_outbox_oldest_open_seconds)" },
    },
    {
      title: "Waits for an operator",
      unit: "short",
      lines: {
        "dead-lettered": "max without (instance) (tidepost_effects_dead_lettered)",
        "late promises": "max without (instance) (tidepost_promises_late)",
      },
    },
    {
      title: "Attempts of effects",
      unit: "ops",
      lines: { "{{outcome}}": "sum by (outcome) (rate(tidepost_effects_total[5m]))" },
    },
    {
      title: "Failed attempts",
      unit: "ops",
      lines: {
        "{{effect}}":
          'sum by (effect) (rate(tidepost_effects_total{outcome=~"failed|dead_lettered"}[5m]))',
      },
    },
    {
      title: "From the event to its effect, 95th percentile",
      unit: "s",
      lines: {
        "{{effect}}":
          "histogram_quantile(0.95, sum by (le, effect) (rate(tidepost_effect_latency_seconds_bucket[5m])))",
      },
    },
    {
      title: "One attempt, 95th percentile",
      unit: "s",
      lines: {
        "{{effect}}":
          "histogram_quantile(0.95, sum by (le, effect) (rate(tidepost_effect_duration_seconds_bucket[5m])))",
      },
    },
    {
      title: "Jobs that wait",
      unit: "short",
      lines: {
        "{{queue}}":
          'sum by (queue) (max without (instance) (tidepost_queue_jobs{state=~"waiting|delayed"}))',
      },
    },
    {
      title: "Published by the relay",
      unit: "ops",
      lines: {
        events: "sum(rate(tidepost_relay_published_total[5m]))",
        "failed passes": "sum(rate(tidepost_relay_failures_total[5m]))",
      },
    },
  ],
  "Dependencies and processes": [
    {
      title: "Answers",
      unit: "short",
      max: 1,
      lines: { "{{dependency}}": "min by (dependency) (tidepost_dependency_up)" },
    },
    {
      title: "Emails and text messages refused",
      unit: "short",
      lines: { "{{cause}}": "max without (instance) (increase(tidepost_refusals_total[1h]))" },
    },
    { title: "Workers", unit: "short", lines: { workers: 'sum(up{job="tidepost-worker"})' } },
    {
      title: "Memory",
      unit: "bytes",
      lines: { "{{instance}}": 'process_resident_memory_bytes{job="tidepost-worker"}' },
    },
    {
      title: "Processor",
      unit: "percentunit",
      lines: { "{{instance}}": 'rate(process_cpu_seconds_total{job="tidepost-worker"}[5m])' },
    },
    {
      title: "Event loop, 99th percentile of its delay",
      unit: "s",
      lines: { "{{instance}}": 'nodejs_eventloop_lag_p99_seconds{job="tidepost-worker"}' },
    },
  ],
  Invariants: [
    {
      title: "Violations found by the hourly check",
      unit: "short",
      lines: { "{{invariant}}": "max without (instance) (tidepost_invariant_violations)" },
    },
    {
      title: "Since the last check",
      unit: "s",
      lines: {
        oldest: "time() - max without (instance) (tidepost_invariants_checked_timestamp_seconds)",
      },
    },
  ],
  Edge: [
    {
      title: "Answers of the edge",
      unit: "ops",
      lines: {
        "{{route}}":
          "sum by (route) (max without (instance) (rate(tidepost_edge_requests_total[5m])))",
      },
    },
    {
      title: "Not answered well",
      unit: "ops",
      lines: {
        "{{route}} {{outcome}}":
          'sum by (route, outcome) (max without (instance) (rate(tidepost_edge_requests_total{outcome!="ok"}[5m])))',
      },
    },
  ],
};

const GRID = { width: 24, height: 8 };

/** Grafana's JSON, in which a row's panels share its width, three at most side by side. */
function renderDashboard(): object {
  const panels: object[] = [];
  const add = (panel: object, gridPos: { h: number; w: number; x: number; y: number }): void =>
    void panels.push({ id: panels.length + 1, ...panel, gridPos });
  let y = 0;
  for (const [title, row] of Object.entries(DASHBOARD)) {
    add({ type: "row", title, collapsed: false, panels: [] }, { h: 1, w: GRID.width, x: 0, y });
    y += 1;
    const across = Math.min(row.length, 3);
    const w = GRID.width / across;
    for (const [index, { lines, unit, max, ...texts }] of row.entries()) {
      const targets = Object.entries(lines).map(([legendFormat, expr], line) => ({
        refId: String.fromCodePoint(65 + line),
        expr,
        legendFormat,
      }));
      add(
        {
          type: "timeseries",
          ...texts,
          datasource: { type: "prometheus", uid: "${datasource}" },
          fieldConfig: { defaults: { unit, min: 0, max }, overrides: [] },
          options: {},
          targets,
        },
        {
          h: GRID.height,
          w,
          x: (index % across) * w,
          y: y + Math.floor(index / across) * GRID.height,
        },
      );
    }
    y += Math.ceil(row.length / across) * GRID.height;
  }
  return {
    id: null,
    uid: "tidepost",
    title: "Tidepost",
    schemaVersion: 39,
    version: 1,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: { list: [{ name: "datasource", type: "datasource", query: "prometheus" }] },
    panels,
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(renderDashboard(), null, 2)}\n`);
