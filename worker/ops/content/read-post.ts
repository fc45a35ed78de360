import { type Platform, PLATFORMS } from "#contracts/content/brief-answers.ts";
import { plannedInstant } from "#contracts/content/planned-time.ts";
import { PLATFORM_RULES } from "#contracts/content/platforms.ts";
import { POST_TEXT_MAX, POST_URL_MAX, type PostContent } from "#contracts/content/posts.ts";
import { LINE, TEXT } from "#contracts/text.ts";

/** @returns a sentence, or null for a post that may be proposed */
export function whyRefused(content: Omit<PostContent, "media">, now: Date): string | null {
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

/** Says where an address was copied, and nothing of the post. */
const TRACKING = /^(?:utm_\w+|igsh|igshid|fbclid|mibextid|trk)$/;

/** @returns the addresses without what changes with each copy; or a sentence when one cannot be of its platform, or none is given */
export function readUrls(
  form: URLSearchParams,
  platforms: readonly Platform[],
): readonly UrlInput[] | string {
  const given = platforms
    .map((platform) => ({ platform, url: (form.get(`url_${platform}`) ?? "").trim() }))
    .filter(({ url }) => url !== "");
  const isAddress = ({ url }: UrlInput) =>
    url.length <= POST_URL_MAX &&
    LINE.test(url) &&
    /^https:\/\/\S+$/.test(url) &&
    URL.canParse(url);
  if (given.length === 0 || !given.every(isAddress)) {
    return "Give an address that begins with https://";
  }
  const foreign = given.find(({ platform, url }) => !isPostOn(platform, new URL(url)));
  if (foreign !== undefined) {
    return `${foreign.url} is no address of a post on ${PLATFORMS[foreign.platform]}.`;
  }
  return given.map(({ platform, url }) => ({ platform, url: withoutTracking(url) }));
}

function isPostOn(platform: Platform, { hostname, pathname }: URL): boolean {
  const { hosts } = PLATFORM_RULES[platform];
  return (
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)) && pathname !== "/"
  );
}

function withoutTracking(address: string): string {
  const url = new URL(address);
  url.hash = "";
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return url.href;
}
