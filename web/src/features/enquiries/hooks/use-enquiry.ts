import { type FormEvent, useCallback, useState } from "react";
import type { EnquiryForm, FormType } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { sessionStorageOrNull, storedEntry } from "../../../lib/browser-storage.ts";
import type { ErrorTexts } from "../../../lib/error-message.ts";
import { fieldsOf } from "../../../lib/json.ts";
import { failure, type Outcome, useAction } from "../../../lib/use-action.ts";
import { newConversion } from "../../tracking/conversion.ts";
import { lead, type PixelUser } from "../../tracking/events.ts";
import { track } from "../../tracking/track.ts";
import { browserOutbox } from "../browser-outbox.ts";
import type { CheckedEnquiry, FieldErrors } from "../check-enquiry.ts";
import { type ControlName, fieldName, readFields } from "../read-fields.ts";

const ERRORS: ErrorTexts = {
  codes: {},
  answer: ({ message }) => message,
  fallback: MESSAGES.enquiry.lost(COMPANY.email),
};

const NO_ERRORS: FieldErrors = {};

/** Sends a form. A saved copy counts as sent; only errors that the visitor can correct are shown. */
export function useEnquiry<Type extends FormType>(options: {
  formType: Type;
  source: string;
  onSent: () => void;
  /** What the visitor gave before, by the fields' names in the API. A stable function. */
  given?: () => Readonly<Record<string, string>>;
}) {
  const { formType, source, onSent, given } = options;
  const [fieldErrors, setFieldErrors] = useState(NO_ERRORS);
  const { isRunning, errorText, run } = useAction();

  async function submit(form: HTMLFormElement): Promise<void> {
    // The fields are read first: disabled controls have no form data.
    const candidate = { ...readFields(new FormData(form)), form_type: formType, source };
    await run(ERRORS, async () => {
      setFieldErrors(NO_ERRORS);
      const checked = await checkByContract(candidate);
      if (checked.ok) return send(checked.form, form);
      setFieldErrors(checked.errors);
      return null;
    });
    const invalid = form.querySelector<HTMLElement>("[aria-invalid]");
    if (invalid !== null) unfold(invalid);
    invalid?.focus();
  }

  async function send(enquiry: EnquiryForm, form: HTMLFormElement): Promise<Outcome | null> {
    // The address of a sample month is used for nothing else.
    const conversion = enquiry.form_type === "sample-month" ? null : newConversion();
    const result = await browserOutbox().submit(enquiry, conversion);
    if (
      result.outcome === "delivered" &&
      conversion !== null &&
      enquiry.form_type !== "sample-month"
    ) {
      track(lead(formType, pixelUserOf(enquiry), conversion.event_id));
    }
    switch (result.outcome) {
      case "delivered":
      case "saved":
        draftOf(formType).remove(sessionStorageOrNull());
        form.reset();
        onSent();
        return null;
      case "refused":
        return failure(result.message);
      case "lost":
        return failure(ERRORS.fallback);
    }
  }

  const prefill = useCallback(
    (form: HTMLFormElement | null) => {
      if (form === null) return;
      // What was typed before hydration stays.
      if (isUntouched(form)) fillForm(form, draftOf(formType).read(sessionStorageOrNull()) ?? {});
      if (given !== undefined) fillForm(form, given());
      const refused = browserOutbox().takeRejected(formType);
      if (refused === null) return;
      fillForm(form, refused);
      void run(ERRORS, () => Promise.resolve(failure(MESSAGES.enquiry.returned)));
    },
    [formType, given, run],
  );

  return {
    isSending: isRunning,
    errorText,
    field: (name: ControlName<Type>) => ({ name, error: fieldErrors[fieldName(name)] }),
    form: {
      ref: prefill,
      onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
        prefetchCheck();
        draftOf(formType).write(sessionStorageOrNull(), readFields(new FormData(currentTarget)));
      },
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
    const { checkEnquiry } = await import("../check-enquiry.ts");
    return checkEnquiry(candidate);
  } catch {
    return { ok: true, form: candidate as EnquiryForm };
  }
}

function pixelUserOf(form: Exclude<EnquiryForm, { form_type: "sample-month" }>): PixelUser {
  return { email: form.email, firstName: form.first_name, lastName: form.last_name };
}

function prefetchCheck(): void {
  import("../check-enquiry.ts").catch(() => undefined);
}

function isUntouched(form: HTMLFormElement): boolean {
  return [...form.elements].every(
    (control) =>
      control instanceof HTMLSelectElement || !isControl(control) || control.value === "",
  );
}

function fillForm(form: HTMLFormElement, values: Readonly<Record<string, unknown>>): void {
  for (const control of form.elements) {
    if (!isControl(control)) continue;
    const value = values[fieldName(control.name)];
    if (typeof value !== "string") continue;
    control.value = value;
    unfold(control);
  }
}

/** Optional fields may be folded away. */
function unfold(control: Element): void {
  control.closest("details")?.setAttribute("open", "");
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

const KEY = "enquiryDraft:";

/** Keeps the unsent text of a form over a reload, and over a look at another page. */
const draftOf = (formType: FormType) => storedEntry(`${KEY}${formType}`, fieldsOf);
