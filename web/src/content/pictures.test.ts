import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { SamplePost } from "#contracts/sample-month/sample-post.ts";
import { TRADE_NAMES, tradeMonth } from "#contracts/sample-month/trades.ts";
import { CASE_STUDY_POSTS } from "./case-study-posts.ts";
import { INDUSTRIES } from "./industries.ts";
import { NIGHTLIFE_REELS } from "./nightlife.ts";
import { PORTFOLIO } from "./portfolio.ts";
import { SERVICE_WORK } from "./service-details.ts";

const LIST = new URL("../../pictures/pictures.json", import.meta.url);
const pictures = JSON.parse(readFileSync(LIST, "utf8")) as { id: string; trade: string }[];
const TRADE_OF = new Map(pictures.map(({ id, trade }) => [id, trade]));

const shownBy = (posts: readonly SamplePost[]) => posts.flatMap(({ picture }) => picture ?? []);

test.each(INDUSTRIES)("$name: shows each of its pictures once, and no other", async ({ id }) => {
  const { POSTS } = (await import(`./posts/${id}.ts`)) as { POSTS: readonly SamplePost[] };
  const shown = shownBy([...PORTFOLIO[id].samples, ...POSTS]);
  expect(shown).toEqual([...new Set(shown)]);
  expect(shown.map((picture) => TRADE_OF.get(picture))).toEqual(shown.map(() => id));
});

test.each(TRADE_NAMES)("a month of the trade %s shows pictures of that trade", (name) => {
  const { type, pictures: shown } = tradeMonth(name);
  const trade = INDUSTRIES.find((industry) => industry.name === type)?.id ?? "nightlife";
  for (const picture of shown) expect(TRADE_OF.get(picture)).toBe(trade);
});

test("samples of a business show pictures of its trade", () => {
  const samples = [...CASE_STUDY_POSTS, ...NIGHTLIFE_REELS, ...Object.values(SERVICE_WORK).flat()];
  const shown = shownBy(samples.map(({ post }) => post));
  expect(shown).toEqual([...new Set(shown)]);
  for (const picture of shown) expect([...TRADE_OF.keys()]).toContain(picture);
});
