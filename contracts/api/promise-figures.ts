import * as z from "zod/mini";

/** Ids of the rules whose promises the site publishes, in this order. */
export const PUBLISHED_PROMISES = [
  "answer-enquiry",
  "first-content",
  "publish-post",
  "answer-changes",
] as const;
export type PublishedPromise = (typeof PUBLISHED_PROMISES)[number];

/** `GET /functions/v1/promise-figures` */
export const PromiseFiguresResponse = z.object({
  /** UTC day from which promises are counted. */
  since: z.string(),
  /** A rule that made no promise in this time is left out. */
  figures: z.array(
    z.object({
      rule: z.enum(PUBLISHED_PROMISES),
      /** Promises made, without those that were released. */
      made: z.number(),
      /** These were neither kept late nor open after their time. */
      in_time: z.number(),
      /** From the promise to the act that kept it; an open one counts with its age. */
      median_seconds: z.number(),
    }),
  ),
});
export type PromiseFiguresResponse = z.infer<typeof PromiseFiguresResponse>;
