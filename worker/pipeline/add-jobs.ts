import type { BulkJobOptions, Queue } from "bullmq";
import { isDelayTooLong } from "./queues.ts";

export type NewJob = {
  name: string;
  data: unknown;
  opts: BulkJobOptions & { jobId: string };
  mayExist: boolean;
};

/**
 * BullMQ ignores a second job of one id, so a finished job is removed first. A job that a clock
 * ahead delayed by hours runs now.
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
