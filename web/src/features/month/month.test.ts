import { describe, expect, test } from "vitest";
import { BUSINESS_TYPES } from "../../content/industries.ts";
import { monthOf } from "./month.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const WORDS = { trade: "Food", name: "Old Harbour Bakery", town: "Whitby" };

const ODD_WORDS = [
  { name: "O'Neill & Söhne", town: "Stow-on-the-Wold" },
  { name: "The Yolk", town: "the mumbles" },
  { name: "x".repeat(60), town: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" },
  { name: "💪 Iron 👩‍🍳", town: "Hull" },
  { name: "مطعم الميناء", town: "ליד הים" },
  { name: '<img src=x onerror="alert(1)">', town: "</svg>" },
  { name: "{town} {name} $&", town: "{month}" },
  { name: "“Quotes” 'and' \"more\"", town: "King’s Lynn" },
];

function month(words: Partial<typeof WORDS> = {}, now = NOW) {
  const made = monthOf({ ...WORDS, ...words }, now);
  if (made === null) throw new Error("The words made no month.");
  return made;
}

const textsOf = ({ posts }: ReturnType<typeof month>) =>
  posts.flatMap(({ sample }) => [sample.caption, ...sample.card.big, ...sample.card.small]);

describe.each(BUSINESS_TYPES)("a month of the trade %s", (trade) => {
  const made = month({ trade });

  test("has twelve different posts: reels and posts, some with pictures, most with its name or town", () => {
    expect(new Set(made.posts.map(({ sample }) => sample.caption)).size).toBe(12);
    expect(new Set(made.posts.map(({ place }) => place))).toEqual(
      new Set(["Instagram", "Reel · TikTok", "Reel · Instagram"]),
    );
    expect(made.posts.filter(({ sample }) => sample.picture !== undefined).length).toBeGreaterThan(
      1,
    );
    expect(made.posts[1]?.sample.picture).toBeDefined();
    const named = made.posts.filter(({ sample }) => /Old Harbour|Whitby/.test(sample.caption));
    expect(named.length).toBeGreaterThanOrEqual(10);
  });

  test("says nothing of the business that only its owner knows", () => {
    for (const text of textsOf(made)) expect(text).not.toMatch(/\d|[£%]|award|since|rated/i);
  });

  test("has room for ordinary words on every card", () => {
    expect(textsOf(made).filter((text) => text.includes("…"))).toEqual([]);
  });

  test("has posts of its own", () => {
    const other = trade === "Food" ? "Fitness" : "Food";
    const others = new Set(textsOf(month({ trade: other })));
    const shared = made.posts.filter(({ sample }) => others.has(sample.caption));
    expect(shared.length).toBeLessThanOrEqual(3);
  });

  test.each(ODD_WORDS)("of $name in $town: fills every slot, and each card has room", (words) => {
    const { posts, business } = month({ trade, ...words });
    expect(business.handle).not.toBe("");
    for (const { sample } of posts) {
      expect(sample.caption).not.toMatch(/\{bare\}|undefined/);
      expect(sample.card.big.length).toBeLessThanOrEqual(5);
      for (const line of sample.card.big) expect(Array.from(line).length).toBeLessThanOrEqual(15);
      for (const line of sample.card.small) expect(Array.from(line).length).toBeLessThanOrEqual(26);
    }
  });
});

test("the same words make the same month, whatever their capitals and spaces", () => {
  expect(month()).toEqual(month());
  expect(month({ name: " Old  Harbour Bakery ", town: "whitby" })).toEqual(month());
});

test("another business of the trade and town gets another month", () => {
  const captions = (name: string) =>
    month({ name }).posts.map(({ sample }) => sample.caption.replaceAll(name, ""));
  const orders = ["Salt", "Pepper", "Vinegar", "Mustard"].map((name) => captions(name).join());
  expect(new Set(orders).size).toBeGreaterThan(1);
});

test.each([
  ["2026-11-23T12:00:00Z", "December 2026", 31, "2026-12-02", "2026-12-30"],
  ["2026-12-31T23:59:00Z", "January 2027", 31, "2027-01-02", "2027-01-30"],
  ["2027-01-31T12:00:00Z", "February 2027", 28, "2027-02-02", "2027-02-27"],
  // Midnight in London comes an hour before that of UTC.
  ["2027-05-31T23:30:00Z", "July 2027", 31, "2027-07-02", "2027-07-30"],
])("at %s the month is %s", (now, title, days, first, last) => {
  const made = month({}, new Date(now));
  const planned = made.posts.map(({ plannedOn }) => plannedOn);
  expect(made).toMatchObject({ title, days });
  expect([planned[0], planned.at(-1)]).toEqual([first, last]);
  expect(planned).toEqual([...new Set(planned)].toSorted());
});

test("no post is planned for Christmas Day", () => {
  const planned = month().posts.map(({ plannedOn }) => plannedOn);
  expect(planned).toContain("2026-12-24");
  expect(planned).not.toContain("2026-12-25");
});

test.each([
  { name: "  ", town: "Whitby" },
  { name: "Yolk", town: " \t" },
  { name: "\u200b", town: "Whitby" },
])("no month of %j", (words) => {
  expect(monthOf({ ...WORDS, ...words }, NOW)).toBeNull();
});

test("a trade that is not on the list gets the month of any trade", () => {
  const words = { trade: "constructor", name: "Yolk", town: "Hull" };
  expect(month(words).posts).toHaveLength(12);
});
