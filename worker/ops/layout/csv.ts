/** What spreadsheets run as a formula. */
const FORMULA = /^\s*[=+\-@\t\r]/;

/** Writes rows as RFC 4180 CSV. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
