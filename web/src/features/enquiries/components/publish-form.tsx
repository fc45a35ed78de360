import { useState } from "react";
import type { CONTACT_SUBJECTS } from "#contracts/api/enquiry-subjects.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { Button } from "../../../ui/button.tsx";
import { Honeypot, TextArea } from "../../../ui/field.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { useEnquiry } from "../hooks/use-enquiry.ts";
import { SenderFields } from "./sender-fields.tsx";
import { Thanks } from "./thanks.tsx";

const SUBJECT: (typeof CONTACT_SUBJECTS)[number]["value"] = "Media Inquiry";

/** A contact enquiry of somebody whose results may be published. */
export function PublishForm() {
  const [isSent, setIsSent] = useState(false);
  const enquiry = useEnquiry({
    formType: "contact",
    source: "Results Page",
    onSent: () => setIsSent(true),
  });
  if (isSent) {
    return (
      <Thanks>
        {`Thank you. We’ll write within ${inText(TERMS.reply)}, and nothing is published before you’ve signed it.`}
      </Thanks>
    );
  }
  return (
    <form {...enquiry.form} className="relative">
      <FormError message={enquiry.errorText} />
      <fieldset disabled={enquiry.isSending} className="grid gap-6 sm:grid-cols-2">
        <legend className="sr-only">Be the first we publish</legend>
        <SenderFields field={enquiry.field} />
        <TextArea
          label="What may we show?"
          {...enquiry.field("message")}
          required
          className="sm:col-span-2"
        />
        <input type="hidden" name="subject" value={SUBJECT} />
        <Honeypot />
        <Button type="submit" arrow={!enquiry.isSending} className="justify-self-start">
          {enquiry.isSending ? MESSAGES.contact.sending : "Send"}
        </Button>
      </fieldset>
    </form>
  );
}
