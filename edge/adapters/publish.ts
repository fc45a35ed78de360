import type { EventJob } from "#contracts/events/queue.ts";
import type { EdgeConfig } from "../config.ts";
import type { EventPublisher } from "./event-publisher.ts";

/** How the edge hands an event to the queue after it has answered. */
export type Publish = {
  /** How long the relay leaves an event alone, in milliseconds: long enough for `now` to have ended. */
  graceMs: number;
  /** Resolves when the queue has the event, rejects when it has not; null where the relay does it all. */
  now: ((job: EventJob) => Promise<void>) | null;
};

/** Beyond this the handover is given up: the event is in Postgres and the relay will find it. */
const HANDOVER_LIMIT_MS = 300;

// Several handovers long, so that the relay does not repeat what is on its way; short enough that an event
// whose publication died with its isolate is not felt.
const GRACE_MS = 2_000;

/** Chooses between publishing from the edge and leaving it to the relay. */
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
