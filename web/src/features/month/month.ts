import { COMPANY } from "#contracts/company.ts";
import type { Business } from "../../content/businesses.ts";
import { CLOSINGS, LOCALS, OPENINGS } from "../../content/month/any-trade.ts";
import type { Card, SamplePost } from "../../content/sample-post.ts";
import { formatMonth } from "../../lib/dates.ts";
import { type Choice, tradeMonth } from "./trades.ts";
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

/** The words of a visitor; the trade is a business type of the trial form. */
export type Words = { readonly trade: string; readonly name: string; readonly town: string };

type PlannedPost = {
  readonly sample: SamplePost;
  /** `2026-12-04` */
  readonly plannedOn: string;
  /** `18:00`, in London. */
  readonly plannedTime: string;
  /** `Reel · TikTok` */
  readonly place: string;
};

export type Month = {
  readonly name: string;
  readonly town: string;
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

/** A small line of a card has room for so many characters. */
const SMALL_MAX = 26;

/**
 * The month after this one. The same words make the same month; another business of the trade gets
 * another order, other colours and other hours.
 * @returns null unless name and town have a visible character
 */
export function monthOf(words: Words, now: Date): Month | null {
  const name = tidy(words.name);
  const town = townOf(words.town);
  if (name === "" || town === "") return null;

  const trade = tradeMonth(words.trade);
  const pick = picker(`${words.trade}|${name}|${town}`.toLowerCase());
  const choose = <T>(choice: Choice<T>): T => choice[pick(choice.length)] ?? choice[0];

  const pictured = trade.posts.flatMap(({ picture }, index) =>
    picture === undefined ? [] : index,
  );
  const start = pictured[pick(pictured.length)] ?? 0;
  const ofTrade = [...trade.posts.slice(start), ...trade.posts.slice(0, start)];
  const samples = [
    choose(OPENINGS),
    ...ofTrade.slice(0, 4),
    choose(LOCALS),
    ...ofTrade.slice(4),
    choose(CLOSINGS),
  ];

  const { year, month } = monthAfter(now);
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const title = formatMonth(new Date(Date.UTC(year, month, 1)).toISOString());
  const slots = { name, town, month: title.replace(/ \d+$/, "") };
  const firstTime = pick(trade.times.length);
  let reels = 0;
  const posts = samples.map((sample, index): PlannedPost => {
    const day = 1 + Math.floor(((index + 0.5) * days) / samples.length);
    const isChristmas = month === 11 && day === 25;
    if (sample.kind === "reel") reels += 1;
    return {
      sample: personal(sample, slots),
      plannedOn: new Date(Date.UTC(year, month, isChristmas ? 24 : day)).toISOString().slice(0, 10),
      plannedTime: trade.times[(firstTime + index) % trade.times.length] ?? "",
      place:
        sample.kind === "post" ? "Instagram" : `Reel · ${reels % 2 === 0 ? "Instagram" : "TikTok"}`,
    };
  });
  const { colours } = choose(trade.likenesses);
  return {
    name,
    town,
    business: { handle: handleOf(name), place: town, colours },
    title,
    days,
    summary: `Twelve posts for ${name} in ${town}, planned for ${title}, are below.`,
    posts,
  };
}

function personal(sample: SamplePost, slots: Slots): SamplePost {
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
  return { ...sample, caption: fill(sample.caption, slots), card };
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
