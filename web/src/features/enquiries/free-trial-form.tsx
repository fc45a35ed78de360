import { useLocation } from "wouter";
import { MESSAGES } from "#contracts/messages/common.ts";
import { BUSINESS_TYPES, PLATFORMS } from "../../content/industries.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Honeypot, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { FormError } from "../../ui/form-error.tsx";
import { useEnquiry } from "./use-enquiry.ts";

export function FreeTrialForm() {
  const [, navigate] = useLocation();
  const enquiry = useEnquiry({
    formType: "free-trial",
    source: "Free Trial Page",
    onSent: () => navigate(paths.trialWelcome),
  });

  return (
    <form {...enquiry.form} className="relative needs-script">
      <FormError problem={enquiry.problem} />
      <fieldset disabled={enquiry.sending} className="grid gap-12">
        <legend className="sr-only">Start your free trial</legend>
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField
            label="First name"
            name="firstName"
            autoComplete="given-name"
            required
            problem={enquiry.problems["first_name"]}
          />
          <TextField
            label="Last name"
            name="lastName"
            autoComplete="family-name"
            required
            problem={enquiry.problems["last_name"]}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            problem={enquiry.problems["email"]}
          />
          <TextField
            label="Phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            problem={enquiry.problems["phone"]}
          />
          <TextField
            label="Company"
            name="company"
            autoComplete="organization"
            problem={enquiry.problems["company"]}
          />
          <TextField
            label="Website"
            name="website"
            inputMode="url"
            autoComplete="url"
            problem={enquiry.problems["website"]}
          />
          <SelectField
            label="Business type"
            name="businessType"
            problem={enquiry.problems["business_type"]}
          >
            <Choices choices={BUSINESS_TYPES} />
          </SelectField>
          <SelectField
            label="Preferred platform"
            name="preferredPlatform"
            problem={enquiry.problems["preferred_platform"]}
          >
            <Choices choices={PLATFORMS} />
          </SelectField>
          <TextArea
            label="Goals"
            name="goals"
            className="sm:col-span-2"
            placeholder="More bookings on weekdays, a fuller calendar, a face for the brand …"
            problem={enquiry.problems["goals"]}
          />
        </div>
        <Honeypot />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Button type="submit" arrow={!enquiry.sending} className="min-w-56">
            {enquiry.sending ? MESSAGES.contact.sending : "Start 7 Day Free Trial"}
          </Button>
          <p className="max-w-80 text-sm text-ink-soft">
            No card, no contract. Nothing is charged when the trial ends.
          </p>
        </div>
      </fieldset>
      <output className="sr-only">{enquiry.sending ? MESSAGES.contact.sending : ""}</output>
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
