import type { FormType } from "#contracts/api/enquiry.ts";
import { sessionStorageOrNull, storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf } from "../../lib/json.ts";

const KEY = "enquiryDraft:";

const entryOf = (formType: FormType) => storedEntry(KEY + formType, fieldsOf);

/** Keeps the unsent text of a form over a reload, and over a look at another page. */
export function readDraft(formType: FormType): Readonly<Record<string, unknown>> | null {
  return entryOf(formType).read(sessionStorageOrNull());
}

export function saveDraft(formType: FormType, fields: Readonly<Record<string, string>>): void {
  entryOf(formType).write(sessionStorageOrNull(), fields);
}

export function forgetDraft(formType: FormType): void {
  entryOf(formType).remove(sessionStorageOrNull());
}
