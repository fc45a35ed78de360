import type { BulkJobOptions, Queue } from "bullmq";
import { isDelayTooLong } from "./queues.ts";

export type NewJob = {
  name: string;
  data: unknown;
  opts: BulkJobOptions & { jobId: string };
  /** Whether a job of this id may stand in the queue from an earlier time. */
  mayExist: boolean;
};

/**
 * Adds jobs. One that waits or runs already is left alone; one that ended while Postgres says that its work
 * is still open is taken away first, because BullMQ ignores a second job of one id. One that a clock which was
 * ahead put off by hours runs now.
 */
export async function addJobs(queue: Queue, jobs: readonly NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return;
  await Promise.all(
    jobs.map(async ({ opts: { jobId }, mayExist }) => {
      if (!mayExist) return;
      const state = await queue.getJobState(jobId);
      if (state === "completed" || state === "failed") await queue.remove(jobId);
      if (state !== "delayed") return;
      const job = await queue.getJob(jobId);
      if (job !== undefined && isDelayTooLong(job, now)) await job.promote();
    }),
  );
  await queue.addBulk(jobs.map(({ name, data, opts }) => ({ name, data, opts })));
}
