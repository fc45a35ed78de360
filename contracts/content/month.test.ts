import { expect, test } from "vitest";
import { type Month, parseMonth } from "./month.ts";

const TODAY = "2026-11-23";

function read(paste: string): Month {
  const month = parseMonth(paste, TODAY);
  if (typeof month === "string") throw new Error(month);
  return month;
}

const NO_MORE = { texts: {}, firstComment: "", images: [], alts: [] };

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
  expect(read(paste).rows).toEqual([{ row, post: FIGS, more: NO_MORE, error: null, notes: [] }]);
});

test("quoted cells: line breaks, separators and quotes kept; the next rows keep their numbers", () => {
  const { rows } = read(
    'date\ttime\tplatforms\ttext\n3 Dec\t18:00\tx\t"Figs,\n\n""warm"" now."\n4 Dec\t18:00\tx\t"Fresh" plums, 3" wide.',
  );
  expect(rows.map(({ row, post }) => [row, post.text])).toEqual([
    [2, 'Figs,\n\n"warm" now.'],
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
  ["03-Dec-26", "2026-12-03"],
  ["Thu 3 Dec 26", "2026-12-03"],
  ["3/4/2027", "2027-04-03"],
  ["03.04.27", "2027-04-03"],
  ["03-04-2027", "2027-04-03"],
  ["03/12", "2026-12-03"],
  ["13/12/2026", "2026-12-13"],
  ["12/13/2026", "2026-12-13"],
  ["2026/12/3", "2026-12-03"],
  ["46359", "2026-12-03"],
  ["03/12/2026 00:00", "2026-12-03"],
  ["2026-12-03T00:00:00", "2026-12-03"],
  ["Thu 03/12/26", "2026-12-03"],
  ["Thursday, 2026-12-03", "2026-12-03"],
] as const)("date %s: read as %s", ([date, plannedOn]) => {
  expect(dayOf(date)).toMatchObject({ post: { plannedOn }, error: null });
});

test.for([
  ["", "no date"],
  ["31/11/2026", "is no date"],
  ["2026/13/03", "is no date"],
  ["44999", "is no date"],
  ["2026-02-31", "is no date"],
  ["31 Nov", "is no date"],
  ["29 Feb 2027", "is no date"],
  ["3 Decembre", "is no date"],
  ["December", "is no date"],
  ["Fri 3 Dec 2026", "2026-12-03 is a Thursday"],
  ["Fri 03/12/2026", "2026-12-03 is a Thursday"],
  ["Figs 3 Dec 2026", "2026-12-03 is a Thursday"],
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
  ["18h00", "18:00"],
  ["0.75", "18:00"],
  ["0.770833333333333", "18:30"],
  [".25", "06:00"],
] as const)("time %s: read as %s", ([time, plannedTime]) => {
  expect(timeOf(time)).toMatchObject({ post: { plannedTime }, error: null });
});

test.for(["24:00", "18", "18:60", "13pm", "0am", "dusk", "1.5"])("time %s: refused", (time) => {
  expect(timeOf(time)?.error).toContain("is no time");
});

test.for([
  ["either", ["3/4/2027", "5/6/2027"], "day_first", ["2027-04-03", "2027-06-05"]],
  ["day first, by one date", ["3/4/2027", "13/6/2027"], null, ["2027-04-03", "2027-06-13"]],
  ["month first, by one date", ["3/4/2027", "6/13/2027"], null, ["2027-03-04", "2027-06-13"]],
  ["words alone", ["3 Apr 2027"], null, ["2027-04-03"]],
  ["both", ["3/4/2027", "13/6/2027", "6/13/2027", "7 June 2027"], null, ["", "", "", "2027-06-07"]],
] as const)("dates of a sheet, %s: read one way", ([, dates, dayOrder, days]) => {
  const month = read(
    `date,time,platforms,text\n${dates.map((date) => `${date},18:00,x,Figs.`).join("\n")}`,
  );
  expect(month.dayOrder).toBe(dayOrder);
  expect(month.rows.map(({ post }) => post.plannedOn)).toEqual(days);
  expect(month.rows.map(({ error }) => error !== null)).toEqual(days.map((day) => day === ""));
});

test("dates that the operator says are month/day: read so", () => {
  const month = parseMonth(
    "date,time,platforms,text\n3/4/2027,18:00,x,Figs.",
    TODAY,
    "month_first",
  );
  expect(month).toMatchObject({
    dayOrder: "month_first",
    rows: [{ post: { plannedOn: "2027-03-04" } }],
  });
});

test.for([
  ["IG", ["instagram"]],
  ["insta + FB", ["instagram", "facebook"]],
  ["TT | LI", ["tiktok", "linkedin"]],
  ["Tik Tok, Linked In", ["tiktok", "linkedin"]],
  ["X (Twitter)", ["x"]],
] as const)("platforms %s: read", ([text, platforms]) => {
  const { rows } = read(`date\ttime\tplatforms\ttext\n3 Dec\t18:00\t${text}\tFigs.`);
  expect(rows[0]).toMatchObject({ post: { platforms }, error: null });
});

test("platform that we do not have: named", () => {
  const { rows } = read("date,time,platforms,text\n3 Dec,18:00,instagram threads,Figs.");
  expect(rows[0]?.error).toBe("“threads” is none of Instagram, Facebook, TikTok, LinkedIn, X.");
});

// As agencies have them: the first row names the columns but where the case says otherwise.
const POSTED = ["2026-12-03", "18:00", "Figs."];

test.for([
  ["cells of Excel", "Date\tTime\tPlatforms\tText\n3 Dec\t18:00\tInstagram\tFigs.", [POSTED]],
  ["semicolons", "date;time;platforms;text\n2026-12-03;18:00;instagram;Figs.", [POSTED]],
  [
    "a declared separator",
    "sep=;\ndate;time;platforms;text\n3 Dec;18:00;instagram;Figs.",
    [POSTED],
  ],
  ["bars", "date|time|platform|text\n3 Dec|18:00|instagram|Figs.", [POSTED]],
  [
    "a byte order mark, and a quoted cell with a line break, a comma and quotes",
    '\uFEFFdate,time,platforms,text\r\n3 Dec,18:00,instagram,"Figs,\r\nall ""warm"""\r\n',
    [["2026-12-03", "18:00", 'Figs,\nall "warm"']],
  ],
  ["a British date", "date,time,platforms,text\n03/12/2026,18:00,instagram,Figs.", [POSTED]],
  [
    "a date of Excel without a year",
    "date,time,platforms,text\n03-Dec,18:00,instagram,Figs.",
    [POSTED],
  ],
  [
    "a date of Excel with a short year",
    "date,time,platforms,text\n03-Dec-26,18:00,instagram,Figs.",
    [POSTED],
  ],
  [
    "a weekday",
    "date\ttime\tplatforms\ttext\nThu 3 December 2026\t6pm\tinstagram\tFigs.",
    [POSTED],
  ],
  ["seconds", "date\ttime\tplatforms\ttext\n3 Dec\t18:00:00\tinstagram\tFigs.", [POSTED]],
  ["numbers of Excel", "date\ttime\tplatforms\ttext\n46359\t0.75\tinstagram\tFigs.", [POSTED]],
  ["other names", "Publish date\tTime\tChannel\tCopy\n3 Dec\t18:00\tIG\tFigs.", [POSTED]],
  [
    "a no-break space",
    "date\ttime\tplatforms\ttext\u00A0\n3 Dec\t18:00\tinstagram\tFigs.",
    [POSTED],
  ],
  [
    "a title",
    "December plan\t\t\t\n\ndate\ttime\tplatforms\ttext\n3 Dec\t18:00\tig\tFigs.",
    [POSTED],
  ],
  ["a carousel", "date,time,platforms,text,format\n3 Dec,18:00,ig,Figs.,Carousel", [POSTED]],
  ["an hour in French", "date,time,platforms,text\n3 Dec,18h00,ig,Figs.", [POSTED]],
  [
    "the next year",
    "date,time,platforms,text\n5 Jan,18:00,ig,Figs.",
    [["2027-01-05", "18:00", "Figs."]],
  ],
  [
    "a text that begins with a hashtag",
    "date\ttime\tplatforms\ttext\n3 Dec\t18:00\tig\t#figs",
    [["2026-12-03", "18:00", "#figs"]],
  ],
  [
    "cells that begin with quotation marks",
    'date\ttime\tplatforms\ttext\n3 Dec\t18:00\tig\t"Best figs" says Sal\n3 Dec\t18:00\tig\tMore "figs"\n3 Dec\t18:00\tig\t"Figs',
    ['"Best figs" says Sal', 'More "figs"', '"Figs'].map((text) => ["2026-12-03", "18:00", text]),
  ],
  [
    "a cake of 12 inches",
    'date,time,platforms,text\n3 Dec,18:00,ig,12" cake',
    [["2026-12-03", "18:00", '12" cake']],
  ],
  [
    "a cell of several lines",
    'date\ttime\tplatforms\ttext\n3 Dec\t18:00\tig\t"One\nTwo ""figs"""\n3 Dec\t18:00\tx\tFigs.',
    [["2026-12-03", "18:00", 'One\nTwo "figs"'], POSTED],
  ],
  [
    "Markdown with hashtags",
    "## 3 Dec 18:00 ig\n\nFigs.\n\n#figs",
    [["2026-12-03", "18:00", "Figs.\n\n#figs"]],
  ],
  ["a story", "date,time,platforms,text,format\n3 Dec,18:00,ig,Figs.,story", "is no format"],
  ["a day that is not", "date,time,platforms,text\n31 Nov,18:00,ig,Figs.", "is no date"],
  ["a leap day that is not", "date,time,platforms,text\n29 Feb 2027,18:00,ig,Figs.", "is no date"],
  ["hour 24", "date,time,platforms,text\n3 Dec,24:00,ig,Figs.", "is no time"],
  [
    "12 noon",
    "date,time,platforms,text\n3 Dec,12 noon,ig,Figs.",
    [["2026-12-03", "12:00", "Figs."]],
  ],
  ["dusk", "date,time,platforms,text\n3 Dec,dusk,ig,Figs.", "is no time"],
  ["day and hour in one cell", "date,platforms,text\n03/12/2026 18:00,ig,Figs.", [POSTED]],
  ["an hour in one of two cells", "date,platforms,text\n3 Dec 6:00 pm,ig,A\n3 Dec,ig,B", "time"],
  [
    "names with more to them",
    "Date:,Time (UK),Platform(s),Text\n3 Dec,18:00,FB page,Figs.",
    [POSTED],
  ],
  ["a heading within Markdown", "## 3 Dec 18:00 ig\nFigs.\n## Ingredients\nFlour", "is no date"],
  ["names alone", "date,time,platforms,text", "no posts under them"],
  ["no text", "date,time,platforms\n3 Dec,18:00,ig", "Missing: text."],
  [
    "two stray quotation marks",
    'date\ttime\tplatforms\ttext\n3 Dec\t18:00\tig\tFigs.\n3 Dec\t18:00\tig\t"Best figs\n4 Dec\t18:00\tig\tin town"',
    "Row 3 has quotation marks",
  ],
  [
    "an open quotation mark in CSV",
    'date,time,platforms,text\n3 Dec,18:00,ig,"Figs\n4 Dec,18:00,ig,Figs.',
    "Row 2 has quotation marks",
  ],
  [
    "text behind a closed one in CSV",
    'date,time,platforms,text\n3 Dec,18:00,ig,"Figs" warm',
    "Row 2 has quotation marks",
  ],
] as const)("paste with %s", ([, paste, expected]) => {
  const month = parseMonth(paste, TODAY);
  if (typeof month === "string" || month.rows.some(({ error }) => error !== null)) {
    const said = typeof month === "string" ? month : month.rows.map(({ error }) => error).join(" ");
    expect(said).toContain(expected);
    return;
  }
  const posts = month.rows.map(({ post }) => [post.plannedOn, post.plannedTime, post.text]);
  expect(posts).toEqual(expected);
});

test("rows below a title: numbered as the spreadsheet does, the title named", () => {
  const month = read(
    "sep=,\nDecember plan,,,\n\ndate,time,platforms,text\n,,,\n3 Dec,18:00,x,Figs.",
  );
  expect([month.titles, month.rows.map(({ row }) => row)]).toEqual([["December plan"], [5]]);
});

test("columns of a draft: pictures, their words, first comment, texts of platforms", () => {
  const month = read(
    [
      "date\ttime\tplatforms\ttext\tX text\tCopy for LinkedIn\timage\talt\tfirst comment\thashtags",
      "3 Dec\t18:00\tig, x\tFigs, warm.\tFigs.\tDear all\ta.jpg, b.jpg\tA loaf | A fig, cut\tOrder below\t#x",
    ].join("\n"),
  );
  expect(month.rows[0]).toMatchObject({
    post: { text: "Figs, warm." },
    more: {
      texts: { x: "Figs." },
      firstComment: "Order below",
      images: ["a.jpg", "b.jpg"],
      alts: ["A loaf", "A fig, cut"],
    },
    notes: ["The text for LinkedIn is left out: the post isn’t planned there."],
  });
  expect(month.more).toEqual(["X text", "Copy for LinkedIn", "image", "alt", "first comment"]);
  expect(month.unread).toEqual(["hashtags"]);
});

test("texts of platforms alone: the first is the post's", () => {
  const { rows } = read(
    "date,time,platforms,instagram caption,x caption\n3 Dec,18:00,ig x,Figs.,Rolls.",
  );
  expect(rows[0]).toMatchObject({ post: { text: "Figs." }, more: { texts: { x: "Rolls." } } });
});
