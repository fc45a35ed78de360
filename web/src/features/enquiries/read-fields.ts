/**
 * Turns what a form's controls hold into what the contract asks for.
 * Names go from `firstName` to `first_name`; controls left empty are left out.
 */
export function readFields(data: Iterable<[string, FormDataEntryValue]>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of data) {
    if (typeof value !== "string" || value.trim() === "") continue;
    fields[fieldName(name)] = value;
  }
  return fields;
}

/** Name in the contract of the control with this name. */
export function fieldName(control: string): string {
  return control.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
