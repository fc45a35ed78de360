import { type FormEvent, type RefObject, useEffect, useState } from "react";
import type { FormType } from "#contracts/api/form-submission.ts";
import { COMPANY } from "#contracts/company.ts";
import { MESSAGES } from "#contracts/messages.ts";
import { browserOutbox } from "./browser-outbox.ts";
import { checkEnquiry, fieldName, type FieldProblems, readFields } from "./check-enquiry.ts";

type State = {
  readonly sending: boolean;
  readonly problems: FieldProblems;
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
export function useEnquiry(options: {
  form: RefObject<HTMLFormElement | null>;
  formType: FormType;
  source: string;
  onSent: () => void;
}) {
  const { form, formType, source, onSent } = options;
  const [state, setState] = useState(IDLE);

  // A copy that the server refused after the visitor had left comes back into its form.
  useEffect(() => {
    const refused = browserOutbox().takeRefused(formType);
    if (refused === null || form.current === null) return;
    const values: Record<string, string | undefined> = refused;
    for (const control of form.current.elements) {
      const value = isControl(control) ? values[fieldName(control.name)] : undefined;
      if (isControl(control) && value !== undefined) control.value = value;
    }
    setState({ ...IDLE, problem: MESSAGES.enquiry.returned });
  }, [form, formType]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const element = event.currentTarget;
    const checked = checkEnquiry({
      ...readFields(new FormData(element)),
      form_type: formType,
      source,
    });
    if (!checked.ok) {
      setState({ ...IDLE, problems: checked.problems });
      firstControlWithProblem(element, checked.problems)?.focus();
      return;
    }
    setState({ ...IDLE, sending: true });
    const submission = await browserOutbox().submit(checked.form);
    switch (submission.outcome) {
      case "delivered":
      case "kept":
        element.reset();
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

  return { ...state, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function firstControlWithProblem(form: HTMLFormElement, problems: FieldProblems) {
  return [...form.elements].filter(isControl).find((control) => fieldName(control.name) in problems);
}
