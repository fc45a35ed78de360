import { DAY_MS } from "../durations.ts";
import { type Platform, PLATFORM_KEYS, PLATFORMS } from "./brief-answers.ts";
import { POST_FORMAT_KEYS, type PostContent, type PostFormat } from "./posts.ts";
import { columnName, readSheet } from "./sheet.ts";

/** Posts that an operator pastes at once: rows of a sheet, CSV, or Markdown. */
const MONTH_POSTS_MAX = 100;

export type MonthRow = {
  /** Row of the sheet, as the spreadsheet numbers it; in Markdown the number of the post. */
  readonly row: number;
  /** A field is empty when its text cannot be read. */
  readonly post: PostContent;
  /** A draft has these beside the content of its post. */
  readonly more: MonthMore;
  readonly error: string | null;
  readonly notes: readonly string[];
};

type MonthMore = {
  /** The platforms that have another text than the post. */
  readonly texts: Readonly<Partial<Record<Platform, string>>>;
  readonly firstComment: string;
  /** Names of files, in the order of the post. */
  readonly images: readonly string[];
  /** Alternative texts in the same order. */
  readonly alts: readonly string[];
};

export const DAY_ORDERS = {
  day_first: "day/month, as in Britain",
  month_first: "month/day, as in America",
} as const;
type DayOrder = keyof typeof DAY_ORDERS;

export type Month = {
  readonly rows: readonly MonthRow[];
  /** Columns of the sheet that are no field of a post. */
  readonly unread: readonly string[];
  /** Columns that {@link MonthMore} is from. */
  readonly more: readonly string[];
  /** Texts above the names of the columns. */
  readonly titles: readonly string[];
  /** How dates like 3/4/2026 were read, where either would do; null when there are none, or they tell it themselves. */
  readonly dayOrder: DayOrder | null;
};

/**
 * @param today London date; a date without a year is the one nearest to it
 * @param dayOrder for dates like 3/4/2026, unless the other ones tell it
 * @returns a sentence when the whole text cannot be read
 */
export function parseMonth(
  paste: string,
  today: string,
  dayOrder: DayOrder = "day_first",
): Month | string {
  const text = paste.replace(/^\uFEFF/, "");
  if (text.trim() === "") return "Paste the posts first.";
  const month = text.trimStart().startsWith("#")
    ? readMarkdown(text.replaceAll(/\r\n?/g, "\n").trim(), today, dayOrder)
    : readMonthSheet(text, today, dayOrder);
  if (typeof month === "string") return month;
  if (month.rows.length === 0) return "There are names of columns, but no posts under them.";
  return month.rows.length > MONTH_POSTS_MAX
    ? `Paste ${String(MONTH_POSTS_MAX)} posts at most: these are ${String(month.rows.length)}.`
    : month;
}

type Fields = Readonly<Record<"date" | "time" | "platforms" | "text" | "format", string>>;

const COLUMNS = {
  date: ["date", "day", "publish date", "publishing date", "post date", "scheduled date"],
  time: ["time", "hour", "publish time", "publishing time", "post time", "scheduled time"],
  platforms: ["platforms", "platform", "channels", "channel", "networks", "network"],
  text: ["text", "post", "caption", "copy", "post text", "post copy", "content"],
  format: ["format", "type", "post type"],
  firstComment: ["first comment"],
  images: ["image", "images", "picture", "pictures", "file", "files", "media"],
  alts: ["alt", "alts", "alt text", "alt texts", "alternative text"],
} as const satisfies Readonly<
  Record<keyof Fields | "firstComment" | "images" | "alts", readonly string[]>
>;
type ColumnKey = keyof typeof COLUMNS;
const COLUMN_KEYS = Object.keys(COLUMNS) as readonly ColumnKey[];
const REQUIRED_COLUMNS = ["date", "time", "platforms", "text"] as const;

/** `x text`, `Text Instagram`, `LinkedIn copy` */
const TEXT_OF_PLATFORM = /^(?:(?:text|copy|caption) (?:for )?(.+)|(.+) (?:text|copy|caption))$/;

type Column = { readonly key: ColumnKey } | { readonly textOf: Platform };

/** `Date:`, `Time (UK)`, `Platform(s)` */
const ADDED_TO_NAME = /\s*(?:\([^)]*\))?\s*:?$/;

function columnOf(cell: string): Column | null {
  const name = columnName(cell).replace(ADDED_TO_NAME, "");
  const key = COLUMN_KEYS.find((one) => (COLUMNS[one] as readonly string[]).includes(name));
  if (key !== undefined) return { key };
  const [, after, before] = TEXT_OF_PLATFORM.exec(name) ?? [];
  const textOf = keyOf(after ?? before ?? "");
  return textOf === undefined ? null : { textOf };
}

const missing = (columns: readonly string[]) =>
  `A row has to name the columns. Missing: ${columns.join(", ")}.`;

function readMonthSheet(text: string, today: string, dayOrder: DayOrder): Month | string {
  const sheet = readSheet(text, (cells) => cells.filter((cell) => columnOf(cell) !== null).length);
  if (sheet === "no_columns") return missing(REQUIRED_COLUMNS);
  if ("broken" in sheet) {
    return `Row ${String(sheet.broken)} has quotation marks that swallow what follows. Correct the cell, or double its quotation marks.`;
  }
  const columns = sheet.head.map(columnOf);
  const placeOf = (key: ColumnKey) =>
    columns.findIndex((column) => column !== null && "key" in column && column.key === key);
  const hasOwnTexts = columns.some((column) => column !== null && "textOf" in column);
  const days = sheet.rows.map(({ cells }) => withoutClock(cells[placeOf("date")] ?? ""));
  const isMissing = {
    date: true,
    platforms: true,
    text: !hasOwnTexts,
    time: days.some(({ time }) => time === ""),
  };
  const unnamed = REQUIRED_COLUMNS.filter((key) => placeOf(key) === -1 && isMissing[key]);
  if (unnamed.length > 0) return missing(unnamed);
  const dates = days.map(({ date }) => date);
  const told = dayOrderOf(dates);
  const isUsed = (index: number) => {
    const column = columns[index] ?? null;
    return column !== null && ("textOf" in column || placeOf(column.key) === index);
  };
  const isOfFields = (index: number) => {
    const column = columns[index] ?? null;
    return column !== null && "key" in column && FIELD_KEYS.has(column.key);
  };
  return {
    rows: sheet.rows.map(({ row, cells }, index) => {
      const of = (key: ColumnKey) => cells[placeOf(key)] ?? "";
      const { date, time } = days[index] ?? { date: "", time: "" };
      const fields = {
        date,
        time: of("time").trim() || time,
        platforms: of("platforms"),
        text: of("text"),
        format: of("format"),
      };
      const listed = (key: ColumnKey, separator: RegExp) =>
        of(key)
          .split(separator)
          .map((one) => one.trim())
          .filter((one) => one !== "");
      const texts = new Map(
        columns.flatMap((column, index) => {
          const own = (cells[index] ?? "").trim();
          return column !== null && "textOf" in column && own !== "" ? [[column.textOf, own]] : [];
        }),
      );
      const more = {
        firstComment: of("firstComment").trim(),
        images: listed("images", /[,;|\n]/),
        alts: listed("alts", /[|\n]/),
      };
      return rowOf(row, fields, { today, dayOrder: told ?? dayOrder, texts, more });
    }),
    unread: sheet.head.filter((name, index) => name.trim() !== "" && !isUsed(index)),
    more: sheet.head.filter((_, index) => isUsed(index) && !isOfFields(index)),
    titles: sheet.titles.map((cells) => cells.filter((cell) => cell.trim() !== "").join(" ")),
    dayOrder: told === null && dates.some((date) => NUMERIC_DAY.test(date)) ? dayOrder : null,
  };
}

const FIELD_KEYS: ReadonlySet<ColumnKey> = new Set([...REQUIRED_COLUMNS, "format"]);

const CLOCK = String.raw`\d{1,2}(?:[:.]\d{2}(?::00)?)?\s*(?:am|pm)|\d{1,2}[:.]\d{2}(?::00)?`;
/** `04/12/2026 18:00`, and the midnight that a spreadsheet adds to a day. */
const DAY_AND_CLOCK = /^(.*\d)[T\s]+(\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?)$/i;

function withoutClock(text: string): { readonly date: string; readonly time: string } {
  const [, date = text.trim(), time = ""] = DAY_AND_CLOCK.exec(text.trim()) ?? [];
  return { date, time };
}

const HEADING = new RegExp(`^(.*?)[\\s,]+(${CLOCK})(?:[\\s,–-]+(.*))?$`, "i");

const FORMAT = new RegExp(`(?<=^|[\\s,])(${POST_FORMAT_KEYS.join("|")})(?=[\\s,]|$)`, "i");

/** Longer lines name no day and time, and would keep the pattern busy for minutes. */
const HEADING_MAX = 200;

/** `## 3 Dec 18:00 instagram, facebook` or `## 3 Dec 18:00 reel, instagram`, then the text. */
function readMarkdown(text: string, today: string, dayOrder: DayOrder): Month | string {
  const [before = "", ...parts] = `\n${text}`.split("\n## ");
  const stray = before.split("\n").find((line) => line.trim() !== "" && !line.startsWith("# "));
  if (parts.length === 0 || stray !== undefined) {
    return "Begin each post with a line like “## 3 Dec 18:00 instagram, facebook”.";
  }
  const posts = parts.map((part) => {
    const [heading = "", ...lines] = part.split("\n");
    const named = heading.length > HEADING_MAX ? null : HEADING.exec(heading.trim());
    const [, date = heading, time = "", rest = ""] = named ?? [];
    const fields = { date, time, platforms: rest.replace(FORMAT, ""), text: lines.join("\n") };
    return { ...fields, format: FORMAT.exec(rest)?.[1] ?? "" };
  });
  const dates = posts.map(({ date }) => date.trim());
  const told = dayOrderOf(dates);
  const further = { today, dayOrder: told ?? dayOrder, texts: new Map(), more: NO_MORE };
  return {
    rows: posts.map((fields, index) => rowOf(index + 1, fields, further)),
    unread: [],
    more: [],
    titles: [],
    dayOrder: told === null && dates.some((date) => NUMERIC_DAY.test(date)) ? dayOrder : null,
  };
}

const NO_MORE = { firstComment: "", images: [], alts: [] } as const;

type Reading<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };

function rowOf(
  row: number,
  fields: Fields,
  {
    today,
    dayOrder,
    texts,
    more,
  }: {
    readonly today: string;
    readonly dayOrder: DayOrder | "both";
    readonly texts: ReadonlyMap<Platform, string>;
    readonly more: Omit<MonthMore, "texts">;
  },
): MonthRow {
  const day = readDay(fields.date.trim(), today, dayOrder);
  const time = readTime(fields.time.trim());
  const platforms = readPlatforms(fields.platforms);
  const format = readFormat(fields.format.trim());
  const chosen = platforms.value ?? [];
  const [first] = chosen.flatMap((platform) => texts.get(platform) ?? []);
  const text = fields.text.trim() || (first ?? "");
  const own = [...texts].filter(([platform, words]) => chosen.includes(platform) && words !== text);
  const lost =
    platforms.value === undefined ? [] : [...texts.keys()].filter((key) => !chosen.includes(key));
  return {
    row,
    post: {
      format: format.value ?? "post",
      text,
      platforms: chosen,
      plannedOn: day.value ?? "",
      plannedTime: time.value ?? "",
    },
    more: { ...more, texts: Object.fromEntries(own) },
    error: day.error ?? time.error ?? platforms.error ?? format.error ?? null,
    notes: lost.map(
      (key) => `The text for ${PLATFORMS[key]} is left out: the post isn’t planned there.`,
    ),
  };
}

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const DAY_IN_WORDS = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,})\.?,?(?:[\s-]+(\d{4}|\d{2}))?$/i;
const WEEKDAY = /^([a-z]{3,})\.?,?\s+(?=\d)/i;
const YEAR_FIRST = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/;
const NUMERIC_DAY = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/;
/** Days since 30 December 1899, as Excel counts them, from 2023 to 2064. */
const SERIAL_DAY = /^(?:4[5-9]|5\d)\d{3}$/;
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);

/** @returns null when every date can be read either way; `both` when some are read one way only, and some the other */
function dayOrderOf(dates: readonly string[]): DayOrder | "both" | null {
  const numbers = dates
    .map((date) => NUMERIC_DAY.exec(date.replace(WEEKDAY, "")))
    .filter((match) => match !== null);
  const isDayFirst = numbers.some(([, first]) => Number(first) > 12);
  const isMonthFirst = numbers.some(([, , second]) => Number(second) > 12);
  if (isDayFirst && isMonthFirst) return "both";
  return isDayFirst ? "day_first" : isMonthFirst ? "month_first" : null;
}

function readDay(text: string, today: string, dayOrder: DayOrder | "both"): Reading<string> {
  if (text === "") return { error: "There is no date." };
  const [, weekday = ""] = WEEKDAY.exec(text) ?? [];
  const read = readDate(text.replace(WEEKDAY, ""), today, dayOrder);
  if (read === null) {
    const error = `“${text}”: some dates of the sheet are day/month, some month/day. Write the months as words.`;
    return { error };
  }
  if (read === undefined) return { error: `“${text}” is no date: write 2026-12-03 or 3 December.` };
  const name = WEEKDAYS[new Date(read).getUTCDay()] ?? "";
  return name.startsWith(weekday.toLowerCase())
    ? { value: read }
    : { error: `“${text}”: ${read} is a ${name[0]?.toUpperCase() ?? ""}${name.slice(1)}.` };
}

/** @returns undefined for what is no date; null when nothing tells day and month apart */
function readDate(
  text: string,
  today: string,
  dayOrder: DayOrder | "both",
): string | null | undefined {
  if (SERIAL_DAY.test(text)) {
    const ms = SERIAL_ZERO_MS + Number(text) * DAY_MS;
    return new Date(ms).toISOString().slice(0, 10);
  }
  const [, fullYear, ofYear, ofMonth] = YEAR_FIRST.exec(text) ?? [];
  if (fullYear !== undefined) {
    return daysOf({ year: fullYear, month: Number(ofYear), date: Number(ofMonth) }, today)[0];
  }
  const [, first, second, year] = NUMERIC_DAY.exec(text) ?? [];
  if (first !== undefined) {
    if (dayOrder === "both") return null;
    const [date, month] = dayOrder === "day_first" ? [first, second] : [second, first];
    return daysOf({ year, month: Number(month), date: Number(date) }, today)[0];
  }
  const [, date, monthName = "", namedYear] = DAY_IN_WORDS.exec(text) ?? [];
  const month = MONTHS.findIndex((name) => name.startsWith(monthName.toLowerCase()));
  return date === undefined || month === -1
    ? undefined
    : daysOf({ year: namedYear, month: month + 1, date: Number(date) }, today)[0];
}

/** The nearest to today comes first: without a year there are three. */
function daysOf(
  { year, month, date }: { year: string | undefined; month: number; date: number },
  today: string,
): string[] {
  const thisYear = Number(today.slice(0, 4));
  const years =
    year === undefined
      ? [thisYear - 1, thisYear, thisYear + 1]
      : [Number(year.length === 2 ? `${today.slice(0, 2)}${year}` : year)];
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(today));
  return years
    .map((one) => `${String(one)}-${twoDigits(month)}-${twoDigits(date)}`)
    .filter(isDay)
    .toSorted((one, other) => away(one) - away(other));
}

function isDay(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const TIME = /^(\d{1,2})(?:[:.h](\d{2})(?::00)?)?\s*(am|pm)?$/i;
const NOON = /^(?:12\s*)?(?:noon|midday)$/i;
/** A part of a day, as Excel counts. */
const SERIAL_TIME = /^0?\.\d+$/;

function readTime(text: string): Reading<string> {
  if (text === "") return { error: "There is no time." };
  if (SERIAL_TIME.test(text)) {
    const minutes = Math.round(Number(text) * 1_440) % 1_440;
    return { value: `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}` };
  }
  if (NOON.test(text)) return { value: "12:00" };
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
  const names = text
    .replaceAll(/(tik|linked)\s+(tok|in)\b/gi, "$1$2")
    .split(/[\s,;&+/|()]+/)
    .filter((name) => !/^(?:and|pages?)?$/i.test(name));
  const unknown = names.find((name) => keyOf(name) === undefined);
  if (unknown !== undefined) {
    return { error: `“${unknown}” is none of ${Object.values(PLATFORMS).join(", ")}.` };
  }
  const chosen = new Set(names.map(keyOf));
  return { value: PLATFORM_KEYS.filter((key) => chosen.has(key)) };
}

/** Spreadsheets use these other words for a format. */
const OTHER_FORMATS: ReadonlyMap<string, PostFormat> = new Map([
  ["", "post"],
  ["carousel", "post"],
  ["image", "post"],
  ["photo", "post"],
  ["picture", "post"],
]);

function readFormat(text: string): Reading<PostFormat> {
  const name = text.toLowerCase();
  const value = POST_FORMAT_KEYS.find((key) => key === name) ?? OTHER_FORMATS.get(name);
  return value === undefined ? { error: `“${text}” is no format: write post or reel.` } : { value };
}

const ALIASES: ReadonlyMap<string, Platform> = new Map([
  ["ig", "instagram"],
  ["insta", "instagram"],
  ["fb", "facebook"],
  ["tt", "tiktok"],
  ["li", "linkedin"],
  ["twitter", "x"],
]);

function keyOf(name: string): Platform | undefined {
  const key = name.toLowerCase();
  return PLATFORM_KEYS.find((platform) => platform === key) ?? ALIASES.get(key);
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
