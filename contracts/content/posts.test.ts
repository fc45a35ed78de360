import { expect, test } from "vitest";
import { plannedInstant } from "./planned-time.ts";
import { canonicalPost, postState } from "./posts.ts";

test.for([
  ["a winter evening", "2026-11-27", "18:00", "2026-11-27T18:00:00.000Z"],
  ["a summer evening", "2027-07-01", "18:00", "2027-07-01T17:00:00.000Z"],
  ["a summer night, a day earlier in UTC", "2027-07-01", "00:30", "2027-06-30T23:30:00.000Z"],
  ["the minute before clocks go forward", "2027-03-28", "00:59", "2027-03-28T00:59:00.000Z"],
  ["the first minute that is skipped", "2027-03-28", "01:00", null],
  ["the last minute that is skipped", "2027-03-28", "01:59", null],
  ["the minute after clocks went forward", "2027-03-28", "02:00", "2027-03-28T01:00:00.000Z"],
  ["an hour that comes twice", "2026-10-25", "01:30", "2026-10-25T01:30:00.000Z"],
  ["the hour before that", "2026-10-25", "00:30", "2026-10-24T23:30:00.000Z"],
  ["31 February", "2027-02-31", "18:00", null],
  ["hour 24", "2027-02-01", "24:00", null],
  ["no date", "", "18:00", null],
  ["no time", "2027-02-01", "", null],
] as const)("planned time of %s", ([, plannedOn, plannedTime, instant]) => {
  expect(plannedInstant({ plannedOn, plannedTime })).toBe(instant);
});

const CONTENT = {
  format: "post",
  text: "Fig rolls.",
  platforms: ["instagram", "x"],
  plannedOn: "2026-11-27",
  plannedTime: "18:00",
} as const;

test("canonical post: what is not given changes nothing, what is given does", () => {
  const before = '["Fig rolls.",["instagram","x"],"2026-11-27","18:00",[]]';
  expect(canonicalPost(CONTENT)).toBe(before);
  expect(canonicalPost({ ...CONTENT, texts: {}, firstComment: null })).toBe(before);
  const texts = { x: "Rolls.", instagram: "Figs." } as const;
  const further = canonicalPost({ ...CONTENT, texts, firstComment: "Order below." });
  expect(JSON.parse(further)).toEqual([
    ...JSON.parse(before),
    {
      texts: [
        ["instagram", "Figs."],
        ["x", "Rolls."],
      ],
    },
    { firstComment: "Order below." },
  ]);
});

const NEW = { decision: null, isPublished: false, isWithdrawn: false } as const;

test.for([
  ["waiting", NEW],
  ["approved", { ...NEW, decision: "approved" }],
  ["changes_requested", { ...NEW, decision: "changes_requested" }],
  ["published", { ...NEW, decision: "approved", isPublished: true }],
  ["withdrawn", { ...NEW, decision: "approved", isWithdrawn: true }],
] as const)("post is %s", ([state, post]) => {
  expect(postState(post)).toBe(state);
});

test("approval covers format, text, platforms, date, time, and files in their order with alt text", () => {
  const cake = { mediaId: "med_1", sha256: "a".repeat(64), alt: "A cake" };
  const shop = { mediaId: "med_2", sha256: "b".repeat(64), alt: "The shop" };
  const post = {
    format: "post",
    text: "Hello",
    platforms: ["instagram", "x"],
    plannedOn: "2026-11-27",
    plannedTime: "18:00",
    media: [cake, shop],
  } as const;
  const changes = [
    { format: "reel" },
    { text: "Hello!" },
    { platforms: ["instagram"] },
    { plannedOn: "2026-11-28" },
    { plannedTime: "18:01" },
    { media: [] },
    { media: [shop, cake] },
    { media: [{ ...cake, sha256: shop.sha256 }, shop] },
    { media: [{ ...cake, alt: "A pie" }, shop] },
  ] as const;
  const all = [post, ...changes.map((change) => ({ ...post, ...change }))].map(canonicalPost);
  expect(new Set(all).size).toBe(10);
});
