import { type FormEvent, useCallback, useState } from "react";
import { flushSync } from "react-dom";
import type { EnquiryForm, FormType } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { newConversion } from "../tracking/conversion.ts";
import { lead, type PixelUser } from "../tracking/events.ts";
import { track } from "../tracking/track.ts";
import { browserOutbox } from "./browser-outbox.ts";
import type { CheckedEnquiry, FieldErrors } from "./check-enquiry.ts";
import { fieldName, readFields } from "./read-fields.ts";

type State = {
  readonly sending: boolean;
  readonly problems: FieldErrors;
  readonly problem: string | null;
};

const IDLE: State = { sending: false, problems: {}, problem: null };

/** A saved copy counts as sent; only errors that the visitor can correct are shown. */
export function useEnquiry(options: { formType: FormType; source: string; onSent: () => void }) {
  const { formType, source, onSent } = options;
  const [state, setState] = useState(IDLE);

  async function submit(form: HTMLFormElement): Promise<void> {
    // Read first: disabled controls have no form data.
    const fields = readFields(new FormData(form));
    setState({ ...IDLE, sending: true });
    const checked = await checkByContract({ ...fields, form_type: formType, source });
    if (!checked.ok) {
      // flushSync: a control that is still disabled cannot take the focus.
      flushSync(() => setState({ ...IDLE, problems: checked.problems }));
      form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      return;
    }
    const conversion = newConversion();
    const submission = await browserOutbox().submit(checked.form, conversion);
    if (submission.outcome === "delivered" && conversion !== null) {
      track(lead(formType, pixelUserOf(checked.form), conversion.event_id));
    }
    switch (submission.outcome) {
      case "delivered":
      case "kept":
        form.reset();
        setState(IDLE);
        onSent();
        return;
      case "refused":
        setState({ ...IDLE, problem: submission.message });
        return;
      case "lost":
        setState({ ...IDLE, problem: MESSAGES.enquiry.lost(COMPANY.email) });
        return;
    }
  }

  const restoreRejected = useCallback(
    (form: HTMLFormElement | null) => {
      const refused = form === null ? null : browserOutbox().takeRejected(formType);
      if (form === null || refused === null) return;
      fillForm(form, refused);
      setState({ ...IDLE, problem: MESSAGES.enquiry.returned });
    },
    [formType],
  );

  return {
    ...state,
    form: {
      ref: restoreRejected,
      onInput: prefetchCheck,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
    },
  };
}

/**
 * Fetched with the first keystroke, to keep the page light. When that fails (offline), native
 * validation and the server have to do.
 */
async function checkByContract(candidate: Record<string, string>): Promise<CheckedEnquiry> {
  try {
    const { checkEnquiry } = await import("./check-enquiry.ts");
    return checkEnquiry(candidate);
  } catch {
    return { ok: true, form: candidate as EnquiryForm };
  }
}

function pixelUserOf(form: EnquiryForm): PixelUser {
  return { email: form.email, firstName: form.first_name, lastName: form.last_name };
}

function prefetchCheck(): void {
  import("./check-enquiry.ts").catch(() => undefined);
}

function fillForm(
  form: HTMLFormElement,
  values: Readonly<Record<string, string | undefined>>,
): void {
  for (const control of form.elements) {
    if (!isControl(control)) continue;
    const value = values[fieldName(control.name)];
    if (value !== undefined) control.value = value;
  }
}

function isControl(
  element: Element,
): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}
