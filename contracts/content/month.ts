import { type Platform, PLATFORM_KEYS, PLATFORMS } from "./brief-answers.ts";
import { POST_FORMAT_KEYS, type PostContent, type PostFormat } from "./posts.ts";

/** Posts that an operator pastes at once: rows of a sheet, CSV, or Markdown. */
const MONTH_POSTS_MAX = 100;

export type MonthRow = {
  /** Row of the sheet, in which the names of the columns are row 1; in Markdown the number of the post. */
  readonly row: number;
  /** A field is empty when its text cannot be read. */
  readonly post: PostContent;
  readonly error: string | null;
};

export type Month = {
  readonly rows: readonly MonthRow[];
  /** Columns of the sheet that are no field of a post. */
  readonly unread: readonly string[];
};

/**
 * @param today London date; a date without a year is the one nearest to it
 * @returns a sentence when the whole text cannot be read
 */
export function parseMonth(paste: string, today: string): Month | string {
  const text = paste
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^\uFEFF/, "")
    .trim();
  if (text === "") return "Paste the posts first.";
  const month = text.startsWith("#") ? readMarkdown(text, today) : readSheet(text, today);
  if (typeof month === "string") return month;
  if (month.rows.length === 0) return "There are names of columns, but no posts under them.";
  return month.rows.length > MONTH_POSTS_MAX
    ? `Paste ${String(MONTH_POSTS_MAX)} posts at most: these are ${String(month.rows.length)}.`
    : month;
}

type Fields = Readonly<Record<"date" | "time" | "platforms" | "text" | "format", string>>;

const COLUMNS: Readonly<Record<keyof Fields, readonly string[]>> = {
  date: ["date", "day"],
  time: ["time", "hour"],
  platforms: ["platforms", "platform"],
  text: ["text", "post", "caption"],
  format: ["format", "type"],
};
const COLUMN_KEYS = Object.keys(COLUMNS) as readonly (keyof Fields)[];

function readSheet(text: string, today: string): Month | string {
  const [firstLine = ""] = text.split("\n");
  const [head = [], ...rows] = cellsOf(text, firstLine.includes("\t") ? "\t" : ",");
  const names = head.map((name) => name.trim().toLowerCase());
  const places = COLUMN_KEYS.map((key) => names.findIndex((name) => COLUMNS[key].includes(name)));
  const missing = COLUMN_KEYS.filter((key, index) => key !== "format" && places[index] === -1);
  if (missing.length > 0) {
    return `The first row has to name the columns. Missing: ${missing.join(", ")}.`;
  }
  return {
    rows: rows.flatMap((cells, index) => {
      if (cells.every((cell) => cell.trim() === "")) return [];
      const [date = "", time = "", platforms = "", words = "", format = ""] = places.map(
        (place) => cells[place] ?? "",
      );
      return rowOf(index + 2, { date, time, platforms, text: words, format }, today);
    }),
    unread: head.filter((name, index) => name.trim() !== "" && !places.includes(index)),
  };
}

/** As spreadsheets copy and save them: a cell in quotes may hold line breaks, the separator and doubled quotes. */
function cellsOf(text: string, separator: "\t" | ","): string[][] {
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${separator}\n]*))(${separator}|\n|$)`, "y");
  const rows: string[][] = [[]];
  for (;;) {
    const [, quoted, plain = "", end = ""] = cell.exec(text) ?? [];
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") return rows;
    if (end === "\n") rows.push([]);
  }
}

const CLOCK = String.raw`\d{1,2}(?:[:.]\d{2}(?::00)?)?\s*(?:am|pm)|\d{1,2}[:.]\d{2}(?::00)?`;
const HEADING = new RegExp(`^(.*?)[\\s,]+(${CLOCK})(?:[\\s,–-]+(.*))?$`, "i");

const FORMAT = new RegExp(`(?<=^|[\\s,])(${POST_FORMAT_KEYS.join("|")})(?=[\\s,]|$)`, "i");

/** Longer lines name no day and time, and would keep the pattern busy for minutes. */
const HEADING_MAX = 200;

/** `## 3 Dec 18:00 instagram, facebook` or `## 3 Dec 18:00 reel, instagram`, then the text. */
function readMarkdown(text: string, today: string): Month | string {
  const [before = "", ...parts] = `\n${text}`.split("\n## ");
  const stray = before.split("\n").find((line) => line.trim() !== "" && !line.startsWith("# "));
  if (parts.length === 0 || stray !== undefined) {
    return "Begin each post with a line like “## 3 Dec 18:00 instagram, facebook”.";
  }
  return {
    rows: parts.map((part, index) => {
      const [heading = "", ...lines] = part.split("\n");
      const named = heading.length > HEADING_MAX ? null : HEADING.exec(heading.trim());
      const [, date = heading, time = "", rest = ""] = named ?? [];
      const fields = { date, time, platforms: rest.replace(FORMAT, ""), text: lines.join("\n") };
      return rowOf(index + 1, { ...fields, format: FORMAT.exec(rest)?.[1] ?? "" }, today);
    }),
    unread: [],
  };
}

type Reading<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };

function rowOf(row: number, fields: Fields, today: string): MonthRow {
  const day = readDay(fields.date.trim(), today);
  const time = readTime(fields.time.trim());
  const platforms = readPlatforms(fields.platforms);
  const format = readFormat(fields.format.trim());
  return {
    row,
    post: {
      format: format.value ?? "post",
      text: fields.text.trim(),
      platforms: platforms.value ?? [],
      plannedOn: day.value ?? "",
      plannedTime: time.value ?? "",
    },
    error: day.error ?? time.error ?? platforms.error ?? format.error ?? null,
  };
}

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_IN_WORDS =
  /^(?:([a-z]{3,})\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,})\.?,?(?:[\s-]+(\d{4}))?$/i;
const NUMBERS_ONLY = /^\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?$/;

function readDay(text: string, today: string): Reading<string> {
  if (text === "") return { error: "There is no date." };
  if (ISO_DAY.test(text) && isDay(text)) return { value: text };
  const noDay = { error: `“${text}” is no date: write 2026-12-03 or 3 December.` };
  if (NUMBERS_ONLY.test(text) && !ISO_DAY.test(text)) {
    return { error: `“${text}” is unclear: write the month as a word.` };
  }
  const [, weekday, date, monthName = "", year] = DAY_IN_WORDS.exec(text) ?? [];
  const month = MONTHS.findIndex((name) => name.startsWith(monthName.toLowerCase()));
  if (date === undefined || month === -1) return noDay;
  const thisYear = Number(today.slice(0, 4));
  const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)];
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(today));
  const [day] = years
    .map((one) => `${String(one)}-${twoDigits(month + 1)}-${twoDigits(Number(date))}`)
    .filter(isDay)
    .toSorted((one, other) => away(one) - away(other));
  if (day === undefined) return noDay;
  const name = WEEKDAYS[new Date(day).getUTCDay()] ?? "";
  return weekday === undefined || name.startsWith(weekday.toLowerCase())
    ? { value: day }
    : { error: `“${text}”: ${day} is a ${name[0]?.toUpperCase() ?? ""}${name.slice(1)}.` };
}

function isDay(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const TIME = /^(\d{1,2})(?:[:.](\d{2})(?::00)?)?\s*(am|pm)?$/i;

function readTime(text: string): Reading<string> {
  if (text === "") return { error: "There is no time." };
  const [, hours, minutes, half] = TIME.exec(text) ?? [];
  const hour = Number(hours);
  const isClear = half === undefined ? minutes !== undefined && hour < 24 : hour > 0 && hour < 13;
  if (hours === undefined || !isClear || Number(minutes ?? 0) > 59) {
    return { error: `“${text}” is no time: write 18:00 or 6pm.` };
  }
  const inDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  return { value: `${twoDigits(inDay)}:${minutes ?? "00"}` };
}

function readPlatforms(text: string): Reading<readonly Platform[]> {
  const names = text.split(/[\s,;&+/|]+/).filter((name) => name !== "" && name !== "and");
  const unknown = names.find((name) => keyOf(name) === undefined);
  if (unknown !== undefined) {
    return { error: `“${unknown}” is none of ${Object.values(PLATFORMS).join(", ")}.` };
  }
  const chosen = new Set(names.map(keyOf));
  return { value: PLATFORM_KEYS.filter((key) => chosen.has(key)) };
}

function readFormat(text: string): Reading<PostFormat> {
  const value = POST_FORMAT_KEYS.find((key) => key === (text.toLowerCase() || "post"));
  return value === undefined ? { error: `“${text}” is no format: write post or reel.` } : { value };
}

const keyOf = (name: string) => PLATFORM_KEYS.find((key) => key === name.toLowerCase());

const twoDigits = (number: number) => String(number).padStart(2, "0");
