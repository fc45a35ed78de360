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
