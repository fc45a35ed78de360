import { withFlash } from "../layout/flash-message.tsx";
import { paths } from "../paths.ts";

export const REPLAY_RUNNING =
  "The replay is running. This page refreshes itself until it has ended.";

export const FLASH_TEXTS = {
  nothing_to_replay: "There was nothing to replay.",
  ignored: "Ignored. The failed effects will not run again.",
  restored: "Taken back: the event is among the failed ones again.",
  nothing_to_restore: "It is not ignored. Nothing was changed.",
  nothing_to_ignore: "There was nothing to ignore.",
  refund_approved: "Approved. The worker refunds the payments and cancels the subscription.",
  refund_declined: "Declined. The customer gets an email.",
  refund_decided_before: "Someone has already decided this. Nothing was changed.",
} as const;

/** The page shows the progress of a replay in place of a text. */
export type FlashKey = keyof typeof FLASH_TEXTS | "replayed";

export const eventWithFlash = (id: string, key: FlashKey): string =>
  withFlash(paths.event(id), key);
