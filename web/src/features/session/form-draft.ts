import { useCallback } from "react";
import { FORM_DRAFTS, sessionStorageOrNull, storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf } from "../../lib/json.ts";

const FORMS = ["refund", "billing-details", "name", "email"] as const;
type FormName = (typeof FORMS)[number];

const entryOf = (name: FormName) => storedEntry(`${FORM_DRAFTS}${name}`, fieldsOf);

export type FormDraft = {
  /** Fills in what the user typed before. */
  readonly fill: (form: HTMLFormElement | null) => void;
  readonly save: (form: HTMLFormElement) => void;
  readonly forget: () => void;
};

/** Keeps the unsent text of a user's form over a reload, in this tab. Passwords and codes are in no such form. */
export function useFormDraft(name: FormName, userId: string): FormDraft {
  const entry = entryOf(name);
  const fill = useCallback(
    (form: HTMLFormElement | null) => {
      const draft = entryOf(name).read(sessionStorageOrNull());
      if (form === null || draft?.["userId"] !== userId) return;
      for (const control of form.elements) {
        if (!isText(control)) continue;
        const value = draft[control.name];
        if (typeof value === "string") control.value = value;
      }
      const folded = form.closest("details");
      if (folded !== null) folded.open = true;
    },
    [name, userId],
  );
  return {
    fill,
    save(form) {
      const texts = [...form.elements]
        .filter(isText)
        .map((control) => [control.name, control.value]);
      entry.write(sessionStorageOrNull(), { ...Object.fromEntries(texts), userId });
    },
    forget: () => entry.remove(sessionStorageOrNull()),
  };
}

export function forgetFormDrafts(): void {
  for (const name of FORMS) entryOf(name).remove(sessionStorageOrNull());
}

function isText(
  control: Element,
): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return control instanceof HTMLInputElement
    ? control.type === "text" || control.type === "email"
    : control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement;
}
