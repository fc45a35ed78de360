import { expect, test } from "vitest";
import { type Month, parseMonth } from "./month.ts";

const TODAY = "2026-11-23";

function read(paste: string): Month {
  const month = parseMonth(paste, TODAY);
  if (typeof month === "string") throw new Error(month);
  return month;
}

const FIGS = {
  format: "post",
  text: "Figs.",
  platforms: ["instagram", "facebook"],
  plannedOn: "2026-12-03",
  plannedTime: "18:00",
};

test.for([
  ["tabs", "Date\tTime\tPlatforms\tText\n2026-12-03\t18:00\tInstagram, Facebook\tFigs.", 2],
  ["CSV", 'date,time,platforms,text\n2026-12-03,18:00,"instagram, facebook",Figs.', 2],
  ["another order", "text,platform,day,time\nFigs.,facebook instagram,2026-12-03,18:00", 2],
  ["CRLF", "date,time,platforms,text\r\n2026-12-03,18:00,facebook & instagram,Figs.\r\n", 2],
  ["a byte order mark", "\uFEFFdate,time,platforms,text\n3 Dec,6pm,facebook/instagram,Figs.", 2],
  ["blank rows", "date,time,platforms,text\n,,,\n3 Dec,6pm,facebook and instagram,Figs.\n\n", 3],
  ["Markdown", "## 3 Dec 18:00 instagram, facebook\n\nFigs.\n", 1],
  [
    "Markdown with a title",
    "# December\n\n## Thu 3 December 2026, 6 pm – facebook, instagram\nFigs.",
    1,
  ],
] as const)("month with %s: read", ([, paste, row]) => {
  expect(read(paste).rows).toEqual([{ row, post: FIGS, error: null }]);
});

test("quoted cells: line breaks, separators and quotes kept; the next rows keep their numbers", () => {
  const { rows } = read(
    'date\ttime\tplatforms\ttext\n3 Dec\t18:00\tx\t"Figs,\n\n""warm""\tnow."\n4 Dec\t18:00\tx\t"Fresh" plums, 3" wide.',
  );
  expect(rows.map(({ row, post }) => [row, post.text])).toEqual([
    [2, 'Figs,\n\n"warm"\tnow.'],
    [3, '"Fresh" plums, 3" wide.'],
  ]);
});

test("Markdown: posts with paragraphs, and lists", () => {
  const { rows } = read("## 3 Dec 18:00 x\nFigs.\n\n- warm\n## 4 Dec 09:30 x\nPlums.");
  expect(rows.map(({ row, post }) => [row, post.plannedTime, post.text])).toEqual([
    [1, "18:00", "Figs.\n\n- warm"],
    [2, "09:30", "Plums."],
  ]);
});

test("Markdown with a heading of a hundred thousand commas: refused without trying them all", () => {
  expect(read(`## ${" ,".repeat(100_000)}`).rows[0]?.error).toContain("is no date");
});

test.for([
  ["a column", "date,time,platforms,text,format\n3 Dec,18:00,x,Figs.,Reel\n4 Dec,18:00,x,Plums.,"],
  ["the heading", "## 3 Dec 18:00 reel, x\nFigs.\n## 4 Dec 18:00 x\nPlums."],
] as const)("reel in %s: read, and the others are posts", ([, paste]) => {
  const { rows } = read(paste);
  expect(rows.map(({ post, error }) => [post.format, post.platforms, error])).toEqual([
    ["reel", ["x"], null],
    ["post", ["x"], null],
  ]);
});

test("columns that no post has: named", () => {
  const { unread } = read("date,time,platforms,text,Notes,\n3 Dec,18:00,x,Figs.,ask Ben,");
  expect(unread).toEqual(["Notes"]);
});

test.for([
  ["nothing", "", "Paste the posts first."],
  ["without a column", "date,time,text\n3 Dec,18:00,Figs.", "Missing: platforms."],
  ["a text alone", "Figs, warm from the oven.", "Missing: date, time, platforms, text."],
  ["headings alone", "date,time,platforms,text\n\n", "no posts under them"],
  ["a title alone", "# December", "Begin each post"],
  [
    "a text before the first post",
    "# December\nFigs.\n## 3 Dec 18:00 x\nPlums.",
    "Begin each post",
  ],
  [
    "more than a hundred posts",
    `date,time,platforms,text${"\n3 Dec,18:00,x,Figs.".repeat(101)}`,
    "these are 101",
  ],
] as const)("pasted: %s: refused as a whole", ([, paste, sentence]) => {
  expect(parseMonth(paste, TODAY)).toContain(sentence);
});

const dayOf = (date: string) =>
  read(`date\ttime\tplatforms\ttext\n${date}\t18:00\tx\tFigs.`).rows[0];

test.for([
  ["2026-12-03", "2026-12-03"],
  ["3 December 2026", "2026-12-03"],
  ["3rd Dec", "2026-12-03"],
  ["Thursday, 3 dec", "2026-12-03"],
  ["3-Dec-2026", "2026-12-03"],
  ["1 Sept 2027", "2027-09-01"],
  ["3 Jan", "2027-01-03"],
  // Nearest to today: a date that has passed is not moved to the next year.
  ["20 Nov", "2026-11-20"],
  ["29 Feb 2028", "2028-02-29"],
] as const)("date %s: read as %s", ([date, plannedOn]) => {
  expect(dayOf(date)).toMatchObject({ post: { plannedOn }, error: null });
});

test.for([
  ["", "no date"],
  ["03/04", "is unclear: write the month as a word"],
  ["3/4/2026", "is unclear"],
  ["03-04-2026", "is unclear"],
  ["2026/12/03", "is unclear"],
  ["2026-02-31", "is no date"],
  ["31 Nov", "is no date"],
  ["29 Feb 2027", "is no date"],
  ["3 Decembre", "is no date"],
  ["December", "is no date"],
  ["Fri 3 Dec 2026", "2026-12-03 is a Thursday"],
] as const)("date %s: refused", ([date, error]) => {
  expect(dayOf(date)).toMatchObject({
    row: 2,
    post: { plannedOn: "" },
    error: expect.stringContaining(error),
  });
});

const timeOf = (time: string) =>
  read(`date\ttime\tplatforms\ttext\n3 Dec\t${time}\tx\tFigs.`).rows[0];

test.for([
  ["18:00", "18:00"],
  ["9:05", "09:05"],
  ["18.30", "18:30"],
  ["18:00:00", "18:00"],
  ["6pm", "18:00"],
  ["6:30 PM", "18:30"],
  ["12am", "00:00"],
  ["12 pm", "12:00"],
] as const)("time %s: read as %s", ([time, plannedTime]) => {
  expect(timeOf(time)).toMatchObject({ post: { plannedTime }, error: null });
});

test.for(["24:00", "18", "18:60", "13pm", "0am", "noon"])("time %s: refused", (time) => {
  expect(timeOf(time)?.error).toContain("is no time");
});

test("platform that we do not have: named", () => {
  const { rows } = read("date,time,platforms,text\n3 Dec,18:00,instagram threads,Figs.");
  expect(rows[0]?.error).toBe("“threads” is none of Instagram, Facebook, TikTok, LinkedIn, X.");
});
