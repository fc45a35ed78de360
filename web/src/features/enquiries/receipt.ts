import { storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf, textOf } from "../../lib/json.ts";
import type { PendingEnquiry } from "./pending-enquiries.ts";

type Receipt = {
  /** Holds no personal data: the server has it already. */
  readonly payload: { readonly form_type: string; readonly source: string | null };
  /** ISO 8601, when the visitor sent it. */
  readonly timestamp: string;
  readonly savedId: string;
};

export const receipt = storedEntry("contactFormSubmission", (value): Receipt | null => {
  const { payload, timestamp, savedId } = fieldsOf(value);
  const { form_type: formType, source } = fieldsOf(payload);
  if (typeof timestamp !== "string" || Number.isNaN(Date.parse(timestamp))) return null;
  if (typeof savedId !== "string" || typeof formType !== "string") return null;
  return { payload: { form_type: formType, source: textOf(source) }, timestamp, savedId };
});

export function receiptFor(enquiry: PendingEnquiry, savedId: string): Receipt {
  return {
    payload: { form_type: enquiry.form.form_type, source: enquiry.form.source ?? null },
    timestamp: enquiry.timestamp,
    savedId,
  };
}
