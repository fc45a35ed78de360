import type { EventJob } from "#contracts/events/queue.ts";
import type { EdgeConfig } from "../config.ts";
import type { EventPublisher } from "./event-publisher.ts";

export type Publish = {
  /** How long the relay waits for the edge to publish, in milliseconds: longer than `now` takes. */
  graceMs: number;
  /** Null where the relay publishes everything. */
  now: ((job: EventJob) => Promise<void>) | null;
};

/** After this the relay publishes. */
const HANDOVER_LIMIT_MS = 300;

// Several attempts long, so that the relay repeats none; short enough to bridge a dead isolate
// unnoticed.
const GRACE_MS = 2_000;

/** Publishes from the edge, or leaves it to the relay. */
export function createPublish(
  config: Pick<EdgeConfig, "EDGE_PUBLISH" | "REDIS_URL">,
  publishers: DurableObjectNamespace<EventPublisher>,
): Publish {
  if (config.EDGE_PUBLISH === "off" || config.REDIS_URL === undefined) {
    return { graceMs: 0, now: null };
  }
  return {
    graceMs: GRACE_MS,
    async now(job) {
      const publisher = publishers.get(publishers.idFromName("events"));
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        await Promise.race([
          publisher.publish(job),
          new Promise<never>((_, reject) => {
            timer = setTimeout(() => reject(new Error("deadline")), HANDOVER_LIMIT_MS);
          }),
        ]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
