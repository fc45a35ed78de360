import type { Conversion } from "#contracts/api/conversion.ts";
import type { EnquiryForm } from "#contracts/api/enquiry.ts";
import type { Delivery } from "./deliver.ts";

/** An enquiry kept in the browser until the server has it. */
export type PendingEnquiry = {
  readonly form: EnquiryForm;
  /** What the advertiser may be told; absent without consent. */
  readonly conversion?: Conversion;
  /** When the visitor sent it, ISO 8601. */
  readonly timestamp: string;
  /** What went wrong last, for whoever looks into the browser's storage. */
  readonly error: string | null;
  /** Makes sending again harmless: the server answers a key it knows with the row it has. */
  readonly idempotencyKey: string;
  /** Finished attempts. Zero means that the first one is still under way. */
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly nextAttemptAt: number;
  /** The server will never take it as it is; only the visitor can correct it. */
  readonly refused: boolean;
};

const FIRST_PAUSE_MS = 5_000;
// An hour: often enough to arrive the same day, seldom enough not to trouble a server in difficulty.
const LONGEST_PAUSE_MS = 3_600_000;

/** Pause before the next attempt, in milliseconds: 5 s, 15 s, 45 s … up to an hour. */
export function pauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 3 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS);
}

/** Reads the stored list. What cannot be read is dropped: it was not written by us. */
export function parsePendingEnquiries(stored: string | null): readonly PendingEnquiry[] {
  if (stored === null) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter(isPendingEnquiry) : [];
  } catch {
    return [];
  }
}

/** What should be sent now. With `early` the pause is cut short, but an attempt under way is left alone. */
export function dueEnquiries(
  kept: readonly PendingEnquiry[],
  nowMs: number,
  early: boolean,
): readonly PendingEnquiry[] {
  return kept.filter(
    (enquiry) =>
      !enquiry.refused && (enquiry.nextAttemptAt <= nowMs || (early && enquiry.attempts > 0)),
  );
}

/** When the next attempt is due in epoch milliseconds, or null when nothing waits. */
export function nextDueAt(kept: readonly PendingEnquiry[]): number | null {
  const times = kept.filter((enquiry) => !enquiry.refused).map((enquiry) => enquiry.nextAttemptAt);
  return times.length === 0 ? null : Math.min(...times);
}

/** The list after an attempt: delivered copies are gone, failed ones wait longer, refused ones wait for a person. */
export function afterAttempt(
  kept: readonly PendingEnquiry[],
  idempotencyKey: string,
  delivery: Delivery,
  nowMs: number,
): readonly PendingEnquiry[] {
  return kept.flatMap((enquiry) => {
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
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  return (
    typeof fields["form"] === "object" &&
    fields["form"] !== null &&
    typeof fields["timestamp"] === "string" &&
    typeof fields["idempotencyKey"] === "string" &&
    typeof fields["attempts"] === "number" &&
    typeof fields["nextAttemptAt"] === "number" &&
    typeof fields["refused"] === "boolean"
  );
}
