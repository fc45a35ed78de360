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

const HTTPS = "Give an address that begins with https://";
const FOREIGN = (url: string, name: string) => `${url} is no address of a post on ${name}.`;

test.for([
  ["one", { url_x: " https://x.com/i/1 " }, "https://x.com/i/1"],
  [
    "one below the network's name",
    { url_facebook: "https://m.facebook.com/1" },
    "https://m.facebook.com/1",
  ],
  [
    "one as it is shared",
    { url_x: "https://x.com/i/1?utm_source=a&igsh=b#c" },
    "https://x.com/i/1",
  ],
  [
    "one whose query names the post",
    { url_facebook: "https://www.facebook.com/watch/?v=1&mibextid=a" },
    "https://www.facebook.com/watch/?v=1",
  ],
  ["none", {}, HTTPS],
  ["one without https", { url_x: "http://x.com/i/1" }, HTTPS],
  ["a script", { url_x: "javascript:alert(1)" }, HTTPS],
  ["two in one field", { url_x: "https://x.com/i/1 https://x.com/i/2" }, HTTPS],
  ["a long one", { url_x: `https://x.com/${"x".repeat(500)}` }, HTTPS],
  ["one of a platform that is not the post's", { url_tiktok: "https://tiktok.com/1" }, HTTPS],
  ["a good and a bad one", { url_x: "https://x.com/i/1", url_facebook: "?" }, HTTPS],
  [
    "one of another network",
    { url_x: "https://facebook.com/1" },
    FOREIGN("https://facebook.com/1", "X"),
  ],
  [
    "one whose name ends alike",
    { url_x: "https://netflix.com/1" },
    FOREIGN("https://netflix.com/1", "X"),
  ],
  ["a front page", { url_x: "https://x.com/" }, FOREIGN("https://x.com/", "X")],
] as const)("live addresses, %s", ([, fields, expected]) => {
  const urls = readUrls(new URLSearchParams(fields), ["facebook", "x"]);
  expect(typeof urls === "string" ? urls : urls.map(({ url }) => url).join(" ")).toBe(expected);
});
