import { setTimeout as delay } from "node:timers/promises";
import { EVENTS_QUEUE, queuePrefix } from "#contracts/events/queue.ts";
import { type Fault, growthOf, waitForPositive } from "./fault.ts";

export const CLUSTER_FAULTS = {
  "cluster's primary killed": {
    holds: ["redis"],
    async inject({ stack, cluster, enquiries, signal }, lastsMs) {
      if (cluster === null) throw new Error("Bug: this fault needs a scenario with a cluster");
      const prefix = queuePrefix(stack.settings["QUEUE_PREFIX"] ?? "", EVENTS_QUEUE);
      const accepted = growthOf(() => enquiries.tallies().accepted);
      const { from, to } = await cluster.failOver(`${prefix}:${EVENTS_QUEUE}:wait`);
      await delay(lastsMs, undefined, { signal });
      await waitForPositive(accepted, signal);
      const meanwhile = await accepted();
      return {
        hadEffect: meanwhile > 0,
        evidence: `the replica at ${to} took over the events from ${from}, ${meanwhile} enquiries accepted meanwhile`,
      };
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;
