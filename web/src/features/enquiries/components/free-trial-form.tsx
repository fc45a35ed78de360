import { useLocation } from "wouter";
import { MESSAGES } from "#contracts/messages/common.ts";
import { BUSINESS_TYPES } from "../../../content/industries.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Honeypot, SelectField, TextArea, TextField } from "../../../ui/field.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { useEnquiry } from "../hooks/use-enquiry.ts";
import { takePrefill } from "../take-prefill.ts";
import { SenderFields } from "./sender-fields.tsx";

const PLATFORMS = ["Instagram", "Facebook", "TikTok", "LinkedIn", "X", "Not sure yet"];

export function FreeTrialForm() {
  const [, navigate] = useLocation();
  const enquiry = useEnquiry({
    formType: "free-trial",
    source: "Free Trial Page",
    onSent: () => navigate(paths.trialWelcome),
    given: takePrefill,
  });

  return (
    <form {...enquiry.form} className="relative needs-script">
      <FormError message={enquiry.errorText} />
      <fieldset disabled={enquiry.isSending} className="grid gap-8">
        <legend className="sr-only">Start your free trial</legend>
        <div className="grid gap-6 sm:grid-cols-2">
          <SenderFields field={enquiry.field} isCompanyRequired={false} />
        </div>
        <details>
          <summary className="flex items-center justify-between gap-6 border-y border-rule py-4 font-semibold">
            Tell us more now, or on the phone
            <span aria-hidden="true" className="disclosure-mark" />
          </summary>
          <div className="mt-6 grid gap-6 sm:grid-cols-2">
            <TextField label="Phone" {...enquiry.field("phone")} type="tel" autoComplete="tel" />
            <TextField
              label="Website"
              {...enquiry.field("website")}
              inputMode="url"
              autoComplete="url"
            />
            <SelectField label="Business type" {...enquiry.field("businessType")}>
              <Choices choices={BUSINESS_TYPES} />
            </SelectField>
            <SelectField label="Preferred platform" {...enquiry.field("preferredPlatform")}>
              <Choices choices={PLATFORMS} />
            </SelectField>
            <TextArea
              label="Goals"
              {...enquiry.field("goals")}
              className="sm:col-span-2"
              placeholder="More bookings on weekdays, a fuller calendar, a face for the brand …"
            />
          </div>
        </details>
        <Honeypot />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Button type="submit" arrow={!enquiry.isSending} className="sm:min-w-48">
            {enquiry.isSending ? MESSAGES.contact.sending : "Start 7 Day Free Trial"}
          </Button>
          <p className="max-w-80 text-sm text-ink-soft">
            No card, no obligation. Nothing is charged when the trial ends.
          </p>
        </div>
      </fieldset>
      <output className="sr-only">{enquiry.isSending ? MESSAGES.contact.sending : ""}</output>
    </form>
  );
}

function Choices({ choices }: { choices: readonly string[] }) {
  return (
    <>
      <option value="">Please choose</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </>
  );
}
