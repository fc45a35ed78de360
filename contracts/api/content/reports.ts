import * as z from "zod/mini";
import { type Platform, PLATFORM_KEYS } from "../../content/brief-answers.ts";
import { POST_FORMAT_KEYS } from "../../content/posts.ts";
import { type Metric, METRICS, POST_METRICS } from "../../content/report-figures.ts";
import { idPattern } from "../../ids.ts";
import { AccountManager } from "./account-manager.ts";
import { PostPicture } from "./calendar.ts";

const Platform = z.enum(PLATFORM_KEYS);
const Count = z.nullable(z.int());

export const PlatformFigures = z.object({
  platform: Platform,
  source: z.string(),
  days: z.int(),
  metrics: z.array(
    z.object({ metric: z.enum(Object.keys(METRICS) as [Metric]), value: Count, previous: Count }),
  ),
  best: z.optional(z.object({ postId: z.string(), metric: z.enum(POST_METRICS), value: z.int() })),
});

export const ReportPost = z.object({
  id: z.string(),
  format: z.enum(POST_FORMAT_KEYS),
  /** The beginning of the post's text. */
  text: z.string(),
  /** Where another text was published; its beginning. */
  texts: z.partialRecord(Platform, z.string()),
  /** London date. */
  publishedOn: z.string(),
  publications: z.array(z.object({ platform: Platform, url: z.string() })),
  /** The first picture, or frame of a video; null without either. */
  picture: z.nullable(PostPicture),
});
export type ReportPost = z.infer<typeof ReportPost>;

const period = { number: z.int(), fromDay: z.string(), untilDay: z.string() };

const ReportPeriod = z.object(period);

export const Report = z.object({
  ...period,
  /** Above 1 for a correction. */
  revision: z.int(),
  publishedAt: z.string(),
  businessName: z.nullable(z.string()),
  words: z.string(),
  /** The customer's account manager today. */
  accountManager: z.nullable(z.pick(AccountManager, { name: true, photo: true })),
  figures: z.array(PlatformFigures),
  /** Those of the two reports before it that there are, the older first. */
  earlierFigures: z.array(z.array(PlatformFigures)),
  posts: z.array(ReportPost),
});
export type Report = z.infer<typeof Report>;

/** `GET /functions/v1/reports`: the list, newest first, and the whole report of `?number=` or the newest. */
export const ReportsResponse = z.object({
  reports: z.array(ReportPeriod),
  report: z.nullable(Report),
});
export type ReportsResponse = z.infer<typeof ReportsResponse>;

/** `POST /functions/v1/report`: an emailed link; in a body, because addresses are logged. */
export const ReportRequest = z.strictObject({
  reportId: z.string().check(z.regex(idPattern("report"))),
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
});
export type ReportRequest = z.infer<typeof ReportRequest>;

/** The newest revision of the report that the email's link names. */
export const ReportResponse = z.object({ report: Report });
export type ReportResponse = z.infer<typeof ReportResponse>;
