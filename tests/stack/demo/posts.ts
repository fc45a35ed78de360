import { londonInstant, londonTime } from "#contracts/due-times.ts";
import { DAY_MS, MINUTE_MS } from "#contracts/durations.ts";

type DemoPost = { readonly format?: "reel"; readonly platforms: string; readonly text: string };

/** Go live as soon as they are approved. */
const TODAY: readonly DemoPost[] = [
  {
    platforms: "instagram, facebook",
    text: "First fig rolls of the season. We bake at five, so the early walkers get the warm ones.",
  },
  {
    platforms: "instagram",
    text: "Olive oil and sea salt: that is the whole recipe of our focaccia. And fourteen hours of waiting.",
  },
  {
    platforms: "facebook",
    text: "We’re open until four today. Two rye loaves are left, and they won’t be for long.",
  },
];

const MONTH: readonly DemoPost[] = [
  {
    format: "reel",
    platforms: "instagram, tiktok",
    text: "How a plait becomes a loaf, in thirty seconds.",
  },
  {
    platforms: "instagram, facebook",
    text: "Advent boxes can be ordered from Monday: six biscuits, six jars, one ribbon.",
  },
  { platforms: "instagram", text: "Meet Joe, who has fired our oven since 2011." },
  {
    platforms: "facebook",
    text: "Thank you, Saltby Primary, for the drawings. They hang beside the till now.",
  },
  {
    format: "reel",
    platforms: "instagram, tiktok",
    text: "What is left at four o’clock goes to the night shelter. Here’s who fetches it.",
  },
  { platforms: "instagram, facebook", text: "Plum cake is back. By the slice, or whole by order." },
  { platforms: "instagram", text: "A quiet morning, a loud kettle. Come and sit at the window." },
  {
    platforms: "facebook",
    text: "Our mince pies were voted second best of the county. We know who was first, and we’re coming.",
  },
  { platforms: "instagram", text: "Sourdough classes in January: eight places, aprons included." },
];

/** @returns Markdown as an operator pastes it; the first posts are planned within the hour */
export function monthOf(nowMs: number): string {
  const today = TODAY.map((post, index) => section(post, nowMs + (index + 1) * 15 * MINUTE_MS));
  const rest = MONTH.map((post, index) => section(post, eveningIn(nowMs, index * 3 + 2)));
  return [...today, ...rest].join("\n\n");
}

/** For example `2026-12`, of {@link monthOf}. */
export const monthsIn = (month: string): string[] => [
  ...new Set([...month.matchAll(/^## (\d{4}-\d\d)/gm)].map(([, one = ""]) => one)),
];

/** How many of {@link monthOf} are published. */
export const PUBLISHED_COUNT = TODAY.length;

export function trialPostsOf(nowMs: number): string {
  const posts: readonly DemoPost[] = [
    { platforms: "instagram", text: "Nervous? Tell us at the door. We have time for that." },
    { platforms: "facebook", text: "Saturday appointments start again in January." },
  ];
  return posts.map((post, index) => section(post, eveningIn(nowMs, index + 3))).join("\n\n");
}

const eveningIn = (nowMs: number, days: number) =>
  londonInstant(londonTime(nowMs + days * DAY_MS).day, "18:30:00");

function section({ format, platforms, text }: DemoPost, atMs: number): string {
  const { day, time } = londonTime(atMs);
  const place = format === undefined ? platforms : `${format}, ${platforms}`;
  return `## ${day} ${time.slice(0, 5)} ${place}\n\n${text}`;
}
