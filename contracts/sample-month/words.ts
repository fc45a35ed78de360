export const WORD_MAX = 60;

/** `Stow-on-the-Wold`, `Newcastle upon Tyne`: not capitalised unless the town begins with them. */
const LITTLE_WORDS = /^(?:and|by|cum|de|en|in|juxta|la|le|next|of|on|sub|super|the|under|upon)$/;

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u;

/** Removes control characters, surplus spaces and what is too long. Joiners stay: emoji need them. */
export function tidy(input: string): string {
  const visible = input
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim();
  return Array.from(visible).slice(0, WORD_MAX).join("").trim();
}

/** Reads a town up to a comma, and writes it with capitals when the visitor typed all letters alike. */
export function townOf(input: string): string {
  const town = tidy(input.split(/,(?=.*\S)/)[0] ?? "").replace(/[\s,.]+$/, "") || tidy(input);
  const isAlike = town === town.toLowerCase() || town === town.toUpperCase();
  if (!isAlike) return town;
  return town
    .toLowerCase()
    .replace(/[^\s-]+/g, (word, at: number) =>
      at > 0 && LITTLE_WORDS.test(word) ? word : capitalised(word),
    );
}

function capitalised(word: string): string {
  const [first = "", ...rest] = word;
  return first.toUpperCase() + rest.join("");
}

/** Makes an Instagram handle of a name; of one without a letter that a handle may have, the name itself. */
export function handleOf(name: string): string {
  const handle = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("&", "and")
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replace(/[^a-z0-9]/g, "");
  return handle === "" ? name : handle.slice(0, 30);
}

export type Slots = { readonly name: string; readonly town: string; readonly month: string };

/** Puts the words into a text. `{bare}` is the name without its article, for a place after another one. */
export function fill(text: string, { name, town, month }: Slots): string {
  const values: Readonly<Record<string, string>> = {
    name,
    bare: name.replace(/^the\s+(?=\S)/i, ""),
    town,
    month,
  };
  return text.replace(/\{(\w+)\}(\.?)/g, (_, slot: string, stop: string) => {
    const value = values[slot] ?? "";
    return isolated(value) + (/[.!?…]$/.test(value) ? "" : stop);
  });
}

/** A name in Arabic or Hebrew must not turn round the sentence that it is in. */
function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

/** For a line of its own, which may be split: a mark would lose its other half. */
export function withoutIsolates(line: string): string {
  return line.replace(/[\u2068\u2069]/g, "");
}

export function shorten(text: string, max: number): string {
  const letters = Array.from(text);
  if (letters.length <= max) return text;
  const start = letters.slice(0, max - 1).join("");
  const lastSpace = start.lastIndexOf(" ");
  return `${(lastSpace > max / 2 ? start.slice(0, lastSpace) : start).replace(/[\s,.;:]+$/, "")}…`;
}

/** A large line that is too long for a card becomes several, split at spaces and hyphens. */
export function wrapped(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (Array.from(rest).length > width) {
    const start = Array.from(rest)
      .slice(0, width + 1)
      .join("");
    const at = Math.max(start.lastIndexOf(" "), start.slice(0, -1).lastIndexOf("-") + 1);
    const cut = at > 0 ? at : Array.from(rest).slice(0, width).join("").length;
    lines.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...lines, rest];
}
