import { describe, expect, test } from "vitest";
import { monthOf } from "./month.ts";
import { findTrade, loadPosts, TRADE_NAMES, tradeMonth } from "./trades.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const WORDS = { trade: "Baker", name: "Old Harbour Bakery", town: "Whitby" };

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

const DECKS = new Map(
  await Promise.all(TRADE_NAMES.map(async (trade) => [trade, await loadPosts(trade)] as const)),
);

function month(words: Partial<typeof WORDS> = {}, now = NOW) {
  const all = { ...WORDS, ...words };
  const made = monthOf(all, DECKS.get(findTrade(all.trade)) ?? [], now);
  if (made === null) throw new Error("The words made no month.");
  return made;
}

const textsOf = ({ posts }: ReturnType<typeof month>) =>
  posts.flatMap(({ sample }) => [sample.caption, ...sample.card.big, ...sample.card.small]);

/**
 * Words that give away another trade: what is sold, done or used in one deck and would be wrong in all others. A butcher
 * gets no sourdough, a physiotherapist no lipstick, a plumber no shoebox.
 */
const TELLING: Readonly<Record<string, RegExp>> = {
  accounts: /shoebox|filing|adviser|tax|ledger/i,
  animals: /\btail|\blead\b|fur\b|good boy|treats after/i,
  automotive: /\bMOT\b|tyre|driver|washer|brake|your car\b|first car/i,
  bakery: /bread|loaf|crust|oven|flour|sourdough|\bbun\b|bakers/i,
  beauty: /facial|lipstick|\bbrows\b|nails/i,
  building: /tradesperson|measure|same house/i,
  cafe: /\bcup one|milk first|quiet cup/i,
  callout: /\bvan\b|hold this|you’ve tried/i,
  clinic: /appointment|long word from our work|what you take/i,
  counter: /our counter|full counter|how to cook/i,
  ecommerce: /basket|every box|doorstep\b.*somewhere else|we make the parcel/i,
  fitness: /\btrain\b|best set|chalk|week ten|flat shoes/i,
  flowers: /bouquet|\bstem|bunch|at an angle/i,
  gardens: /garden|mud\b|green fingers/i,
  hair: /fringe|trim\b|just the ends|due a cut|tidy-up/i,
  legal: /\bwill\?|probate|verdict|litigation|\bthe law\b|tenant/i,
  nightlife: /dance|last song|the bar\b.*opinions|shaken/i,
  property: /viewing|listings|front door|compact/i,
  pub: /\bround it is|the quiz|first glass|stool|your usual/i,
  restaurant: /hands off my plate|afters|for tea\?|never cooks|order one extra/i,
  shop: /just looking|at the till|new in\b/i,
  stay: /sleep in|key in the door|one more night|unpack/i,
  technology: /\bbug\b|dark mode|spreadsheet|backup|the cloud/i,
};

/** What belongs to more than one deck. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  property: ["gardens"],
};

const SEEDS = ["Old Harbour", "Salt", "Mustard & Co.", "Fig", "North Street"];

test("there are at least forty trades on at least sixteen decks, and no picture stands for two", () => {
  expect(TRADE_NAMES.length).toBeGreaterThanOrEqual(40);
  expect(new Set(TRADE_NAMES.map((trade) => tradeMonth(trade).deck)).size).toBeGreaterThan(15);
  const pictures = TRADE_NAMES.flatMap((trade) => tradeMonth(trade).pictures);
  expect(pictures.toSorted()).toEqual([...new Set(pictures)].toSorted());
  for (const trade of TRADE_NAMES) {
    const inDeck = DECKS.get(trade)?.map(({ picture }) => picture);
    expect(inDeck, trade).toEqual(expect.arrayContaining([...tradeMonth(trade).pictures]));
  }
});

test.each([
  ["Butcher", "Butcher"],
  ["family butchers", "Butcher"],
  ["BUTCHER’S", "Butcher"],
  ["barber shop", "Barber"],
  ["cafe", "Café"],
  ["physio", "Physiotherapist"],
  ["sports physiotherapists", "Physiotherapist"],
  ["plumb", "Plumber"],
  ["gas engineer", "Heating engineer"],
  ["law firm", "Solicitor"],
  ["chippy", "Fish and chip shop"],
  ["vets", "Vet"],
  ["barn conversions", "Something else"],
  ["falconer", "Something else"],
  ["constructor", "Something else"],
  ["", "Something else"],
])("who types %j is a %s", (typed, trade) => {
  expect(findTrade(typed)).toBe(trade);
});

describe.each(TRADE_NAMES)("a month of the trade %s", (trade) => {
  const made = month({ trade });

  test("has twelve different posts: reels and posts, most with its name or town", () => {
    expect(new Set(made.posts.map(({ sample }) => sample.caption)).size).toBe(12);
    expect(new Set(made.posts.map(({ place }) => place))).toContain("Instagram");
    expect(made.posts.some(({ place }) => place.startsWith("Reel"))).toBe(true);
    const named = made.posts.filter(({ sample }) => /Old Harbour|Whitby/.test(sample.caption));
    expect(named.length).toBeGreaterThanOrEqual(9);
  });

  test("shows no picture but the trade’s own", () => {
    for (const { sample } of made.posts)
      expect([undefined, ...tradeMonth(trade).pictures]).toContain(sample.picture);
  });

  test("has no word that gives away another trade", () => {
    const { deck } = tradeMonth(trade);
    const texts = SEEDS.flatMap((name) =>
      ["2026-11-23", "2027-02-20", "2027-09-20"].flatMap((day) =>
        textsOf(month({ trade, name, town: "Hull" }, new Date(day))),
      ),
    );
    for (const [other, words] of Object.entries(TELLING)) {
      if (other === deck || SHARED[deck]?.includes(other) === true) continue;
      expect(
        texts.filter((text) => words.test(text)),
        other,
      ).toEqual([]);
    }
  });

  test("says nothing of the business that only its owner knows", () => {
    for (const text of textsOf(made)) expect(text).not.toMatch(/\d|[£%]|award|since|rated/i);
  });

  test("has room for ordinary words on every card", () => {
    expect(textsOf(made).filter((text) => text.includes("…"))).toEqual([]);
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
  ["2026-11-23T12:00:00Z", "December 2026", 31, "2026-12-02", "2026-12-31"],
  ["2026-12-31T23:59:00Z", "January 2027", 31, "2027-01-01", "2027-01-30"],
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
  expect(monthOf({ ...WORDS, ...words }, [], NOW)).toBeNull();
});
