import { expect, test } from "vitest";
import { readPost, readUrls } from "./read-post.ts";

const NOW = new Date("2026-11-24T10:00:00Z");
const GOOD = { text: "Fig rolls.", platform: "x", planned_on: "2026-11-27", planned_time: "18:00" };

test.for([
  ["nothing", {}, "Write the text."],
  ["blanks as text", { ...GOOD, text: " \n" }, "Write the text."],
  ["a text over its limit", { ...GOOD, text: "x".repeat(3_001) }, "Shorten the text"],
  ["a control character", { ...GOOD, text: "a\u0007" }, "cannot be shown"],
  ["no platform", { ...GOOD, platform: "" }, "Choose a platform."],
  ["an unknown platform", { ...GOOD, platform: "myspace" }, "Choose a platform."],
  ["no time", { ...GOOD, planned_time: "" }, "Choose a day and a time."],
  [
    "an hour that clocks skip",
    { ...GOOD, planned_on: "2027-03-28", planned_time: "01:30" },
    "That time doesn’t exist",
  ],
  ["no date", { ...GOOD, planned_on: "tomorrow" }, "That time doesn’t exist"],
  ["the past", { ...GOOD, planned_on: "2026-11-24", planned_time: "09:59" }, "have passed"],
] as const)("post with %s: refused", ([, fields, error]) => {
  const input = readPost(new URLSearchParams(fields), NOW);
  expect([input.value, input.error]).toEqual([null, expect.stringContaining(error)]);
});

test("post: read with the line ends of a browser, platforms in our order", () => {
  const form = new URLSearchParams({ ...GOOD, text: " Fig\r\nrolls. " });
  form.append("platform", "instagram");
  expect(readPost(form, NOW).value).toEqual({
    format: "post",
    text: "Fig\nrolls.",
    platforms: ["instagram", "x"],
    plannedOn: "2026-11-27",
    plannedTime: "18:00",
  });
});

test.for([
  [
    "one address",
    { url_x: " https://x.example/1 " },
    [{ platform: "x", url: "https://x.example/1" }],
  ],
  ["none", {}, null],
  ["one without https", { url_x: "http://x.example/1" }, null],
  ["a script", { url_x: "javascript:alert(1)" }, null],
  ["two in one field", { url_x: "https://x.example/1 https://x.example/2" }, null],
  ["a long one", { url_x: `https://x.example/${"x".repeat(500)}` }, null],
  ["one of a platform that is not the post's", { url_tiktok: "https://t.example/1" }, null],
  ["a good and a bad one", { url_x: "https://x.example/1", url_facebook: "?" }, null],
] as const)("live addresses, %s", ([, fields, urls]) => {
  expect(readUrls(new URLSearchParams(fields), ["facebook", "x"])).toEqual(urls);
});
