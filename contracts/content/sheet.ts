import papa from "papaparse";

type SheetRow = {
  /** As the spreadsheet numbers it, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
};

export type Sheet = {
  /** The names of the columns, as written. */
  readonly head: readonly string[];
  /** Cells of the rows above the names. */
  readonly titles: readonly (readonly string[])[];
  /** The rows below that are not blank. */
  readonly rows: readonly SheetRow[];
};

/** `broken`: the row whose quotation marks cannot be read. */
export type SheetError = "no_columns" | { readonly broken: number };

const SEPARATORS = ["\t", ";", ",", "|"];
/** Titles above the names of the columns are few. */
const HEAD_WITHIN = 10;

/**
 * Reads rows that spreadsheets copy and save. The separator is the one by which a row names columns, and is never guessed.
 *
 * @param namedIn how many of a row's cells name a column that we know; `above` is the row before it that is not blank
 */
export function readSheet(
  text: string,
  namedIn: (cells: readonly string[], above: readonly string[]) => number,
): Sheet | SheetError {
  const [, declared, body = ""] =
    /^\uFEFF?(?:"?sep=(.)"?\r?\n)?([^]*)$/.exec(text.replaceAll(/\r\n?/g, "\n")) ?? [];
  const heads = (declared === undefined ? SEPARATORS : [declared]).flatMap((separator) => {
    const { data } = papa.parse(asQuoted(body, separator), {
      delimiter: separator,
      preview: HEAD_WITHIN,
    });
    return data.map((cells, index) => {
      const above = data.slice(0, index).findLast((row) => !isBlank(row)) ?? [];
      return { separator, index, named: namedIn(cells, above) };
    });
  });
  const most = Math.max(0, ...heads.map(({ named }) => named));
  const found = heads.find(({ named }) => named > 0 && named === most);
  if (found === undefined) return "no_columns";

  const { separator, index } = found;
  const { data, errors } = papa.parse(asQuoted(body, separator), { delimiter: separator });
  // Two stray quotation marks swallow the rows between them, with their tabs.
  const swallowed = data.findIndex((cells) => cells.some((cell) => /\t/.test(cell)));
  const broken = [
    ...errors.flatMap(({ type, row }) => (type === "Quotes" ? (row ?? 0) : [])),
    ...(separator === "\t" && swallowed !== -1 ? [swallowed] : []),
  ];
  if (broken.length > 0) return { broken: Math.min(...broken) + 1 };
  return {
    head: data[index] ?? [],
    titles: data.slice(0, index).filter((cells) => !isBlank(cells)),
    rows: data.flatMap((cells, at) =>
      at <= index || isBlank(cells) ? [] : [{ row: at + 1, cells }],
    ),
  };
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

/** Cells that are copied are quoted only where they hold a line break: other quotation marks at their beginning belong to the text. */
function asQuoted(text: string, separator: string): string {
  if (separator !== "\t") return text;
  return text.replaceAll(
    /(?<=^|[\t\n])(?:("[^"]*(?:""[^"]*)*")(?=[\t\n]|$)|"[^\t\n]*)/g,
    (cell, quoted: string | undefined) => quoted ?? `"${cell.replaceAll('"', '""')}"`,
  );
}

/** Lower case, with single blanks: spreadsheets put no-break ones. */
export const columnName = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ");

/**
 * The text of a file as spreadsheets and platforms save it: UTF-16 ("Unicode text"), UTF-8, or Windows' own for Western Europe.
 *
 * @returns null for a workbook, which is no text
 */
export function decodeSheet(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return null;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
