import { useRef, useState, useSyncExternalStore } from "react";
import { useSearch } from "wouter";
import { CONTACT_SUBJECTS } from "#contracts/api/enquiry-subjects.ts";
import { AD_PLANS } from "#contracts/catalogue.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { PIXEL } from "../../../content/pixel-provider.ts";
import { localStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Honeypot, SelectField, TextArea } from "../../../ui/field.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { useConsent } from "../../consent/consent.ts";
import { useEnquiry } from "../hooks/use-enquiry.ts";
import { receipt } from "../receipt.ts";
import { SenderFields } from "./sender-fields.tsx";

export function ContactForm() {
  const sendButton = useRef<HTMLButtonElement>(null);
  const hasConsented = useConsent()?.choice === "accepted";
  const wanted = new URLSearchParams(useSearch()).get("ads");
  // It takes only a plan's name, so that an address cannot write the message.
  const adPlan = AD_PLANS.find(({ name }) => name === wanted)?.name;
  const [isThanking, setIsThanking] = useState(false);
  const enquiry = useEnquiry({
    formType: "contact",
    source: "Contact Us Page",
    onSent: () => setIsThanking(true),
  });

  function closeThanks(): void {
    setIsThanking(false);
    sendButton.current?.focus();
  }

  return (
    <>
      <form {...enquiry.form} className="relative needs-script">
        <FormError message={enquiry.errorText} />
        <fieldset disabled={enquiry.isSending} className="grid gap-6 sm:grid-cols-2">
          <legend className="sr-only">Write to us</legend>
          <SenderFields field={enquiry.field} />
          <SelectField
            label="Subject"
            {...enquiry.field("subject")}
            required
            className="sm:col-span-2"
          >
            {CONTACT_SUBJECTS.map((subject) => (
              <option key={subject.value} value={subject.value}>
                {subject.label}
              </option>
            ))}
          </SelectField>
          <TextArea
            // Prerendered without a plan, so that a plan of the address needs a new field.
            key={adPlan}
            label="Message"
            {...enquiry.field("message")}
            defaultValue={adPlan && `I’d like to start with Meta Ads ${adPlan}.`}
            required
            className="sm:col-span-2"
          />
          <Honeypot />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:col-span-2">
            <Button
              ref={sendButton}
              type="submit"
              arrow={!enquiry.isSending}
              className="sm:min-w-48"
            >
              {enquiry.isSending ? MESSAGES.contact.sending : "Send Message"}
            </Button>
            <p className="max-w-80 text-sm text-ink-soft">
              We use what you write to reply to you, and for nothing else
              {hasConsented && `, but for telling ${PIXEL.provider} that you wrote, as you allowed`}
              .
            </p>
          </div>
        </fieldset>
        <output className="sr-only">{enquiry.isSending ? MESSAGES.contact.sending : ""}</output>
      </form>
      <DeliveryNote />
      <Dialog
        open={isThanking}
        onClose={closeThanks}
        title="Thank you. Your message is on its way."
      >
        <p className="mt-4 text-lg">
          We read every message. You’ll hear from us within {inText(TERMS.reply)}.
        </p>
        <p className="mt-3 text-ink-soft">
          Already know what you want? Choose a plan now and we’ll start on your first posts.
        </p>
        <div className="mt-8 flex flex-wrap gap-4">
          <ButtonLink href={paths.checkout} arrow>
            Go to checkout
          </ButtonLink>
          <Button variant="secondary" onClick={closeThanks}>
            Close
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function DeliveryNote() {
  const last = useSyncExternalStore(
    subscribeToStorage,
    () => receipt.read(localStorageOrNull()),
    () => null,
  );
  if (last === null) return null;
  return (
    <p className="mt-6 text-sm text-ink-soft">
      We have your last message, sent {formatDateTime(last.timestamp)}. Reference{" "}
      <span className="tabular break-all">{last.savedId}</span>.
    </p>
  );
}

function subscribeToStorage(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
