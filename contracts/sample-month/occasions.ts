import type { SamplePost } from "./sample-post.ts";

export type Nation = "England" | "Wales" | "Scotland" | "Northern Ireland";

type Occasion = {
  readonly name: string;
  readonly big: readonly string[];
  readonly small: string;
  readonly caption: string;
  /** London dates. */
  readonly on: readonly string[];
  /** Where it is kept, if not everywhere. */
  readonly nations?: readonly Nation[];
};

const SOUTH: readonly Nation[] = ["England", "Wales", "Northern Ireland"];
const SCOTLAND: readonly Nation[] = ["Scotland"];
const LONG_WEEKEND = {
  big: ["Long", "weekend."],
  small: "Bank holiday",
  caption: "An extra day, {town}. Ask {name} when we’re open, and tell us what you’re up to.",
};

/**
 * December 2026 to December 2028, the most telling first. Bank holidays as gov.uk/bank-holidays lists them by nation;
 * those that are no day to talk about a business are left out.
 */
export const OCCASIONS: readonly Occasion[] = [
  {
    name: "Christmas Eve",
    big: ["Merry", "Christmas,", "{town}."],
    small: "From {name}",
    caption:
      "From all of us at {name}: a merry Christmas, {town}. See you on the other side of it.",
    on: ["2026-12-24", "2027-12-24", "2028-12-24"],
  },
  {
    name: "New Year’s Eve",
    big: ["See you", "next year."],
    small: "{name}",
    caption: "One more sleep. Thank you for this one, {town}, from everybody at {name}.",
    on: ["2026-12-31", "2027-12-31", "2028-12-31"],
  },
  {
    name: "Mothering Sunday",
    big: ["To the one", "who taught", "you that."],
    small: "Mothering Sunday",
    caption: "To mums in {town}, and to everybody who’s been like one: today’s yours. {name}",
    on: ["2027-03-07", "2028-03-26"],
  },
  {
    name: "Pancake Day",
    big: ["Lemon and", "sugar?"],
    small: "Pancake Day",
    caption: "It’s the only argument at {name} today. What’s on yours, {town}?",
    on: ["2027-02-09", "2028-02-29"],
  },
  {
    name: "Valentine’s Day",
    big: ["You know", "who you", "are."],
    small: "Happy Valentine’s Day",
    caption: "To everybody in {town} who’s somebody’s favourite. You’re one of ours. {name}",
    on: ["2027-02-14", "2028-02-14"],
  },
  {
    name: "Father’s Day",
    big: ["Thanks,", "Dad."],
    small: "Father’s Day",
    caption: "To dads in {town}, and to everybody who’s been like one: today’s yours. {name}",
    on: ["2027-06-20", "2028-06-18"],
  },
  {
    name: "Halloween",
    big: ["Trick or", "treat?"],
    small: "Halloween",
    caption: "Show us the costume, {town}. Everybody at {name} is pretending not to be scared.",
    on: ["2027-10-31", "2028-10-31"],
  },
  {
    name: "Bonfire Night",
    big: ["Ooh.", "Aah."],
    small: "Bonfire Night",
    caption: "Gloves on, pets in, eyes up. Where’s the best view in {town} tonight? {name}",
    on: ["2027-11-05", "2028-11-05"],
  },
  {
    name: "Small Business Saturday",
    big: ["Small is", "the point."],
    small: "Small Business Saturday",
    caption: "Tag a small business in {town} that you’d miss. {name} goes first: all of them.",
    on: ["2026-12-05", "2027-12-04", "2028-12-02"],
  },
  {
    name: "New Year’s Day",
    big: ["Hello,", "again."],
    small: "Happy New Year",
    caption: "A happy new year, {town}. What’s the one thing you’d like more of? {name}",
    on: ["2027-01-01", "2028-01-01"],
  },
  {
    name: "Burns Night",
    big: ["Happy", "Burns", "Night."],
    small: "{town}",
    caption: "Whoever’s doing the address tonight, {town}: loud and clear. From {name}.",
    on: ["2027-01-25", "2028-01-25"],
    nations: SCOTLAND,
  },
  {
    name: "St David’s Day",
    big: ["Dydd Gŵyl", "Dewi", "Hapus."],
    small: "{name}",
    caption: "A happy St David’s Day, {town}, from all of us at {name}.",
    on: ["2027-03-01", "2028-03-01"],
    nations: ["Wales"],
  },
  {
    name: "St Patrick’s Day",
    big: ["Happy St", "Patrick’s", "Day."],
    small: "{name}",
    caption: "A happy St Patrick’s Day, {town}, from all of us at {name}.",
    on: ["2027-03-17", "2028-03-17"],
    nations: ["Northern Ireland"],
  },
  {
    name: "St Andrew’s Day",
    big: ["Happy St", "Andrew’s", "Day."],
    small: "{name}",
    caption: "A happy St Andrew’s Day, {town}, from all of us at {name}.",
    on: ["2027-11-30", "2028-11-30"],
    nations: SCOTLAND,
  },
  {
    name: "Easter Sunday",
    big: ["Happy", "Easter."],
    small: "{name}",
    caption: "A happy Easter, {town}. May you find every last egg. From {name}",
    on: ["2027-03-28", "2028-04-16"],
  },
  { name: "Good Friday", ...LONG_WEEKEND, on: ["2027-03-26", "2028-04-14"] },
  {
    name: "Early May bank holiday",
    ...LONG_WEEKEND,
    on: ["2027-05-03", "2028-05-01"],
  },
  { name: "Spring bank holiday", ...LONG_WEEKEND, on: ["2027-05-31", "2028-05-29"] },
  {
    name: "Summer bank holiday",
    ...LONG_WEEKEND,
    on: ["2027-08-30", "2028-08-28"],
    nations: SOUTH,
  },
  {
    name: "Summer bank holiday in Scotland",
    ...LONG_WEEKEND,
    on: ["2027-08-02", "2028-08-07"],
    nations: SCOTLAND,
  },
  {
    name: "2 January, or a substitute",
    big: ["One more", "day off."],
    small: "Bank holiday",
    caption: "The rest of the country’s at work, {town}. Ask {name} when we’re open.",
    on: ["2027-01-04", "2028-01-04"],
    nations: SCOTLAND,
  },
  {
    name: "Clocks go forward",
    big: ["Lost an", "hour?"],
    small: "The clocks went forward",
    caption: "If you’re early or late for everything today, {town}, so is half of {name}.",
    on: ["2027-03-28", "2028-03-26"],
  },
  {
    name: "Clocks go back",
    big: ["An hour", "back."],
    small: "The clocks went back",
    caption: "What did you do with it, {town}? Everybody at {name} says the same: slept.",
    on: ["2027-10-31", "2028-10-29"],
  },
  {
    name: "Longest day",
    big: ["The longest", "day."],
    small: "{town}",
    caption: "Still light, {town}. Where are you watching it go down? {name}",
    on: ["2027-06-21", "2028-06-20"],
  },
];

/** Towns outside England that people name most: all others are taken to be in England. */
const TOWNS: Readonly<Record<Exclude<Nation, "England">, string>> = {
  Wales:
    "Cardiff|Swansea|Newport|Wrexham|Bangor|Aberystwyth|Llandudno|Barry|Tenby|Conwy|Carmarthen|Caernarfon|Rhyl|Merthyr Tydfil|The Mumbles|Mumbles|Llanelli|Brecon|Abergavenny",
  Scotland:
    "Edinburgh|Glasgow|Aberdeen|Dundee|Inverness|Perth|Stirling|St Andrews|Falkirk|Ayr|Oban|Paisley|Leith|Dunfermline|Kirkcaldy|Fort William|Kilmarnock|Livingston|Greenock",
  "Northern Ireland":
    "Belfast|Derry|Londonderry|Lisburn|Newry|Armagh|Omagh|Enniskillen|Ballymena|Coleraine|Portrush|Larne|Craigavon|Newtownards|Holywood",
};

export function nationOf(town: string): Nation {
  const nations = ["Wales", "Scotland", "Northern Ireland"] as const;
  return (
    nations.find((nation) => TOWNS[nation].toLowerCase().split("|").includes(town.toLowerCase())) ??
    "England"
  );
}

const OCCASIONS_MAX = 3;

/** Picks what the month of a town talks about beside its trade, by day, each at least three days from the others. */
export function occasionsIn(month: string, nation: Nation): ReadonlyMap<number, SamplePost> {
  const days = new Map<number, SamplePost>();
  for (const { on, nations, big, small, caption } of OCCASIONS) {
    const day = Number(on.find((date) => date.startsWith(month))?.slice(8));
    const isFree = ![...days.keys()].some((other) => Math.abs(other - day) < 3);
    if (day > 0 && isFree && days.size < OCCASIONS_MAX && (nations?.includes(nation) ?? true))
      days.set(day, { kind: "post", caption, card: { look: "words", big, small: [small] } });
  }
  return days;
}
