import {
  CONTACT_CHANNELS,
  type ContactChannel,
  type PromiseRuleId,
} from "#contracts/events/promises.ts";
import type { KeepingEvent } from "#db/promises/change-promises.ts";
import type { PromiseRow } from "#db/promises/find-promises.ts";
import { displayName } from "../customers/redact.ts";

/** The event that an operator records to keep a promise. Others are kept by the act itself, such as a decision about a refund. */
export const KEPT_BY_OPERATOR: Readonly<
  Record<PromiseRuleId, { event: KeepingEvent["type"]; done: string } | null>
> = {
  "answer-enquiry": { event: "EnquiryAnswered", done: "Answered" },
  "contact-trial": { event: "EnquiryAnswered", done: "Contacted" },
  "trial-content": null,
  "contact-after-payment": { event: "CustomerContacted", done: "Contacted" },
  "contact-after-rejection": { event: "CustomerContacted", done: "Contacted" },
  "arrange-call": { event: "CallArranged", done: "Arranged" },
  "hold-call": { event: "CallHeld", done: "Held" },
  "decide-refund": null,
  "send-refund": null,
  "first-content": null,
  "go-live": null,
  "send-report": null,
  "answer-changes": null,
  "answer-comment": null,
  "publish-post": null,
  "publish-late-post": null,
  "stop-post": null,
  "stop-erased-posts": { event: "ErasedPostsStopped", done: "Taken out" },
};

export const CHANNEL_LABELS: Readonly<Record<ContactChannel, string>> = {
  mail: "by email",
  phone: "by phone",
  whatsapp: "by WhatsApp",
};

export function channelOf(text: string | null): ContactChannel | null {
  return CONTACT_CHANNELS.find((channel) => channel === text) ?? null;
}

export type PromiseState = "released" | "kept" | "kept late" | "late" | "due soon" | "open";

/** @param now ISO 8601 */
export function promiseState(promise: PromiseRow, now: string): PromiseState {
  if (promise.releasedAt !== null) return "released";
  if (promise.keptAt !== null) return promise.keptAt > promise.dueAt ? "kept late" : "kept";
  if (promise.dueAt <= now) return "late";
  return promise.warnAt <= now ? "due soon" : "open";
}

/** Name and address of a caller whom nobody knows stand in Calendly's calendar only. */
export const whoOf = (promise: PromiseRow, { isRevealed }: { isRevealed: boolean }): string =>
  promise.rule === "hold-call" && customerKeyOf(promise) === promise.subjectId
    ? "A caller we do not know: Calendly has the name"
    : displayName(promise, { isRevealed });

/** Key of the customer's page. */
export const customerKeyOf = ({ userId, customerId, enquiryId, subjectId }: PromiseRow): string =>
  userId ?? customerId ?? enquiryId ?? subjectId;
