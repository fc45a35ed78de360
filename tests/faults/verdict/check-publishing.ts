import type { FaultName } from "../faults.ts";
import { FAULTS } from "../faults.ts";
import type { Scenario } from "../scenarios.ts";
import type { FaultRun } from "../schedule.ts";
import { type Records, type Violation, violation } from "./state.ts";

/** The first event after an outage finds the broken connection; the next one connects again. */
export const PUBLISHER_RECOVERY_MS = 2_000;

export interface PublishingRecord {
  readonly scenario: Pick<Scenario, "edgePublishes">;
  readonly faultRuns: readonly FaultRun<FaultName>[];
  readonly events: Records["events"];
  /** Ids of events that the edge could not publish. */
  readonly deferred: ReadonlySet<string>;
}

/** The edge publishes again after Redis was away. */
export function checkPublishing(record: PublishingRecord): Violation[] {
  const { scenario, faultRuns, events, deferred } = record;
  const ends = faultRuns
    .filter(({ fault }) => FAULTS[fault].holds.includes("redis"))
    .map(({ endedAt }) => endedAt);
  if (!scenario.edgePublishes || ends.length === 0) return [];
  const since = Math.max(...ends) + PUBLISHER_RECOVERY_MS;
  const later = events.filter(({ occurredMs }) => occurredMs > since);
  if (later.some(({ id }) => !deferred.has(id))) return [];
  const message = `published none of the ${later.length} events after Redis was back`;
  return [violation("wrong", "the edge", message)];
}

/** Reasons why the run proves nothing about who publishes. */
export function doubtPublishing({ scenario, events, deferred }: PublishingRecord): string[] {
  const byEdge = events.filter(({ state, publishCount }) => state !== "open" && publishCount === 0);
  if (!scenario.edgePublishes) {
    // The relay decrements its count when the queue fails, although some events may have arrived.
    const isRelays = byEdge.length < events.length * 0.05;
    return isRelays ? [] : [`the relay did not publish ${byEdge.length} of the events`];
  }
  if (byEdge.length === 0) return ["the edge published none of the events"];
  const left = events.filter(({ id }) => deferred.has(id)).length;
  return left < events.length / 2 ? [] : [`the edge left ${left} of the events to the relay`];
}
