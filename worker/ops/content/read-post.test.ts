import { expect, test } from "vitest";
import { readUrls, whyRefused } from "./read-post.ts";

const NOW = new Date("2026-11-24T10:00:00Z");
const GOOD = {
  format: "post",
  text: "Fig rolls.",
  platforms: ["x"],
  plannedOn: "2026-11-27",
  plannedTime: "18:00",
} as const;

test.for([
  ["nothing missing", {}, null],
  ["no text", { text: "" }, "Write the text."],
  ["a text over its limit", { text: "x".repeat(3_001) }, "Shorten the text"],
  ["a control character", { text: "a\u0007" }, "cannot be shown"],
  ["no platform", { platforms: [] }, "Choose a platform."],
  ["no time", { plannedTime: "" }, "Choose a day and a time."],
  [
    "an hour that clocks skip",
    { plannedOn: "2027-03-28", plannedTime: "01:30" },
    "That time doesn’t exist",
  ],
  ["the past", { plannedOn: "2026-11-24", plannedTime: "09:59" }, "have passed"],
] as const)("post with %s", ([, fields, error]) => {
  const why = whyRefused({ ...GOOD, ...fields }, NOW);
  expect(why).toEqual(error === null ? null : expect.stringContaining(error));
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
