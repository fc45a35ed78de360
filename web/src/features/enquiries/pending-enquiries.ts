import type { Conversion } from "#contracts/api/conversion.ts";
import type { EnquiryForm } from "#contracts/api/enquiry.ts";
import { storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf } from "../../lib/json.ts";
import type { Delivery } from "./api/deliver.ts";
import { BACKUP_KEY } from "./has-pending-enquiries.ts";

export type PendingEnquiry = {
  readonly form: EnquiryForm;
  readonly conversion?: Conversion;
  /** ISO 8601, when the visitor sent it. */
  readonly timestamp: string;
  readonly error: string | null;
  /** The server answers a known key with the existing row. */
  readonly idempotencyKey: string;
  /** Finished attempts; 0 while the first is running. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly nextAttemptAt: number;
  readonly refused: boolean;
};

const FIRST_PAUSE_MS = 5_000;
// One hour: delivers on the same day without burdening a failing server.
const LONGEST_PAUSE_MS = 3_600_000;

/** Milliseconds: 5 s, 15 s, 45 s … up to an hour. */
export function pauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 3 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS);
}

export const pendingEnquiries = storedEntry(BACKUP_KEY, (value): readonly PendingEnquiry[] =>
  Array.isArray(value) ? value.filter(isPendingEnquiry) : [],
);

/** @param early ignores pauses, but never a first attempt that is still running */
export function dueEnquiries(
  enquiries: readonly PendingEnquiry[],
  nowMs: number,
  early: boolean,
): readonly PendingEnquiry[] {
  return enquiries.filter(
    (enquiry) =>
      !enquiry.refused && (enquiry.nextAttemptAt <= nowMs || (early && enquiry.attempts > 0)),
  );
}

/** @returns milliseconds since the epoch; null when nothing is due */
export function nextDueAt(enquiries: readonly PendingEnquiry[]): number | null {
  const times = enquiries
    .filter((enquiry) => !enquiry.refused)
    .map((enquiry) => enquiry.nextAttemptAt);
  return times.length === 0 ? null : Math.min(...times);
}

export function afterAttempt(
  enquiries: readonly PendingEnquiry[],
  idempotencyKey: string,
  delivery: Delivery,
  nowMs: number,
): readonly PendingEnquiry[] {
  return enquiries.flatMap((enquiry) => {
    if (enquiry.idempotencyKey !== idempotencyKey) return [enquiry];
    const attempts = enquiry.attempts + 1;
    switch (delivery.outcome) {
      case "delivered":
        return [];
      case "refused":
        return [{ ...enquiry, attempts, error: delivery.message, refused: true }];
      case "failed": {
        const pause = Math.max(pauseMs(attempts), delivery.retryAfterMs ?? 0);
        return [{ ...enquiry, attempts, error: delivery.note, nextAttemptAt: nowMs + pause }];
      }
    }
  });
}

function isPendingEnquiry(value: unknown): value is PendingEnquiry {
  const { form, timestamp, idempotencyKey, attempts, nextAttemptAt, refused } = fieldsOf(value);
  return (
    typeof form === "object" &&
    form !== null &&
    typeof timestamp === "string" &&
    typeof idempotencyKey === "string" &&
    typeof attempts === "number" &&
    typeof nextAttemptAt === "number" &&
    typeof refused === "boolean"
  );
}
