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
  /** What is wrong with the whole form, or null. */
  readonly problem: string | null;
};

const IDLE: State = { sending: false, problems: {}, problem: null };

/**
 * State and submission of an enquiry form. As far as the visitor is concerned an enquiry that could not be
 * delivered was sent: it is kept and follows by itself. Only what the visitor can do something about is shown.
 *
 * @param options.source page that the enquiry comes from
 * @param options.onSent called after the form was cleared
 */
export function useEnquiry(options: { formType: FormType; source: string; onSent: () => void }) {
  const { formType, source, onSent } = options;
  const [state, setState] = useState(IDLE);

  async function submit(form: HTMLFormElement): Promise<void> {
    // Read first: the controls of a disabled form have no data.
    const fields = readFields(new FormData(form));
    setState({ ...IDLE, sending: true });
    const checked = await checkByContract({ ...fields, form_type: formType, source });
    if (!checked.ok) {
      // At once, because a control that is still disabled cannot take the focus.
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

  /** A copy that the server refused after the visitor had left comes back into its form. */
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
    /** Properties of the `<form>`. */
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
 * The contract's check is fetched with the first keystroke, so that the page itself does not wait for it.
 * If it cannot be had, for example offline, the browser's own checks have to do: the server judges as well.
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
