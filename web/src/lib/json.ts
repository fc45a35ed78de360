/** The fields of a parsed JSON object; none when it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The text of a form's field. */
export function readText(data: FormData, name: string): string {
  return textOf(data.get(name)) ?? "";
}
