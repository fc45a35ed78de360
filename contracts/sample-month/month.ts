import { COMPANY } from "#contracts/company.ts";
import type { Platform } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { CLOSINGS, LOCALS, OPENINGS } from "./any-trade.ts";
import type { Business, Colours } from "./businesses.ts";
import { nationOf, occasionsIn } from "./occasions.ts";
import type { Card, SamplePost } from "./sample-post.ts";
import { type Choice, findTrade, tradeMonth } from "./trades.ts";
import {
  fill,
  handleOf,
  shorten,
  type Slots,
  tidy,
  townOf,
  withoutIsolates,
  wrapped,
} from "./words.ts";

/** The words of a visitor. */
export type Words = { readonly trade: string; readonly name: string; readonly town: string };

type PlannedPost = {
  readonly sample: SamplePost;
  /** `2026-12-04` */
  readonly plannedOn: string;
  /** `18:00`, in London. */
  readonly plannedTime: string;
  readonly platform: Platform;
  /** `Reel · TikTok` */
  readonly place: string;
  /** Its card takes the business's own by turns. */
  readonly colours: Colours;
};

export type Month = {
  readonly name: string;
  readonly town: string;
  /** One of `TRADE_NAMES`. */
  readonly trade: string;
  readonly business: Business;
  /** `December 2026` */
  readonly title: string;
  readonly days: number;
  /** Alternative text. */
  readonly summary: string;
  readonly posts: readonly PlannedPost[];
};

/** In characters: a longer line of a card would be too small to read. */
const LINE_MAX = 13;
const LINES_MAX = 5;

const POSTS_OF_A_MONTH = 12;

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** In characters: a small line of a card has no room for more. */
const SMALL_MAX = 26;

/**
 * The month after this one, with what the country talks about on its day. The same words make the same month; another
 * business of the trade gets another order, other colours and other hours.
 * @param ofDeck the posts of the trade's deck
 * @returns null unless name and town have a visible character
 */
export function monthOf(words: Words, ofDeck: readonly SamplePost[], now: Date): Month | null {
  const name = tidy(words.name);
  const town = townOf(words.town);
  if (name === "" || town === "") return null;

  const tradeName = findTrade(words.trade);
  const trade = tradeMonth(tradeName);
  const pick = picker(`${tradeName}|${name}|${town}`.toLowerCase());
  const choose = <T>(choice: Choice<T>): T => choice[pick(choice.length)] ?? choice[0];

  const { year, month } = monthAfter(now);
  const first = new Date(Date.UTC(year, month, 1)).toISOString();
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const dayOf = (index: number) => 1 + Math.floor(((index + 0.5) * days) / POSTS_OF_A_MONTH);

  const occasions = new Map(
    [...occasionsIn(first.slice(0, 7), nationOf(town))].map(([day, sample]) => [
      Math.floor(((day - 0.5) * POSTS_OF_A_MONTH) / days),
      { day, sample },
    ]),
  );

  const start = pick(ofDeck.length);
  const turned = [...ofDeck.slice(start), ...ofDeck.slice(0, start)];
  // A picture of the trade comes first.
  const lead = turned.findIndex(({ picture = "" }) => trade.pictures.includes(picture));
  const ofTrade = [...turned.splice(Math.max(lead, 0), 1), ...turned];
  const local = pick(LOCALS.length);
  const locals = [...LOCALS.slice(local), ...LOCALS.slice(0, local)];
  const between = POSTS_OF_A_MONTH - 2 - [...occasions.keys()].filter(isBetween).length;
  const rest = [...ofTrade, ...locals].slice(0, between);
  // The first of the locals stands in the middle, so that the month does not end in what any business could say.
  if (rest.length > ofTrade.length) rest.splice(4, 0, ...rest.splice(ofTrade.length, 1));
  const queue = rest.values();
  const samples = Array.from({ length: POSTS_OF_A_MONTH }, (_, index) => {
    const occasion = occasions.get(index);
    if (occasion !== undefined) return occasion;
    const sample =
      index === 0
        ? choose(OPENINGS)
        : index === POSTS_OF_A_MONTH - 1
          ? choose(CLOSINGS)
          : queue.next().value;
    return { day: dayOf(index), sample: sample ?? LOCALS[0] };
  });

  const title = MONTH.format(new Date(first));
  const slots = { name, town, month: title.replace(/ \d+$/, "") };
  const firstTime = pick(trade.times.length);
  const { colours } = choose(trade.likenesses);
  const { ground, ink, accent } = colours;
  const turns: Choice<Colours> = [
    colours,
    { ground: accent, ink: ground, accent: ground },
    { ground: ink, ink: ground, accent: ground },
  ];
  let reels = 0;
  const posts = samples.map(({ day, sample }, index): PlannedPost => {
    const isChristmas = month === 11 && day === 25;
    if (sample.kind === "reel") reels += 1;
    const platform = sample.kind === "post" || reels % 2 === 0 ? "instagram" : "tiktok";
    return {
      sample: personal(sample, slots, trade.pictures),
      plannedOn: new Date(Date.UTC(year, month, isChristmas ? 24 : day)).toISOString().slice(0, 10),
      colours: turns[index % turns.length] ?? colours,
      plannedTime: trade.times[(firstTime + index) % trade.times.length] ?? "",
      platform,
      place: placeLabel({ format: sample.kind, platforms: [platform] }),
    };
  });
  return {
    name,
    town,
    trade: tradeName,
    business: { handle: handleOf(name), place: town, colours },
    title,
    days,
    summary: `Twelve posts for ${name} in ${town}, planned for ${title}, are below.`,
    posts,
  };
}

const isBetween = (index: number) => index > 0 && index < POSTS_OF_A_MONTH - 1;

function personal(
  { picture, ...sample }: SamplePost,
  slots: Slots,
  pictures: readonly string[],
): SamplePost {
  const { look, big, small } = sample.card;
  const lines = big.flatMap((line) => wrapped(withoutIsolates(fill(line, slots)), LINE_MAX));
  const card: Card = {
    look,
    big:
      lines.length > LINES_MAX
        ? [...lines.slice(0, LINES_MAX - 1), `${lines[LINES_MAX - 1]}…`]
        : lines,
    small: small.map((line) => shorten(fill(line, slots), SMALL_MAX)),
  };
  return {
    ...sample,
    caption: fill(sample.caption, slots),
    card,
    ...(picture !== undefined && pictures.includes(picture) && { picture }),
  };
}

/** Day in London. Its month counts from 0. */
function monthAfter(now: Date): { year: number; month: number } {
  const iso = now.toLocaleDateString("sv-SE", { timeZone: COMPANY.timeZone });
  const [year = 0, month = 0] = iso.split("-").map(Number);
  return { year: year + Math.floor(month / 12), month: month % 12 };
}

/** Picks numbers below a count, always the same for the same seed (FNV-1a). */
function picker(seed: string): (count: number) => number {
  let state = 0x811c9dc5;
  const stir = (value: number) => {
    state = Math.imul(state ^ value, 0x01000193) >>> 0;
  };
  for (const letter of seed) stir(letter.codePointAt(0) ?? 0);
  return (count) => {
    stir(count);
    return (state >>> 8) % count;
  };
}
