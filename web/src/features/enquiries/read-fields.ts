import type { EnquiryForm, FormType } from "#contracts/api/enquiry.ts";

type Camel<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The controls that a form may have. */
export type ControlName<Type extends FormType> = string &
  Camel<
    Exclude<keyof Extract<EnquiryForm, { form_type: Type }>, "form_type" | "source" | "hp_field">
  >;

/** The filled-in fields, under their names in the API. */
export function readFields(data: Iterable<[string, FormDataEntryValue]>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of data) {
    if (typeof value !== "string" || value.trim() === "") continue;
    fields[fieldName(name)] = value;
  }
  return fields;
}

export function fieldName(control: string): string {
  return control.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
