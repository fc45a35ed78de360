import * as z from "zod";
import { paths } from "../paths.ts";

/** Flash messages; the URL carries the key, never the text. */
export const NOTICES = {
  replayed: "The replay is running. This page refreshes itself until it has ended.",
  nothing_to_replay: "There was nothing to replay.",
  ignored: "Ignored. The failed effects will not run again.",
  nothing_to_ignore: "There was nothing to ignore.",
  refund_approved: "Approved. The worker refunds the payments and cancels the subscription.",
  refund_declined: "Declined. The customer gets an email.",
  refund_decided_before: "Someone has already decided this. Nothing was changed.",
} as const;
export type Notice = keyof typeof NOTICES;

export const withNotice = (id: string, notice: Notice): string =>
  `${paths.event(id)}?notice=${notice}`;

export const NoticeName = z.enum(Object.keys(NOTICES) as [Notice, ...Notice[]]);
