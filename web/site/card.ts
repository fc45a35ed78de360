import { COMPANY } from "#contracts/company.ts";
import { escapeMarkup } from "./escape.ts";
import type { Colour } from "./palette.ts";
import { DISPLAY_FONT, measureText } from "./raster.ts";

export const CARD = {
  width: 1200,
  height: 630,
  postsMax: 5,
  /** Pixels of the largest post. */
  post: { width: 210, height: 263 },
} as const;

const MARGIN = 72;
const TEXT_WIDTH = CARD.width - 2 * MARGIN;
const SEA_LEVEL = 486;

// Largest first; the first size at which the headline fits is used.
const SETTINGS = [
  { size: 150, linesMax: 1 },
  { size: 116, linesMax: 2 },
  { size: 100, linesMax: 2 },
  { size: 84, linesMax: 3 },
  { size: 72, linesMax: 3 },
  { size: 60, linesMax: 4 },
] as const;
const LINE_HEIGHT = 0.98;
const TRACKING = -0.024;

const COLUMNS_MIN = 4;
/** Post size in SVG units; `dry` is the share above the water. */
const POST = { pitch: 116, height: 133, dry: 0.74 } as const;
const POST_SCALE_MAX = 2.1;
const POST_TILTS = [-5, 3, -3, 6, -4] as const;
const POST_SIZES = [0.86, 0.97, 0.9, 1, 0.88] as const;
const ROOM_FOR_TILT = 26;

const CLAIM = "Made for your business. Approved by you.";
const CLAIM_SIZE = 27;
const NAME_SIZE_MAX = 40;
const NAME_INDENT = 58;
const NAME_GAP = 40;

/** @param card.pictures addresses of data, as a rasteriser fetches nothing */
export function drawCard(
  card: { headline: string; pictures: readonly string[] },
  colour: (name: string) => Colour,
): string {
  const ink = (name: string) => colour(name).light;
  const { size, lines } = setHeadline(card.headline);
  const posts = card.pictures.map(
    (picture) =>
      `<image href="${picture}" width="100" height="125" preserveAspectRatio="xMidYMid slice"/>`,
  );
  const headlineBottom = MARGIN + lines.length * size * LINE_HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}">
<rect width="${CARD.width}" height="${CARD.height}" fill="${ink("paper")}"/>
<g font-family="${DISPLAY_FONT}" font-size="${size}" letter-spacing="${size * TRACKING}" fill="${ink("ink")}">
${lines.map((line, index) => `<text x="${MARGIN}" y="${MARGIN + size * (0.76 + index * LINE_HEIGHT)}">${escapeMarkup(line)}</text>`).join("\n")}
</g>
<path d="${waterPath(-70, -16)}" fill="${ink("tide-bright")}" opacity=".45"/>
${posts.map((post, index) => drawPost({ post, index, count: posts.length, top: headlineBottom, ink })).join("\n")}
<path d="${waterPath(0, 0)}" fill="${ink("tide")}"/>
${drawSignature(ink)}
</svg>`;
}

function drawSignature(ink: (name: string) => string): string {
  const baseline = 580;
  const room = TEXT_WIDTH - NAME_INDENT - measureText(CLAIM) * CLAIM_SIZE - NAME_GAP;
  const nameSize = Math.min(NAME_SIZE_MAX, room / measureText(COMPANY.name));
  return `<g transform="translate(${MARGIN} ${baseline - 33})">
<rect width="42" height="42" rx="4" fill="${ink("persimmon")}"/>
<path transform="scale(1.3125)" d="M0 19c5.3-5.5 10.7-5.5 16 0s10.7 5.5 16 0v10a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z" fill="${ink("tide-bright")}"/>
</g>
<g font-family="${DISPLAY_FONT}" fill="${ink("on-tide")}">
<text x="${MARGIN + NAME_INDENT}" y="${baseline}" font-size="${nameSize}" letter-spacing="-.5">${escapeMarkup(COMPANY.name)}</text>
<text x="${CARD.width - MARGIN}" y="${baseline}" font-size="${CLAIM_SIZE}" text-anchor="end" fill="${ink("on-tide-soft")}">${CLAIM}</text>
</g>`;
}

function drawPost(options: {
  post: string;
  index: number;
  count: number;
  top: number;
  ink: (name: string) => string;
}): string {
  const { post, index, count, top, ink } = options;
  const columns = Math.max(count, COLUMNS_MIN);
  const column = TEXT_WIDTH / columns;
  const room = SEA_LEVEL - top - ROOM_FOR_TILT;
  const size = Math.min(POST_SCALE_MAX, column / POST.pitch, room / (POST.height * POST.dry));
  const scale = size * (POST_SIZES[index % POST_SIZES.length] ?? 1);
  const x = MARGIN + column * (columns - count + index + 0.5);
  const y = SEA_LEVEL - POST.height * scale * POST.dry;
  const tilt = POST_TILTS[index % POST_TILTS.length] ?? 0;
  return `<g transform="translate(${x} ${y}) rotate(${tilt}) scale(${scale}) translate(-50 0)">
<path d="M-4-4h108v160H-4z" fill="${ink("chalk")}" stroke="${ink("rule")}" stroke-width=".8"/>
${post}
</g>`;
}

function waterPath(x: number, y: number): string {
  const half = 120;
  const rise = 11;
  const bend = half * 0.636;
  const wave = `s${bend}-${2 * rise} ${half}-${2 * rise} ${bend} ${2 * rise} ${half} ${2 * rise}`;
  return `M${x - 2 * half} ${SEA_LEVEL + rise + y}${wave.repeat(9)}V${CARD.height}H${x - 2 * half}z`;
}

function setHeadline(headline: string): { size: number; lines: readonly string[] } {
  const words = headline.split(/\s+/).filter((word) => word !== "");
  for (const { size, linesMax } of SETTINGS) {
    const lines = breakLines(words, TEXT_WIDTH / size);
    if (lines !== null && lines.length <= linesMax) return { size, lines: balance(words, lines) };
  }
  throw new Error(`The headline "${headline}" is too long for a link preview.`);
}

/** Rebreaks the words into the same number of lines with the smallest possible width. */
function balance(words: readonly string[], lines: readonly string[]): readonly string[] {
  let balanced = lines;
  for (;;) {
    const widest = Math.max(...balanced.map(setWidth));
    const narrower = breakLines(words, widest * 0.999);
    if (narrower === null || narrower.length > lines.length) return balanced;
    balanced = narrower;
  }
}

/** @returns null when a single word is wider than the line */
function breakLines(words: readonly string[], widthMax: number): readonly string[] | null {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (setWidth(longer) <= widthMax) lines.splice(-1, 1, longer);
    else if (setWidth(word) <= widthMax) lines.push(word);
    else return null;
  }
  return lines;
}

const widths = new Map<string, number>();

function setWidth(text: string): number {
  const known = widths.get(text) ?? measureText(text);
  widths.set(text, known);
  return known + text.length * TRACKING;
}
