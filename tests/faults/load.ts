import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { POST_DECISIONS } from "#contracts/content/posts.ts";
import type { Death } from "../stack/part.ts";
import { ROOT } from "../stack/paths.ts";
import type { Stack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { MAIL_DELAY_MS } from "./catalogue/email-faults.ts";
import type { BillingContext, FaultContext } from "./catalogue/fault.ts";
import { approveRefunds } from "./clients/approve-refunds.ts";
import type { CustomerAction } from "./clients/customer-actions.ts";
import { createCustomerClients } from "./clients/customer-clients.ts";
import { createDecisionClients, type DecisionAction } from "./clients/decision-clients.ts";
import { createEnquiryClients } from "./clients/enquiry-clients.ts";
import type { Attempt } from "./clients/http-client.ts";
import { loadExpectedEffects } from "./expected-effects.ts";
import { FAULTS, type FaultName } from "./faults.ts";
import { openObserver } from "./observer.ts";
import { readBilling, readRecords, readReports } from "./read-state.ts";
import type { Scenario } from "./scenarios.ts";
import { type FaultRun, injectFaults, seededRandom } from "./schedule.ts";
import { createStripeClient } from "./stripe-client.ts";
import { isDecided } from "./verdict/check-decisions.ts";
import { checkDeliveries, doubtDeliveries } from "./verdict/check-deliveries.ts";
import { isAlert } from "./verdict/check-effects.ts";
import { checkCompleteness } from "./verdict/check-enquiries.ts";
import {
  checkPublishing,
  doubtPublishing,
  PUBLISHER_RECOVERY_MS,
} from "./verdict/check-publishing.ts";
import { countBy, type Records, type Violation, violation } from "./verdict/state.ts";
import { findViolations } from "./verdict/verdict.ts";

export interface Findings {
  readonly violations: readonly Violation[];
  /** Reasons why the run proves nothing. */
  readonly doubts: readonly string[];
  readonly faultsWithEffect: number;
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly retried: number;
  readonly emailsRepeated: number;
  readonly slowestRefusalMs: number;
  readonly drainedMs: number;
}

// Longer than the first retry delay, after which a duplicate would appear.
const WATCH_MS = 5_000;
const DRAIN_LIMIT_MS = 300_000;
/** Each webhook comes twice at once; a delivery comes before the delay that preceded it. */
const REPORTED_TWICE_AND_REVERSED = {
  delayMs: MAIL_DELAY_MS,
  delivery: { outcome: "delayed", share: 0.2 },
  webhooks: { copies: 2, isReversed: true },
} as const;
/** After it Stripe has finalised every draft and sent every due webhook. */
const TWO_HOURS_S = 7_200;

/** Without an accepted one of each, a run with customers proves nothing. */
const REQUIRED_ACTIONS = [
  "sign-up",
  "checkout",
  "plan-change",
  "accept-offer",
  "cancel",
  "resume",
] as const;

const run = promisify(execFile);

type Print = (line: string) => void;

export async function runLoad(
  stack: Stack,
  scenario: Scenario,
  options: Pick<FaultContext, "cluster" | "pair" | "signal"> & {
    print: Print;
    onDeath: (death: Death) => void;
  },
): Promise<Findings> {
  const effectsOf = await loadExpectedEffects();
  const failure = new AbortController();
  const begunMs = performance.now();
  const print: Print = (line) => {
    const elapsed = ((performance.now() - begunMs) / 1_000).toFixed(1);
    options.print(`  ${elapsed.padStart(5)} s  ${line}`);
  };
  const context = openContext(stack, scenario, {
    cluster: options.cluster,
    pair: options.pair,
    signal: AbortSignal.any([options.signal, failure.signal]),
    onDeath: options.onDeath,
  });
  const { enquiries, decisions, observer, billing, signal } = context;
  const approvalEnd = new AbortController();
  const approvals =
    billing === null ? null : approveRefunds(stack.urls.databaseUrl, approvalEnd.signal);
  const stopApprovals = async (): Promise<void> => {
    approvalEnd.abort();
    await approvals;
  };
  try {
    await observer.setMailSwitches(REPORTED_TWICE_AND_REVERSED);
    const faultRuns = await sendDuringFaults(scenario, context, { failure, print });

    const { accepted } = enquiries.tallies();
    const refused = enquiries.listRefused();
    const faultsEndedMs = performance.now();
    const stillOpen = await drain(context);
    const drainedMs = performance.now() - faultsEndedMs;
    const earlyViolations = checkCompleteness(await readRecords(observer, effectsOf));
    print(`${accepted} enquiries were accepted, ${stillOpen} events are open`);

    await enquiries.sendRefused();
    await decisions.requestReceipts();
    const drifted = billing === null ? 0 : await reconcileBilling(context, billing, print);
    await drain(context);
    await awaitDeliveries(context);
    await stopApprovals();
    const atRest = describeSize(await readRecords(observer, effectsOf), await observer.mails());
    print(`${refused.length} refused enquiries were sent again`);

    await delay(WATCH_MS, undefined, { signal });
    // Promises whose time came meanwhile, and their emails.
    await drain(context);
    await awaitDeliveries(context);
    const records = await readRecords(observer, effectsOf);
    const mails = await observer.mails();
    const atEnd = describeSize(records, mails);
    print(`at the end: ${atEnd}`);

    const emailsRepeated = (await observer.mailStats()).replays;
    const actions = (billing?.customers.actions ?? []).filter(({ kind }) => kind !== "read");
    for (const line of describeActions(actions)) print(line);
    if (decisions.actions.length > 0) print(describeDecisions(decisions.actions, records));
    const attempts = [...enquiries.attempts.values()];
    const publishing = {
      scenario,
      faultRuns,
      events: records.events.filter(({ type }) => type === "ContactSubmitted"),
      deferred: observer.deferredEvents(),
    };
    return {
      violations: [
        ...earlyViolations,
        ...findViolations({
          enquiries: enquiries.enquiries,
          attempts: enquiries.attempts,
          decisions,
          edgeOutages: context.edgeOutages,
          records,
          mails,
          teamEmail: stack.settings["TEAM_EMAIL"] ?? "",
          billing: billing === null ? null : await readBilling(observer, billing, drifted),
        }),
        ...(atRest === atEnd
          ? []
          : [violation("duplicated", "the system", `went on at rest: from ${atRest} to ${atEnd}`)]),
        ...(billing === null ? checkPublishing(publishing) : []),
      ],
      doubts: [
        ...faultRuns
          .filter(({ effect }) => !effect.hadEffect)
          .map(({ fault, effect }) => `"${fault}" had no effect (${effect.evidence})`),
        // With customers, outages overlap, and the relay may publish most events.
        ...(billing === null ? doubtPublishing(publishing) : []),
        ...(emailsRepeated === 0 ? ["no email was sent twice, so no key was needed"] : []),
        ...(billing === null ? [] : doubtActions(actions)),
        ...doubtDecisions(scenario, records),
        ...doubtDeliveries(records),
      ],
      faultsWithEffect: faultRuns.filter(({ effect }) => effect.hadEffect).length,
      requests: enquiries.enquiries.length + actions.length + decisions.actions.length,
      accepted:
        accepted +
        actions.filter(({ isAccepted }) => isAccepted).length +
        decisions.actions.filter((one) => one.attempts.some(isDecided)).length,
      refused:
        refused.length +
        actions.filter(({ isAccepted }) => !isAccepted).length +
        decisions.actions.filter((one) => !one.attempts.some(isDecided)).length,
      retried: [
        ...attempts,
        ...[...actions, ...decisions.actions].map((one) => one.attempts),
      ].filter((list) => list.length > 1).length,
      emailsRepeated,
      slowestRefusalMs: slowestRefusalMs(attempts),
      drainedMs,
    };
  } finally {
    await stopApprovals();
    await Promise.all([
      enquiries.close(),
      decisions.close(),
      billing?.customers.close(),
      observer.close(),
    ]);
  }
}

function openContext(
  stack: Stack,
  scenario: Scenario,
  { cluster, pair, signal, onDeath }: Pick<FaultContext, "cluster" | "pair" | "signal" | "onDeath">,
): FaultContext {
  const { urls } = stack;
  const random = seededRandom(scenario.seed);
  const stripe = scenario.customers === 0 ? null : createStripeClient(stack);
  return {
    stack,
    observer: openObserver(stack),
    enquiries: createEnquiryClients({ apiUrl: urls.api, anonKey: urls.anonKey, random, signal }),
    decisions: createDecisionClients({ urls, random, signal }),
    billing:
      stripe === null
        ? null
        : { stripe, customers: createCustomerClients({ urls, stripe, random, signal }) },
    cluster,
    pair,
    edgeOutages: [],
    signal,
    onDeath,
  };
}

/** On a slow machine the faults take longer, and without traffic they would have no effect. */
async function sendDuringFaults(
  { schedule, windowMs, ...scenario }: Scenario,
  context: FaultContext,
  { failure, print }: { failure: AbortController; print: Print },
): Promise<FaultRun<FaultName>[]> {
  const { enquiries, decisions, billing, signal } = context;
  const begunMs = performance.now();
  const injecting = injectFaults(schedule, FAULTS, context, {
    print,
    untilDue: async (atMs) => {
      await delay(atMs, undefined, { signal });
      // On a slow machine the decisions take longer, and faults strike until the last of them.
      await decisions.untilBegun(atMs / windowMs);
    },
  });
  let areFaultsActive = true;
  void Promise.allSettled(injecting)
    // Later events show whether the edge publishes again.
    .then(() => delay(2 * PUBLISHER_RECOVERY_MS, undefined, { signal }))
    .catch(() => undefined)
    .finally(() => {
      areFaultsActive = false;
    });
  const sending = enquiries.sendAll({
    count: scenario.enquiries,
    windowMs,
    isNeeded: () => areFaultsActive,
  });
  const deciding = decisions.runAll({ count: scenario.posts, windowMs });
  const customerWork = billing?.customers.runAll({
    count: scenario.customers,
    windowMs: windowMs / 2,
    isNeeded: () => areFaultsActive || performance.now() - begunMs < windowMs,
  });
  await awaitAll([...injecting, sending, deciding, customerWork ?? Promise.resolve()], failure);
  return Promise.all(injecting);
}

/**
 * Waits until all work has ended, even after a failure: a fault in progress might restart a process
 * of a stopped stack.
 *
 * @param failure aborts the rest after a failure
 * @throws the first failure
 */
async function awaitAll(
  work: readonly Promise<unknown>[],
  failure: AbortController,
): Promise<void> {
  for (const task of work) task.catch((error: unknown) => failure.abort(error));
  await Promise.allSettled(work);
  failure.signal.throwIfAborted();
}

/** Waits until no event is open and returns how many still are. */
async function drain({ observer, signal }: FaultContext): Promise<number> {
  const isDrained = async (): Promise<boolean> => {
    signal.throwIfAborted();
    return (await observer.openEvents()) === 0;
  };
  await eventually("every event is completed", isDrained, DRAIN_LIMIT_MS).catch(() =>
    signal.throwIfAborted(),
  );
  return observer.openEvents();
}

/** Resend repeats a webhook that the edge did not take, after longer and longer pauses. */
async function awaitDeliveries({ observer, signal }: FaultContext): Promise<void> {
  const areAllReported = async (): Promise<boolean> => {
    signal.throwIfAborted();
    const mails = await observer.mails();
    return checkDeliveries(
      { reports: await readReports(observer), undeliverable: [] },
      mails,
    ).every(({ kind }) => kind !== "lost");
  };
  await eventually("every delivery is reported", areAllReported, DRAIN_LIMIT_MS).catch(() =>
    signal.throwIfAborted(),
  );
}

/**
 * Lets Stripe send what is due and runs the drift check twice: the first repairs what lost webhooks
 * left, the second must find nothing.
 *
 * @returns customers that the second drift check found different
 */
async function reconcileBilling(
  context: FaultContext,
  { stripe }: BillingContext,
  print: Print,
): Promise<number> {
  await stripe.advanceTime(TWO_HOURS_S);
  await stripe.idle();
  await drain(context);
  const repaired = await checkDrift(context.stack);
  await drain(context);
  const drifted = await checkDrift(context.stack);
  print(`drift checks: ${repaired} customers differed, then ${drifted}`);
  return drifted;
}

const DIFFERING = /(\d+) differ/;

async function checkDrift({ settings }: Stack): Promise<number> {
  const cli = join(ROOT, "worker/bin/billing-drift.ts");
  const env = { PATH: process.env["PATH"], ...settings };
  const { stdout } = await run(process.execPath, [cli], { cwd: ROOT, env });
  const [, drifted] = DIFFERING.exec(stdout) ?? [];
  if (drifted === undefined) throw new Error(`the drift check said: ${stdout}`);
  return Number(drifted);
}

function doubtActions(actions: readonly CustomerAction[]): string[] {
  return REQUIRED_ACTIONS.filter(
    (kind) => !actions.some((action) => action.kind === kind && action.isAccepted),
  ).map((kind) => `no ${kind} was accepted`);
}

function doubtDecisions({ posts }: Scenario, { decisions }: Records): string[] {
  if (posts === 0) return [];
  const count = countBy(decisions, ({ decision }) => decision ?? "waiting");
  const decided = decisions.length - (count.get("waiting") ?? 0);
  return [
    ...(decided === posts ? [] : [`${decided} of ${posts} posts were decided`]),
    ...POST_DECISIONS.filter((one) => !count.has(one)).map((one) => `no decision was ${one}`),
  ];
}

function describeActions(actions: readonly CustomerAction[]): string[] {
  return [...Map.groupBy(actions, ({ kind }) => kind)].map(([kind, actionsOfKind]) => {
    const accepted = actionsOfKind.filter(({ isAccepted }) => isAccepted).length;
    const repeated = actionsOfKind.filter(({ attempts }) => attempts.length > 1).length;
    return `${kind}: ${actionsOfKind.length}, ${accepted} accepted, ${repeated} sent more than once`;
  });
}

function describeDecisions(actions: readonly DecisionAction[], { decisions }: Records): string {
  const presses = actions.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const repeated = actions.filter(({ attempts }) => attempts.length > 2).length;
  const decided = decisions.filter(({ decision }) => decision !== null).length;
  const published = decisions.filter(({ publications }) => publications > 0).length;
  return `decisions: ${decided}, ${published} published; ${presses} presses of ${actions.length} buttons, ${repeated} pressed again after no or a lost response`;
}

const CLOCKED_EVENTS: ReadonlySet<string> = new Set([
  "MorningWorkListed",
  "PromisesAnnounced",
  "ScheduleFailed",
  "WeekendWorkListed",
]);

/** Without events that follow the clock. A schedule also fails without the emulator of Stripe. */
function describeSize(
  { submissions, events, effects, audits }: Records,
  mails: readonly { idempotencyKey: string | null }[],
): string {
  const timed = new Set(events.filter(({ type }) => CLOCKED_EVENTS.has(type)).map(({ id }) => id));
  const timedKeys = new Set(
    effects.filter(({ eventId }) => timed.has(eventId)).map((row) => row.idempotencyKey),
  );
  const isOfLoad = ({ eventId }: { eventId: string | null }) => !timed.has(eventId ?? "");
  const emails = mails.filter(
    ({ idempotencyKey: key }) => !isAlert(key) && (key === null || !timedKeys.has(key)),
  );
  return [
    `${submissions.length} enquiries`,
    `${events.length - timed.size} events`,
    `${effects.filter(isOfLoad).length} effects`,
    `${audits.filter(isOfLoad).length} audit rows`,
    `${emails.length} emails`,
  ].join(", ");
}

function slowestRefusalMs(attempts: readonly (readonly Attempt[])[]): number {
  const refusals = attempts
    .flat()
    .filter((attempt) => attempt.outcome === "response" && attempt.status >= 300);
  return Math.max(0, ...refusals.map(({ sentMs, endedMs }) => endedMs - sentMs));
}
