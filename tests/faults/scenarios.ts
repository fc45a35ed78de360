import type { Env } from "../stack/part.ts";
import { FAULTS, type FaultName } from "./faults.ts";
import { shuffled } from "./seeded-random.ts";

export interface ScheduledFaultRun<F extends string = FaultName> {
  readonly fault: F;
  readonly atMs: number;
  readonly lastsMs: number;
}

export interface Scenario {
  readonly name: string;
  readonly queue: "redis" | "postgres";
  readonly env: Env;
  readonly publishesFromEdge: boolean;
  readonly enquiries: number;
  readonly windowMs: number;
  readonly timetable: readonly ScheduledFaultRun[];
}

const RELAY_ONLY: Env = { EDGE_PUBLISH: "off" };

function appointment(fault: FaultName, at: number, lasts = 0): ScheduledFaultRun {
  return { fault, atMs: at * 1_000, lastsMs: lasts * 1_000 };
}

/** The same faults at the same times in every run: part of `npm test`. */
export const FIXED_SCENARIOS: readonly Scenario[] = [
  {
    name: "Redis",
    queue: "redis",
    env: {},
    publishesFromEdge: true,
    enquiries: 2_000,
    windowMs: 38_000,
    timetable: [
      appointment("worker killed", 3, 1),
      appointment("mails failing", 5, 11),
      appointment("Redis killed", 8, 2),
      appointment("Redis flushed", 13),
      appointment("answers lost", 16, 3),
      appointment("PostgreSQL killed", 19, 2),
      appointment("edge killed", 23, 1),
      appointment("Redis and worker killed", 26, 1),
      appointment("mails limited", 27, 3),
      // Last, because the same edge has to publish again afterwards.
      appointment("Redis frozen", 31, 3),
    ],
  },
  {
    name: "Redis, edge publishing off",
    queue: "redis",
    env: RELAY_ONLY,
    publishesFromEdge: false,
    enquiries: 800,
    windowMs: 17_000,
    timetable: [
      appointment("mails failing", 1, 8),
      appointment("worker killed", 2, 1),
      appointment("Redis killed", 5, 2),
      appointment("Redis flushed", 9),
      appointment("PostgreSQL killed", 11, 2),
    ],
  },
  {
    name: "PostgreSQL as the queue",
    queue: "postgres",
    env: {},
    publishesFromEdge: false,
    enquiries: 2_000,
    windowMs: 34_000,
    timetable: [
      appointment("worker killed", 3, 1),
      appointment("mails failing", 5, 9),
      appointment("PostgreSQL killed", 8, 2),
      appointment("answers lost", 14, 3),
      appointment("worker killed", 17, 1),
      appointment("mails limited", 19, 3),
      appointment("PostgreSQL and worker killed", 23, 2),
      appointment("edge killed", 29, 1),
    ],
  },
];

const RANDOM_WINDOW_MS = 60_000;

const LASTING: Readonly<Record<FaultName, number>> = {
  "worker killed": 1_000,
  // Longer than BullMQ's job lock: jobs are given out again while the first run is frozen.
  "worker frozen": 12_000,
  "worker replaced": 0,
  "Redis killed": 3_000,
  "Redis and worker killed": 3_000,
  "Redis flushed": 0,
  "Redis frozen": 5_000,
  "PostgreSQL killed": 2_000,
  "PostgreSQL and worker killed": 2_000,
  // Longer than the edge's statement timeout.
  "Neon frozen": 6_000,
  "edge killed": 1_000,
  "mails failing": 12_000,
  "mails limited": 5_000,
  "answers lost": 5_000,
};

/**
 * Every fault once in random order and at random times, for each queue and once with the relay
 * alone.
 *
 * @param random numbers from 0 up to 1; the same numbers give the same timetables
 */
export function randomScenarios(seed: number, random: () => number): Scenario[] {
  const grounds = [
    { name: "Redis", queue: "redis", env: {}, publishesFromEdge: true },
    {
      name: "Redis, edge publishing off",
      queue: "redis",
      env: RELAY_ONLY,
      publishesFromEdge: false,
    },
    { name: "PostgreSQL as the queue", queue: "postgres", env: {}, publishesFromEdge: false },
  ] as const;
  return grounds.map((ground) => ({
    ...ground,
    name: `${ground.name}, seed ${seed}`,
    enquiries: 2_000,
    windowMs: RANDOM_WINDOW_MS,
    timetable: drawTimetable(ground.queue, random),
  }));
}

function drawTimetable(queue: Scenario["queue"], random: () => number): ScheduledFaultRun[] {
  const names = Object.keys(FAULTS) as FaultName[];
  const possible = names.filter((name) => queue === "redis" || !touchesRedis(name));
  const order = shuffled(possible, random);
  const stepMs = (RANDOM_WINDOW_MS * 0.9) / order.length;
  return order.map((fault, index) => ({
    fault,
    atMs: (index + random()) * stepMs,
    lastsMs: LASTING[fault],
  }));
}

function touchesRedis(name: FaultName): boolean {
  return FAULTS[name].holds.some((held) => held === "redis");
}
