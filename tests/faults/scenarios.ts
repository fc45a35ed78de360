import type { FaultName } from "./faults.ts";
import { drawSchedule, type ScheduledFault, seededRandom } from "./schedule.ts";

export interface Scenario {
  readonly name: string;
  readonly seed: number;
  readonly queue: "redis" | "postgres";
  /**
   * A cluster of three primaries with a replica each, a primary and its replica behind one address, or TLS with an authority of one's own;
   * else one server.
   */
  readonly redis?: "cluster" | "pair" | "TLS";
  /** The worker's statements go through PgBouncer, as through Neon's pooler. */
  readonly isPooled?: true;
  /** From the edge to the database and to Redis, there and back, in milliseconds. */
  readonly distanceMs?: number;
  /** False: only the relay publishes events. */
  readonly edgePublishes: boolean;
  readonly enquiries: number;
  /** Posts about which an owner and an approver decide. */
  readonly posts: number;
  /** With customers, the scenario also runs the Stripe emulator. */
  readonly customers: number;
  readonly windowMs: number;
  readonly schedule: readonly ScheduledFault<FaultName>[];
}

type Setup = Pick<Scenario, "name" | "queue" | "edgePublishes">;

const REDIS: Setup = { name: "Redis", queue: "redis", edgePublishes: true };
const RELAY: Setup = { name: "Redis, edge publishing off", queue: "redis", edgePublishes: false };
const POSTGRES: Setup = {
  name: "PostgreSQL as the queue",
  queue: "postgres",
  edgePublishes: false,
};

function at(second: number, fault: FaultName, lastsSeconds = 0): ScheduledFault<FaultName> {
  return { fault, atMs: second * 1_000, lastsMs: lastsSeconds * 1_000 };
}

export const FIXED_SCENARIOS: readonly Scenario[] = [
  {
    ...REDIS,
    seed: 1,
    enquiries: 200,
    posts: 60,
    customers: 0,
    windowMs: 38_000,
    schedule: [
      at(3, "worker killed", 1),
      at(5, "emails failing", 11),
      at(8, "Redis killed", 2),
      at(13, "Redis flushed"),
      at(16, "responses lost", 3),
      at(19, "PostgreSQL killed", 2),
      at(23, "edge killed", 1),
      at(26, "Redis and worker killed", 1),
      at(27, "emails rate-limited", 3),
      // Last, because the same edge has to publish again afterwards.
      at(31, "Redis frozen", 3),
    ],
  },
  {
    ...POSTGRES,
    seed: 1,
    enquiries: 200,
    posts: 60,
    customers: 0,
    windowMs: 34_000,
    schedule: [
      at(3, "worker killed", 1),
      at(5, "emails failing", 9),
      at(8, "PostgreSQL killed", 2),
      at(14, "responses lost", 3),
      at(17, "worker killed", 1),
      at(19, "emails rate-limited", 3),
      at(23, "PostgreSQL and worker killed", 2),
      at(29, "edge killed", 1),
    ],
  },
];

export const WORKERS_SCENARIOS: readonly Scenario[] = [REDIS, POSTGRES].map((setup) => ({
  ...setup,
  name: `${setup.name}, four workers`,
  seed: 1,
  enquiries: 1_200,
  posts: 0,
  customers: 0,
  windowMs: 50_000,
  schedule: [at(2, "emails failing", 30), at(4, "four workers killed in turn", 36)],
}));

/** Enquiries while the node that has the events is lost, with what it had not replicated. */
export const CLUSTER_SCENARIO: Scenario = {
  ...REDIS,
  name: "Redis Cluster",
  redis: "cluster",
  seed: 1,
  enquiries: 800,
  posts: 0,
  customers: 0,
  windowMs: 30_000,
  schedule: [
    at(2, "emails failing", 12),
    at(6, "cluster's primary killed", 3),
    at(16, "worker killed", 1),
  ],
};

const HOSTED = { seed: 1, enquiries: 400, posts: 0, customers: 0, windowMs: 24_000 } as const;

/** What a host of Redis or PostgreSQL does by itself. */
export const HOST_SCENARIOS: readonly Scenario[] = [
  {
    ...REDIS,
    ...HOSTED,
    name: "Redis that fails over",
    redis: "pair",
    schedule: [
      at(2, "emails failing", 6),
      at(5, "Redis's primary swapped", 3),
      at(16, "worker killed", 1),
    ],
  },
  {
    // The edge trusts public authorities alone.
    ...RELAY,
    ...HOSTED,
    name: "Redis with TLS and an authority of its own",
    redis: "TLS",
    schedule: [at(2, "emails failing", 6), at(6, "worker killed", 1), at(14, "worker replaced")],
  },
  ...[REDIS, POSTGRES].map((setup) => ({
    ...setup,
    ...HOSTED,
    name: `${setup.name}, PostgreSQL that only reads`,
    schedule: [
      at(2, "emails failing", 10),
      at(5, "PostgreSQL only reads", 4),
      at(16, "worker killed", 1),
    ],
  })),
];

export const POOLER_SCENARIO: Scenario = {
  ...REDIS,
  ...HOSTED,
  name: "PgBouncer between worker and database",
  isPooled: true,
  schedule: [
    at(2, "emails failing", 4),
    at(8, "PostgreSQL killed", 2),
    at(14, "worker killed", 1),
    at(18, "edge killed", 1),
  ],
};

/** As across Europe, and as across the Atlantic. */
export const DISTANCE_SCENARIOS: readonly Scenario[] = [20, 80].map((distanceMs) => ({
  ...REDIS,
  ...HOSTED,
  name: `Database and Redis ${distanceMs} ms away from the edge`,
  distanceMs,
  schedule: [at(2, "emails failing", 4), at(8, "edge killed", 1), at(14, "worker killed", 1)],
}));

type DrawnFault = readonly [fault: FaultName, lastsMs: number];

const ENQUIRY_FAULTS: readonly DrawnFault[] = [
  ["worker killed", 1_000],
  // Longer than BullMQ's job lock: jobs are given out again while the first run is frozen.
  ["worker frozen", 12_000],
  ["worker replaced", 0],
  ["PostgreSQL killed", 2_000],
  ["PostgreSQL and worker killed", 2_000],
  // Longer than the edge's statement timeout.
  ["Neon frozen", 6_000],
  ["edge killed", 1_000],
  ["emails failing", 12_000],
  ["emails rate-limited", 5_000],
  ["responses lost", 5_000],
];

const REDIS_FAULTS: readonly DrawnFault[] = [
  ["Redis killed", 3_000],
  ["Redis and worker killed", 3_000],
  ["Redis flushed", 0],
  ["Redis frozen", 5_000],
];

const MIXED_FAULTS: readonly DrawnFault[] = [
  ["worker killed", 1_000],
  ["worker killed", 1_000],
  ["worker replaced", 0],
  ["edge killed", 1_000],
  ["edge killed", 2_000],
  ["Redis killed", 2_000],
  ["Redis and worker killed", 2_000],
  ["Redis flushed", 0],
  ["PostgreSQL killed", 2_000],
  ["PostgreSQL and worker killed", 2_000],
  ["emails failing", 8_000],
  ["emails rate-limited", 4_000],
  ["emails slow", 6_000],
  ["emails unanswered", 4_000],
  ["clock stepped", 6_000],
  ["responses lost", 4_000],
  ["Stripe failing", 8_000],
  ["Stripe rate-limited", 5_000],
  ["Stripe slow", 6_000],
  ["Stripe unanswering", 6_000],
  ["webhooks lost and repeated", 10_000],
  ["a month passes", 0],
  ["a month passes", 0],
];

const RANDOM_WINDOW_MS = 60_000;
const DECISIONS_WINDOW_MS = 420_000;
const MIXED_WINDOW_MS = 145_000;
/** The first customers sign up and pay undisturbed. */
const MIXED_QUIET_MS = 15_000;

/** Enquiries while every fault strikes once at a random time, for each queue and for the relay. */
export function randomScenarios(seed: number): Scenario[] {
  const random = seededRandom(seed);
  return [REDIS, RELAY, POSTGRES].map((setup) => ({
    ...setup,
    name: `${setup.name}, seed ${seed}`,
    seed,
    enquiries: 2_000,
    posts: 0,
    customers: 0,
    windowMs: RANDOM_WINDOW_MS,
    schedule: drawSchedule(
      setup.queue === "redis" ? [...ENQUIRY_FAULTS, ...REDIS_FAULTS] : ENQUIRY_FAULTS,
      { fromMs: 0, toMs: RANDOM_WINDOW_MS * 0.9 },
      random,
    ),
  }));
}

export function decisionsScenario(seed: number): Scenario {
  return {
    ...REDIS,
    name: `Decisions, seed ${seed}`,
    seed,
    enquiries: 1_600,
    posts: 10_000,
    customers: 0,
    windowMs: DECISIONS_WINDOW_MS,
    schedule: drawSchedule(
      [1, 2].flatMap(() => [...ENQUIRY_FAULTS, ...REDIS_FAULTS]),
      { fromMs: 0, toMs: DECISIONS_WINDOW_MS * 0.95 },
      seededRandom(seed),
    ),
  };
}

/** Enquiries and customers, with an older worker beside the worker in the middle third. */
export function mixedScenario(seed: number): Scenario {
  return {
    ...REDIS,
    name: `Mixed traffic, seed ${seed}`,
    seed,
    enquiries: 800,
    posts: 0,
    customers: 24,
    windowMs: MIXED_WINDOW_MS,
    schedule: [
      ...drawSchedule(
        MIXED_FAULTS,
        { fromMs: MIXED_QUIET_MS, toMs: MIXED_WINDOW_MS * 0.95 },
        seededRandom(seed),
      ),
      {
        fault: "older worker running",
        atMs: MIXED_WINDOW_MS / 3,
        lastsMs: MIXED_WINDOW_MS / 3,
      },
    ],
  };
}
