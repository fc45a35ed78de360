const CHARS_MAX = 300;

/** Bounds the work: the patterns look back over a text of one word. */
const READ_CHARS_MAX = 2_000;

const AT = String.raw`(?:@|＠|%40|&#64;|&#x40;|\\u0040)`;
const QUOTED_ADDRESS = new RegExp(String.raw`"[^"]*"${AT}[^\s<>"')]+`, "giu");
const ADDRESS = new RegExp(String.raw`[^\s<>"'(]+${AT}[^\s<>"')]+`, "giu");

const URL_QUERY = /(:\/\/[^\s?#]*)[?#]\S*/g;
const CREDENTIALS = /\b(?:bearer|basic)\s+\S+/gi;
const KEY = /\b(?:sk|rk|pk|whsec|re|SG|AC)[_.]?[\w.-]*\d[\w.-]{5,}|\b\w+_secret_\w+|\beyJ[\w.-]+/g;
/** Ids of ours and of Stripe say which row it was. */
const ID = String.raw`(?:ch|cn|cs|cus|du|evt|ii|in|pi|pm|price|prod|req|seti|si|sub|sub_sched|txr)_`;
const TOKEN = new RegExp(String.raw`\b(?!${ID}[A-Za-z0-9]+\b)(?=[\w-]*\d)[\w-]{20,}`, "g");
/** Six digits are a code, more may be a telephone number. */
const NUMBER = /(?<!\w)\+?\p{Nd}(?:[\s().-]*\p{Nd}){5,}/gu;

export function redactAddresses(text: string): string {
  return text.replaceAll(QUOTED_ADDRESS, "[address]").replaceAll(ADDRESS, "[address]");
}

/** One line of a company's answer for operators, without email addresses, telephone numbers, codes and tokens. */
export function redactMessage(text: string): string {
  return redactAddresses(
    start(text)
      .replaceAll(/\p{Cf}+/gu, "")
      .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
      .replaceAll(URL_QUERY, "$1"),
  )
    .replaceAll(CREDENTIALS, "[token]")
    .replaceAll(KEY, "[token]")
    .replaceAll(TOKEN, "[token]")
    .replaceAll(NUMBER, "[number]")
    .slice(0, CHARS_MAX)
    .trim();
}

/** Without its last word, of which a part would not be recognised. */
function start(text: string): string {
  return text.length <= READ_CHARS_MAX
    ? text
    : text.slice(0, READ_CHARS_MAX).replace(/[\p{Nd}\s+().-]*\S*$/u, "");
}
