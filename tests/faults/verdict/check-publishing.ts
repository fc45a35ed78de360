import { type FaultName, FAULTS } from "../faults.ts";
import type { Scenario } from "../scenarios.ts";
import type { FaultRun } from "../schedule.ts";
import { type Records, type Violation, violation } from "./state.ts";

/** The first event after an outage finds the broken connection; the next one connects again. */
export const PUBLISHER_RECOVERY_MS = 2_000;

interface PublishingRecord {
  readonly scenario: Pick<Scenario, "edgePublishes">;
  readonly faultRuns: readonly FaultRun<FaultName>[];
  readonly events: Records["events"];
  /** Ids of events that the edge could not publish. */
  readonly deferred: ReadonlySet<string>;
}

/** The edge publishes again after Redis was away. */
export function checkPublishing(record: PublishingRecord): Violation[] {
  const { scenario, events, deferred } = record;
  const ends = redisOutages(record).map(({ toMs }) => toMs);
  if (!scenario.edgePublishes || ends.length === 0) return [];
  const later = events.filter(({ occurredMs }) => occurredMs > Math.max(...ends));
  if (later.some(({ id }) => !deferred.has(id))) return [];
  const message = `published none of the ${later.length} events after Redis was back`;
  return [violation("wrong", "the edge", message)];
}

export function doubtPublishing(record: PublishingRecord): string[] {
  const { scenario, events, deferred } = record;
  const byEdge = events.filter(({ state, publishCount }) => state !== "open" && publishCount === 0);
  if (!scenario.edgePublishes) {
    // The relay decrements its count when the queue fails, although some events may have arrived.
    const isRelays = byEdge.length < events.length * 0.05;
    return isRelays ? [] : [`the relay did not publish ${byEdge.length} of the events`];
  }
  if (byEdge.length === 0) return ["the edge published none of the events"];
  // Not of all events: on a slow machine an outage lasts until most of them have occurred.
  const outages = redisOutages(record);
  const besideOutages = events.filter(
    ({ occurredMs }) =>
      !outages.some(({ fromMs, toMs }) => occurredMs >= fromMs && occurredMs <= toMs),
  );
  const left = besideOutages.filter(({ id }) => deferred.has(id)).length;
  return left < besideOutages.length / 2
    ? []
    : [
        `the edge left ${left} of the ${besideOutages.length} events to the relay while Redis was up`,
      ];
}

function redisOutages({ faultRuns }: PublishingRecord) {
  return faultRuns
    .filter(({ fault }) => FAULTS[fault].holds.includes("redis"))
    .map(({ begunAt, endedAt }) => ({ fromMs: begunAt, toMs: endedAt + PUBLISHER_RECOVERY_MS }));
}
