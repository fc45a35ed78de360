import pixelmatch from "pixelmatch";
import sharp from "sharp";

// Tolerates sub-pixel shifts of text.
const PIXEL_THRESHOLD = 0.2;
/** Share of a picture that may differ; a missing button exceeds it. */
const SHARE_MAX = 0.0004;

export async function shrink(screenshot: Uint8Array, width: number): Promise<Buffer> {
  return sharp(screenshot)
    .resize({ width })
    .png({ palette: true, colours: 16, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer();
}

/**
 * Compares two pictures made by `shrink`.
 *
 * @returns null when equal, else the difference in words and as a picture
 */
export async function difference(
  before: Uint8Array,
  after: Uint8Array,
): Promise<{ what: string; picture: Buffer | null } | null> {
  const [old, fresh] = await Promise.all([before, after].map(readPixels));
  if (old === undefined || fresh === undefined) throw new Error("A picture could not be read.");
  const { width, height } = old.info;
  if (width !== fresh.info.width || height !== fresh.info.height) {
    const size = ({ info }: typeof old) => `${info.width}×${info.height}`;
    return { what: `was ${size(old)} and is ${size(fresh)}`, picture: null };
  }
  const marked = new Uint8ClampedArray(old.data.length);
  const count = pixelmatch(old.data, fresh.data, marked, width, height, {
    threshold: PIXEL_THRESHOLD,
  });
  const share = count / (width * height);
  if (share <= SHARE_MAX) return null;
  const picture = await sharp(marked, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { what: `${(share * 100).toFixed(2)} % differs`, picture };
}

function readPixels(png: Uint8Array) {
  return sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}
