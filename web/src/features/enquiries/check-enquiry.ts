import { EnquiryForm } from "#contracts/api/enquiry.ts";
import { MESSAGES } from "#contracts/messages/common.ts";

export type FieldErrors = Readonly<Record<string, string>>;

export type CheckedEnquiry =
  | { readonly ok: true; readonly form: EnquiryForm }
  | { readonly ok: false; readonly errors: FieldErrors };

export function checkEnquiry(candidate: Record<string, string>): CheckedEnquiry {
  const result = EnquiryForm.safeParse(candidate);
  if (result.success) return { ok: true, form: result.data };
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? "");
    errors[field] ??= describeError(field, candidate[field], issue.code);
  }
  return { ok: false, errors };
}

function describeError(field: string, value: string | undefined, code: string): string {
  if (value === undefined) return MESSAGES.enquiry.missing;
  if (code === "too_big") return MESSAGES.enquiry.tooLong;
  return field === "email" ? MESSAGES.enquiry.email : MESSAGES.enquiry.characters;
}
