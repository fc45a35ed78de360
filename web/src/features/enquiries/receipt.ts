import type { PendingEnquiry } from "./saved-enquiries.ts";

export const RECEIPT_KEY = "contactFormSubmission";

export type Receipt = {
  /** Without personal data, which the server already has. */
  readonly payload: { readonly form_type: string; readonly source: string | null };
  /** ISO 8601, when the visitor sent it. */
  readonly timestamp: string;
  readonly savedId: string;
};

export function receiptFor(enquiry: PendingEnquiry, savedId: string): Receipt {
  return {
    payload: { form_type: enquiry.form.form_type, source: enquiry.form.source ?? null },
    timestamp: enquiry.timestamp,
    savedId,
  };
}

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
