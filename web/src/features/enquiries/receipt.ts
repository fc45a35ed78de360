import type { PendingEnquiry } from "./saved-enquiries.ts";

/** Proof that the last enquiry of this browser has arrived. */
export const RECEIPT_KEY = "contactFormSubmission";

export type Receipt = {
  /** What it was about. Names, address and text are left out: the server has them, the browser need not. */
  readonly payload: { readonly form_type: string; readonly source: string | null };
  /** When the visitor sent it, ISO 8601. */
  readonly timestamp: string;
  /** Id of the stored row. */
  readonly savedId: string;
};

/** Writes the receipt of an enquiry that the server stored under an id. */
export function receiptFor(enquiry: PendingEnquiry, savedId: string): Receipt {
  return {
    payload: { form_type: enquiry.form.form_type, source: enquiry.form.source ?? null },
    timestamp: enquiry.timestamp,
    savedId,
  };
}

/** Reads a stored receipt, or null when there is none that can be read. */
export function parseReceipt(stored: string | null): Receipt | null {
  if (stored === null) return null;
  try {
    const receipt = JSON.parse(stored) as Partial<Receipt> | null;
    return typeof receipt?.savedId === "string" &&
      !Number.isNaN(Date.parse(String(receipt.timestamp)))
      ? (receipt as Receipt)
      : null;
  } catch {
    return null;
  }
}
