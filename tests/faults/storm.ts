import { setTimeout as delay } from "node:timers/promises";
import type { Stack } from "../stack/stack.ts";
import { FAULTS, type FaultName, type FaultContext } from "./faults.ts";
import {
  type Outage,
  type Violation,
  checkResponses,
  checkOutcome,
  checkCompleteness,
  type Records,
} from "./judge.ts";
import { openObserver } from "./observer.ts";
import type { Scenario } from "./scenarios.ts";
import { drain, stopAll, type FaultRun, injectFaults } from "./strikes.ts";
import { type Attempt, createLoadClients } from "./visitors.ts";

export interface Findings {
  readonly requests: number;
  readonly violations: readonly Violation[];
  readonly doubts: readonly string[];
  readonly faultsBitten: number;
  readonly accepted: number;
  readonly refused: number;
  readonly retried: number;
  readonly mailsRepeated: number;
  readonly slowestRefusalMs: number;
  readonly drainedMs: number;
}

// Without it the worker would finish before a fault finds it at work.
const MAIL_DELAY_MS = 60;

// Longer than the first retry delay, after which a duplicate would appear.
const WATCH_MS = 5_000;

// The first event after an outage notices the broken connection; the next one reconnects.
const PUBLISHER_RECOVERY_MS = 2_000;

/**
 * Sends a scenario's enquiries while its faults strike, waits until all events are completed,
 * sends rejected enquiries
 * again, watches for late duplicates, and judges the result.
 *
 * @param options.random numbers from 0 up to 1
 */
export async function runLoadTest(
  stack: Stack,
  scenario: Scenario,
  options: { random: () => number; signal: AbortSignal; tell: (line: string) => void },
): Promise<Findings> {
  const giveUp = new AbortController();
  const signal = AbortSignal.any([options.signal, giveUp.signal]);
  const observer = openObserver(stack);
  const visitors = createLoadClients({
    apiUrl: stack.urls.api,
    anonKey: stack.urls.anonKey,
    random: options.random,
    signal,
  });
  const edgeOutages: Outage[] = [];
  const begunMs = performance.now();
  const say = (line: string): void => {
    const elapsed = ((performance.now() - begunMs) / 1_000).toFixed(1);
    options.tell(`  ${elapsed.padStart(5)} s  ${line}`);
  };
  try {
    await observer.setMailSwitches({ delayMs: MAIL_DELAY_MS });
    const ground: FaultContext = { stack, observer, visitors, edgeOutages, signal };
    const striking = injectFaults(scenario.timetable, FAULTS, ground, say);
    let isStriking = true;
    void Promise.allSettled(striking)
      // Later events show whether the edge publishes again.
      .then(() => delay(2 * PUBLISHER_RECOVERY_MS, undefined, { signal }))
      .catch(() => undefined)
      .finally(() => {
        isStriking = false;
      });
    // On a slow machine the faults take longer, and without traffic they would have no effect.
    const sending = visitors
      .sendAll({
        count: scenario.enquiries,
        windowMs: scenario.windowMs,
        isNeeded: () => isStriking,
      })
      .then(() => say("the last enquiry was posted"));
    await stopAll([...striking, sending], giveUp);
    const strikes = await Promise.all(striking);

    const calmMs = performance.now();
    const { accepted } = visitors.tallies();
    const kept = visitors.kept();
    const stillOpen = await drain(observer, signal);
    const drainedMs = performance.now() - calmMs;
    const halves = checkCompleteness(await observer.records());
    say(`${accepted} enquiries were accepted, ${stillOpen} events are open`);

    await visitors.sendKept();
    await drain(observer, signal);
    const atRest = await observer.records();
    const mailsAtRest = (await observer.mails()).length;
    say(`${kept.length} refused enquiries were sent again`);

    await delay(WATCH_MS, undefined, { signal });
    const records = await observer.records();
    const mails = await observer.mails();
    const mailStats = await observer.mailStats();
    const deferred = observer.deferredEvents();
    say(`at the end: ${sizes(records, mails.length)}`);

    const attempts = [...visitors.attempts.values()];
    return {
      violations: [
        ...halves,
        ...checkCompleteness(records),
        ...checkResponses(visitors.attempts, edgeOutages),
        ...checkOutcome({
          enquiries: visitors.enquiries,
          attempts: visitors.attempts,
          records,
          mails,
          teamEmail: stack.settings["TEAM_EMAIL"] ?? "",
        }),
        ...judgeRest(sizes(atRest, mailsAtRest), sizes(records, mails.length)),
        ...judgePublisher(scenario, strikes, records, deferred),
      ],
      doubts: [
        ...strikes
          .filter(({ bite }) => !bite.hadEffect)
          .map(({ fault, bite }) => `"${fault}" did not bite (${bite.evidence})`),
        ...doubtPublishing(scenario, records, deferred),
        ...(mailStats.replays === 0 ? ["no mail was ever sent twice, so no key was needed"] : []),
      ],
      faultsBitten: strikes.filter(({ bite }) => bite.hadEffect).length,
      requests: visitors.enquiries.length,
      accepted,
      refused: kept.length,
      retried: attempts.filter((list) => list.length > 1).length,
      mailsRepeated: mailStats.replays,
      slowestRefusalMs: slowestRejectionMs(attempts),
      drainedMs,
    };
  } finally {
    await visitors.close();
    await observer.close();
  }
}

function sizes(records: Records, mails: number): string {
  const { submissions, events, effects, audits } = records;
  return `${submissions.length} rows, ${events.length} events, ${effects.length} effects, ${audits.length} audit rows, ${mails} mails`;
}

function judgeRest(atRest: string, later: string): Violation[] {
  if (atRest === later) return [];
  const sentence = `went on after everything was settled: from ${atRest} to ${later}`;
  return [{ kind: "duplicated", about: "the system", sentence }];
}

function judgePublisher(
  scenario: Scenario,
  strikes: readonly FaultRun<FaultName>[],
  { events }: Records,
  deferred: ReadonlySet<string>,
): Violation[] {
  const ends = strikes
    .filter(({ fault }) => FAULTS[fault].holds.some((held) => held === "redis"))
    .map(({ endedAt }) => endedAt);
  if (!scenario.publishesFromEdge || ends.length === 0) return [];
  const since = Math.max(...ends) + PUBLISHER_RECOVERY_MS;
  const afterwards = events.filter((event) => event.occurredMs > since);
  if (afterwards.some((event) => !deferred.has(event.id))) return [];
  const sentence = `published none of the ${afterwards.length} events after Redis was back`;
  return [{ kind: "wrong", about: "the edge", sentence }];
}

function doubtPublishing(
  scenario: Scenario,
  { events }: Records,
  deferred: ReadonlySet<string>,
): string[] {
  const byEdge = events.filter(({ state, publishCount }) => state !== "open" && publishCount === 0);
  if (!scenario.publishesFromEdge) {
    // The relay decrements its count when the queue fails, although some events may have arrived.
    const isRelays = byEdge.length < events.length * 0.05;
    return isRelays ? [] : [`the relay did not publish ${byEdge.length} of the events`];
  }
  if (byEdge.length === 0) return ["the edge published none of the events"];
  if (deferred.size < events.length / 2) return [];
  return [`the edge left ${deferred.size} of the events to the relay`];
}

export function slowestRejectionMs(attempts: readonly (readonly Attempt[])[]): number {
  const refusals = attempts.flat().filter((attempt) => attempt.outcome === "refusal");
  return Math.max(0, ...refusals.map((attempt) => attempt.endedMs - attempt.sentMs));
}
