import type { Processor, Queue, Worker } from "bullmq";
import type { QueueKind, QueueName } from "./queues.ts";

export type QueueBackend = {
  kind: QueueKind;
  queues: Readonly<Record<QueueName, Queue>>;
  consume(name: QueueName, process: Processor): Worker;
  /** @throws when no queue takes a write, as of a replica or a full server */
  checkWritable: () => Promise<void>;
  memory: {
    wasFlushed: () => Promise<boolean>;
    /** Called once all lost events are due again. */
    markSeeded: () => Promise<void>;
  };
  close: () => Promise<void>;
};
