import type { Queue } from "bullmq";

export type QueueCounts = { name: string; counts: Record<string, number> };

/** BullMQ counts jobs with a priority apart; here they wait like the others. */
export async function countJobs(queue: Queue): Promise<QueueCounts> {
  const {
    waiting = 0,
    prioritized = 0,
    ...counts
  } = await queue.getJobCounts("waiting", "prioritized", "active", "delayed", "failed");
  return { name: queue.name, counts: { waiting: waiting + prioritized, ...counts } };
}
