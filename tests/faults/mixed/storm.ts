import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Death } from "../../stack/part.ts";
import { ROOT } from "../../stack/paths.ts";
import type { Stack } from "../../stack/stack.ts";
import type { FaultContext } from "../faults.ts";
import { checkResponses, checkOutcome, checkCompleteness } from "../judge.ts";
import { openObserver } from "../observer.ts";
import { type Findings, slowestRejectionMs } from "../storm.ts";
import { drain, stopAll, injectFaults } from "../strikes.ts";
import { createLoadClients } from "../visitors.ts";
import { createCustomers } from "./customers.ts";
import { approveRefunds } from "./approve-refunds.ts";
import {
  type CustomerAction,
  type CustomerActionAttempt,
  checkActions,
  checkBillingRecords,
  checkEvents,
  checkRequests,
} from "./judge.ts";
import { collectState } from "./look.ts";
import { startOlderWorker } from "./older-worker.ts";
import { createStripeClient } from "./provider.ts";
import {
  MAIL_DELAY_MS,
  MIXED_FAULTS,
  type MixedFaultContext,
  type MixedScenario,
} from "./troubles.ts";

const DRAIN_LIMIT_MS = 300_000;
const WATCH_MS = 5_000;
const TWO_HOURS_S = 7_200;

const run = promisify(execFile);

/**
 * Runs visitors and customers while faults strike, waits until all events are completed, and
 * checks each accepted request
 * in our tables and in Stripe.
 *
 * @param options.random numbers from 0 up to 1
 * @param options.onDeath called when the second worker dies
 */
export async function runMixedLoadTest(
  stack: Stack,
  scenario: MixedScenario,
  options: {
    random: () => number;
    signal: AbortSignal;
    tell: (line: string) => void;
    onDeath: (death: Death) => void;
  },
): Promise<Findings> {
  const giveUp = new AbortController();
  const signal = AbortSignal.any([options.signal, giveUp.signal]);
  const { random } = options;
  const { urls } = stack;
  const observer = openObserver(stack);
  const provider = createStripeClient(stack);
  const visitors = createLoadClients({ apiUrl: urls.api, anonKey: urls.anonKey, random, signal });
  const customers = createCustomers({ urls, provider, random, signal });
  const edgeOutages: FaultContext["edgeOutages"] = [];
  const olderWorker = await startOlderWorker(stack, options.onDeath);
  const begunMs = performance.now();
  const say = (line: string): void => {
    const elapsed = ((performance.now() - begunMs) / 1_000).toFixed(1);
    options.tell(`  ${elapsed.padStart(5)} s  ${line}`);
  };
  const whileApproving = new AbortController();
  const approvals = approveRefunds(urls.databaseUrl, whileApproving.signal);
  try {
    await observer.setMailSwitches({ delayMs: MAIL_DELAY_MS });
    const ground: MixedFaultContext = {
      stack,
      observer,
      visitors,
      customers,
      provider,
      olderWorker,
      edgeOutages,
      signal,
    };
    const striking = injectFaults(scenario.timetable, MIXED_FAULTS, ground, say);
    let isStriking = true;
    void Promise.allSettled(striking).finally(() => {
      isStriking = false;
    });
    const { windowMs } = scenario;
    const sending = visitors.sendAll({
      count: scenario.enquiries,
      windowMs,
      isNeeded: () => isStriking,
    });
    const living = customers.liveAll({
      count: scenario.customers,
      windowMs: windowMs / 2,
      isNeeded: () => isStriking || performance.now() - begunMs < windowMs,
    });
    await stopAll([...striking, sending, living], giveUp);
    const strikes = await Promise.all(striking);

    const calmMs = performance.now();
    const acceptedEnquiries = visitors.tallies().accepted;
    const kept = visitors.kept();
    await visitors.sendKept();
    await provider.letTimePass(TWO_HOURS_S);
    await provider.idle();
    const stillOpen = await drain(observer, signal, DRAIN_LIMIT_MS);
    const drainedMs = performance.now() - calmMs;
    say(`${customers.acts.length} acts of customers, ${stillOpen} events are open`);
    const healed = await compareAll(stack);
    await drain(observer, signal, DRAIN_LIMIT_MS);
    const drifted = await compareAll(stack);
    await drain(observer, signal, DRAIN_LIMIT_MS);
    say(`${healed} customers were read again by the check, ${drifted} after that`);
    whileApproving.abort();
    await approvals;

    const mailsAtRest = (await observer.mails()).length;
    await delay(WATCH_MS, undefined, { signal });
    const mails = await observer.mails();
    const records = await observer.records();
    const seen = await collectState({
      databaseUrl: urls.databaseUrl,
      provider,
      customers,
      mails,
      drifted,
    });
    for (const line of describeTraffic(customers.acts, strikes)) say(line);

    const attempts = [...visitors.attempts.values()];
    const asked = customers.acts.filter(({ kind }) => kind !== "look");
    return {
      violations: [
        ...checkCompleteness(records),
        ...checkResponses(visitors.attempts, edgeOutages),
        ...checkOutcome({
          enquiries: visitors.enquiries,
          attempts: visitors.attempts,
          records,
          mails: mails.filter(({ to, replyTo }) => `${to} ${replyTo ?? ""}`.includes("@faults.")),
          teamEmail: stack.settings["TEAM_EMAIL"] ?? "",
        }),
        ...checkActions(customers.acts, edgeOutages),
        ...checkEvents(seen),
        ...checkBillingRecords(seen),
        ...checkRequests(seen),
        ...(mails.length === mailsAtRest
          ? []
          : [
              {
                kind: "duplicated" as const,
                about: "the system",
                sentence: `sent ${mails.length - mailsAtRest} mails after everything was settled`,
              },
            ]),
      ],
      doubts: [
        ...strikes
          .filter(({ bite }) => !bite.hadEffect)
          .map(({ fault, bite }) => `"${fault}" did not bite (${bite.evidence})`),
        ...doubtTraffic(asked),
      ],
      faultsBitten: strikes.filter(({ bite }) => bite.hadEffect).length,
      requests: visitors.enquiries.length + asked.length,
      accepted: acceptedEnquiries + asked.filter(({ isAccepted }) => isAccepted).length,
      refused: kept.length + asked.filter(({ isAccepted }) => !isAccepted).length,
      retried: [...attempts, ...asked.map((act) => act.attempts)].filter((list) => list.length > 1)
        .length,
      mailsRepeated: (await observer.mailStats()).replays,
      slowestRefusalMs: slowestRejectionMs(attempts),
      drainedMs,
    };
  } finally {
    whileApproving.abort();
    await approvals;
    if (olderWorker.pid !== null) await olderWorker.kill("SIGKILL");
    await Promise.all([visitors.close(), customers.close(), observer.close()]);
  }
}

const COMPARED = /(\d+) differ/;

async function compareAll({ settings }: Stack): Promise<number> {
  const { stdout } = await run(
    process.execPath,
    [join(ROOT, "worker", "billing", "drift-cli.ts")],
    {
      cwd: ROOT,
      env: { PATH: process.env["PATH"], ...settings },
    },
  );
  const [, drifted] = COMPARED.exec(stdout) ?? [];
  if (drifted === undefined) throw new Error(`the check said: ${stdout}`);
  return Number(drifted);
}

/** Every kind of request has to be accepted at least once, or the run proves nothing. */
function doubtTraffic(asked: readonly CustomerAction[]): string[] {
  return (["sign-up", "checkout", "change", "claim", "cancel", "keep"] as const)
    .filter((kind) => !asked.some((act) => act.kind === kind && act.isAccepted))
    .map((kind) => `no ${kind} was granted`);
}

function describeTraffic(
  acts: readonly CustomerAction[],
  strikes: readonly { fault: string; bite: { hadEffect: boolean } }[],
): string[] {
  const kinds = Map.groupBy(acts, ({ kind }) => kind);
  const slowest = acts
    .flatMap(({ kind, attempts }) => attempts.map((attempt) => ({ kind, ...attempt })))
    .reduce((slow, one) => (tookMs(one) > tookMs(slow) ? one : slow));
  const faults = Map.groupBy(strikes, ({ fault }) => fault);
  return [
    ...[...kinds].map(([kind, own]) => {
      const granted = own.filter(({ isAccepted }) => isAccepted).length;
      const again = own.filter(({ attempts }) => attempts.length > 1).length;
      return `${kind}: ${own.length}, ${granted} granted, ${again} sent more than once`;
    }),
    `slowest: ${slowest.kind}, ${slowest.outcome} after ${(tookMs(slowest) / 1_000).toFixed(1)} s`,
    ...[...faults].map(([fault, own]) => {
      const hadEffect = own.filter(({ bite }) => bite.hadEffect).length;
      return `${fault}: ${hadEffect} of ${own.length} bit`;
    }),
  ];
}

function tookMs({ sentMs, endedMs }: Pick<CustomerActionAttempt, "sentMs" | "endedMs">): number {
  return endedMs - sentMs;
}
