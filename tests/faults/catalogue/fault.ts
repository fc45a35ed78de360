import { setTimeout as delay } from "node:timers/promises";
import type { Death, Part, PartName } from "../../stack/part.ts";
import { processIdentity } from "../../stack/process-identity.ts";
import type { Stack } from "../../stack/stack.ts";
import { eventually } from "../../support/eventually.ts";
import type { RedisCluster } from "../../support/redis-cluster.ts";
import type { RedisPair } from "../../support/redis-server.ts";
import type { CustomerClients } from "../clients/customer-clients.ts";
import type { DecisionClients } from "../clients/decision-clients.ts";
import type { EnquiryClients } from "../clients/enquiry-clients.ts";
import type { Observer } from "../observer.ts";
import type { StripeClient } from "../stripe-client.ts";
import type { Outage } from "../verdict/check-responses.ts";

export interface BillingContext {
  readonly customers: CustomerClients;
  readonly stripe: StripeClient;
}

export interface FaultContext {
  readonly stack: Stack;
  readonly observer: Observer;
  readonly enquiries: EnquiryClients;
  readonly decisions: DecisionClients;
  /** Null in a scenario without customers. */
  readonly billing: BillingContext | null;
  /** Null in a scenario with one Redis. */
  readonly cluster: RedisCluster | null;
  /** Null in a scenario without a replica. */
  readonly pair: RedisPair | null;
  readonly edgeOutages: Outage[];
  readonly signal: AbortSignal;
  /** Called when a process dies that a fault started. */
  readonly onDeath: (death: Death) => void;
}

export interface FaultEffect {
  readonly hadEffect: boolean;
  readonly evidence: string;
}

export interface Fault {
  /** Faults that hold the same thing never run at the same time. */
  readonly holds: readonly (PartName | "network" | "second worker")[];
  inject(context: FaultContext, lastsMs: number): Promise<FaultEffect>;
}

const PATIENCE_MS = 20_000;

export function billingOf({ billing }: FaultContext): BillingContext {
  if (billing === null) throw new Error("Bug: this fault needs a scenario with customers");
  return billing;
}

export function countedEffect(count: number, what: string): FaultEffect {
  return { hadEffect: count > 0, evidence: `${count} ${what}` };
}

export function growthOf(read: () => number): () => Promise<number> {
  const before = read();
  return () => Promise.resolve(read() - before);
}

/** Polls until the count is positive or patience ends; the caller then counts again and reports. */
export async function waitForPositive(
  measure: () => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  const probe = async (): Promise<boolean> => {
    signal.throwIfAborted();
    return (await measure()) > 0;
  };
  await eventually("a count above zero", probe, PATIENCE_MS).catch(() => signal.throwIfAborted());
}

/** Kills a part, waits until `measure` shows damage, and starts the part again. */
export async function killForAWhile(
  part: Part,
  options: {
    lastsMs: number;
    measure: () => Promise<number>;
    signal: AbortSignal;
    /** Killed too and started first, so it has to wait for the part that is still down. */
    and?: Part;
  },
): Promise<FaultEffect & { damage: number }> {
  const { lastsMs, measure, signal } = options;
  const killed = await killPart(part);
  const alsoKilled = options.and === undefined ? null : await killPart(options.and);
  const alsoRestarted = await alsoKilled?.startAgain();
  await delay(lastsMs, undefined, { signal });
  await waitForPositive(measure, signal);
  const damage = await measure();
  const restarted = await killed.startAgain();
  return {
    damage,
    hadEffect: damage > 0 && restarted.isNew && alsoRestarted?.isNew !== false,
    evidence: [restarted, alsoRestarted].flatMap((restart) => restart?.evidence ?? []).join(", "),
  };
}

async function killPart(part: Part): Promise<{
  startAgain: () => Promise<{ isNew: boolean; evidence: string }>;
}> {
  const { pid } = part;
  const before = identityOf(part);
  await part.kill("SIGKILL");
  const isGone = pid !== null && processIdentity(pid) !== before;
  return {
    async startAgain() {
      await part.start();
      const after = identityOf(part);
      return {
        isNew: isGone && after !== before && after !== NO_PROCESS,
        evidence: `pid ${String(pid)} killed, ${String(part.pid)} started`,
      };
    },
  };
}

const NO_PROCESS = "none";

export function identityOf(part: Part): string {
  return (part.pid === null ? null : processIdentity(part.pid)) ?? NO_PROCESS;
}
