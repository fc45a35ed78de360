import { type Platform, PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { plannedInstant } from "#contracts/content/planned-time.ts";
import {
  POST_FORMAT_KEYS,
  POST_TEXT_MAX,
  POST_URL_MAX,
  type PostContent,
} from "#contracts/content/posts.ts";
import { LINE, TEXT } from "#contracts/text.ts";

/** As typed; `value` is null until it is a post. */
export type PostInput = PostContent & { value: PostContent | null; error?: string };

export const NO_POST: PostInput = {
  format: "post",
  text: "",
  platforms: [],
  plannedOn: "",
  plannedTime: "",
  value: null,
};

export function readPost(form: URLSearchParams, now: Date): PostInput {
  const field = (name: string) => form.get(name) ?? "";
  const chosen = new Set(form.getAll("platform"));
  const content: PostContent = {
    format: POST_FORMAT_KEYS.find((format) => format === field("format")) ?? "post",
    text: field("text").replaceAll("\r\n", "\n").trim(),
    platforms: PLATFORM_KEYS.filter((platform) => chosen.has(platform)),
    plannedOn: field("planned_on"),
    plannedTime: field("planned_time"),
  };
  const error = whyRefused(content, now);
  return error === null ? { ...content, value: content } : { ...content, value: null, error };
}

/** @returns a sentence, or null for a post that may be proposed */
export function whyRefused(content: PostContent, now: Date): string | null {
  const { text, platforms, plannedOn, plannedTime } = content;
  if (text === "") return "Write the text.";
  if (text.length > POST_TEXT_MAX) {
    return `Shorten the text to ${String(POST_TEXT_MAX)} characters.`;
  }
  if (!TEXT.test(text)) return "The text has characters that cannot be shown.";
  if (platforms.length === 0) return "Choose a platform.";
  if (plannedOn === "" || plannedTime === "") return "Choose a day and a time.";
  const instant = plannedInstant({ plannedOn, plannedTime });
  if (instant === null) return "That time doesn’t exist in London: the clocks go forward then.";
  return Date.parse(instant) > now.getTime() ? null : "This day and time have passed.";
}

type UrlInput = { platform: Platform; url: string };

/** @returns null when one is no https address, or none is given */
export function readUrls(
  form: URLSearchParams,
  platforms: readonly Platform[],
): readonly UrlInput[] | null {
  const given = platforms
    .map((platform) => ({ platform, url: (form.get(`url_${platform}`) ?? "").trim() }))
    .filter(({ url }) => url !== "");
  const isAddress = ({ url }: UrlInput) =>
    url.length <= POST_URL_MAX &&
    LINE.test(url) &&
    /^https:\/\/\S+$/.test(url) &&
    URL.canParse(url);
  return given.length > 0 && given.every(isAddress) ? given : null;
}
