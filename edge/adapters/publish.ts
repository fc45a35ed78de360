import { hash } from "node:crypto";
import type { EventJob } from "#contracts/events/queue.ts";
import type { EdgeConfig } from "../config.ts";
import type { EventPublisher } from "./event-publisher.ts";
import { PUBLISH_LIMIT_MS, withDeadline } from "./with-deadline.ts";

export type Publish = {
  /** How long the relay leaves an event to the edge: longer than `now` takes. */
  graceMs: number;
  /** Null where the relay publishes everything. */
  now: ((job: EventJob) => Promise<void>) | null;
};

// Several attempts long; a dead isolate delays mails by no more.
const GRACE_MS = 2_000;

export function createPublish(
  config: Pick<EdgeConfig, "EDGE_PUBLISH" | "EDGE_PUBLISHERS" | "REDIS_URL">,
  publishers: Pick<DurableObjectNamespace<EventPublisher>, "get" | "idFromName">,
): Publish {
  if (config.EDGE_PUBLISH === "off" || config.REDIS_URL === undefined) {
    return { graceMs: 0, now: null };
  }
  return {
    graceMs: GRACE_MS,
    async now(job) {
      const number = Number.parseInt(hash("sha256", job.eventId).slice(0, 8), 16);
      const name = `events-${number % config.EDGE_PUBLISHERS}`;
      const publisher = publishers.get(publishers.idFromName(name));
      await withDeadline(publisher.publish(job), PUBLISH_LIMIT_MS);
    },
  };
}
