import { useId, useState } from "react";
import { SAMPLE_MONTH_CONSENT } from "#contracts/api/enquiry-subjects.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { Words } from "#contracts/sample-month/month.ts";
import { Button } from "../../../ui/button.tsx";
import { Honeypot, TextField } from "../../../ui/field.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { useEnquiry } from "../hooks/use-enquiry.ts";
import { Thanks } from "./thanks.tsx";

/** Asks for an address, and for leave to send the sample month to it. */
export function SampleMonthForm({ words: { name, town, trade } }: { words: Words }) {
  const [isSent, setIsSent] = useState(false);
  const noteId = useId();
  const enquiry = useEnquiry({
    formType: "sample-month",
    source: "Your Month",
    onSent: () => setIsSent(true),
  });
  if (isSent) return <Thanks>Your twelve posts are on their way to you.</Thanks>;
  const isNoName = [enquiry.field("company"), enquiry.field("town")].some(({ error }) => error);
  const hasNoConsent = enquiry.field("consent").error !== undefined;
  return (
    <form {...enquiry.form} className="relative max-w-184 bg-paper p-6 text-ink">
      <FormError
        message={
          isNoName
            ? "We can’t put these words into an email: it takes a name and a town in letters. Copy the link instead."
            : enquiry.errorText
        }
      />
      <fieldset disabled={enquiry.isSending} className="grid gap-4">
        <legend className="sr-only">Email me this month</legend>
        <TextField
          label="Email"
          {...enquiry.field("email")}
          type="email"
          autoComplete="email"
          required
        />
        <div>
          <label className="flex min-h-11 cursor-pointer items-center gap-4">
            <input
              type="checkbox"
              name="consent"
              value={SAMPLE_MONTH_CONSENT}
              className="choice flex-none"
              {...(hasNoConsent && { "aria-invalid": true, "aria-describedby": noteId })}
            />
            {SAMPLE_MONTH_CONSENT}
          </label>
          {hasNoConsent && (
            <p id={noteId} className="mt-2 text-sm font-semibold text-bad">
              Tick the box first: we email nobody who hasn’t asked.
            </p>
          )}
        </div>
        <Button type="submit" variant="secondary" className="justify-self-start">
          {enquiry.isSending ? MESSAGES.contact.sending : "Email me this month"}
        </Button>
        <input type="hidden" name="company" value={name} />
        <input type="hidden" name="town" value={town} />
        <input type="hidden" name="businessType" value={trade} />
        <Honeypot />
      </fieldset>
    </form>
  );
}
