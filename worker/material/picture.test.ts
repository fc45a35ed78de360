import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { PHOTO_BYTES_MAX } from "#contracts/content/photo.ts";
import { checkPicture, makePortrait } from "./picture.ts";

/** A sideways photo of a phone, with a position. */
const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#3a6ea5" } })
    .jpeg()
    .withExif({
      IFD0: { Orientation: "6", Copyright: "Ada Hart" },
      IFD3: { GPSLatitude: "51/1 21/1 0/1", GPSLatitudeRef: "N" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>51.36N</a></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .toBuffer();

test("photo with position: upright, without metadata, in copies at most its own size", async () => {
  const bytes = await photo();
  expect((await sharp(bytes).metadata()).orientation).toBe(6);
  expect(["Ada Hart", "51.36N"].map((text) => bytes.includes(text))).toEqual([true, true]);
  const checked = await checkPicture(bytes, "image/jpeg");
  if (typeof checked === "string") throw new Error(checked);
  expect(checked).toMatchObject({ width: 300, height: 400, seconds: null });
  const original = await sharp(checked.original).metadata();
  expect(original).toMatchObject({ format: "jpeg", width: 300, height: 400 });
  const files = [checked.original, ...checked.renditions.map((rendition) => rendition.bytes)];
  for (const file of files) {
    const { exif, xmp, iptc, orientation = 1 } = await sharp(file).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, 1]);
  }
  const sizes = await Promise.all(
    checked.renditions.map(async ({ rendition, bytes: file }) => {
      const { format, width, height } = await sharp(file).metadata();
      return [rendition, format, width, height];
    }),
  );
  expect(sizes).toEqual([
    ["320", "webp", 300, 400],
    ["800", "webp", 300, 400],
    ["1600", "webp", 300, 400],
    ["thumb", "webp", 112, 140],
    ["mail", "jpeg", 560, 700],
    ["publish", "jpeg", 300, 400],
  ]);
});

test("file appended to a picture: gone", async () => {
  const checked = await checkPicture(
    Buffer.concat([await photo(), Buffer.from("<script>alert(1)</script>")]),
    "image/jpeg",
  );
  if (typeof checked === "string") throw new Error(checked);
  expect(checked.original.includes("<script>")).toBe(false);
});

test("colour profile with a text of its own: gone, and the colours are sRGB", async () => {
  const profiled = await sharp(await photo())
    .withIccProfile("p3")
    .png()
    .toBuffer();
  expect((await sharp(profiled).metadata()).icc).toBeDefined();
  const checked = await checkPicture(profiled, "image/png");
  if (typeof checked === "string") throw new Error(checked);
  const { icc, space } = await sharp(checked.original).metadata();
  expect([icc, space]).toEqual([undefined, "srgb"]);
});

test("logo with a transparent background: stays transparent and exact", async () => {
  const pixels = Buffer.from([255, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 128, 0, 0, 255, 1]);
  const raw = { width: 2, height: 2, channels: 4 } as const;
  const png = await sharp(pixels, { raw }).png().toBuffer();
  const checked = await checkPicture(png, "image/png");
  if (typeof checked === "string") throw new Error(checked);
  expect(await sharp(checked.original).raw().toBuffer()).toEqual(pixels);
});

test.for([
  ["half of a photo", async () => (await photo()).subarray(0, 900), "damaged"],
  ["a text that begins like one", () => Buffer.from("\xFF\xD8\xFF nothing", "latin1"), "damaged"],
  [
    "a small file with far too many pixels",
    () =>
      sharp({ create: { width: 12_100, height: 10, channels: 3, background: "#fff" } })
        .png()
        .toBuffer(),
    "too_large_picture",
  ],
] as const)("%s: refused", async ([, make, refusal]) => {
  expect(await checkPicture(await make(), "image/jpeg")).toBe(refusal);
  expect(await makePortrait(await make())).toBe(refusal);
});

test.for([
  ["a photo with a position", photo],
  [
    "noise, which is the hardest to make small",
    () =>
      sharp(randomBytes(240 * 240 * 4), { raw: { width: 240, height: 240, channels: 4 } })
        .png()
        .toBuffer(),
  ],
] as const)("portrait of %s: a small square JPEG without metadata", async ([, make]) => {
  const portrait = await makePortrait(await make());
  if (typeof portrait === "string") throw new Error(portrait);
  expect(portrait.length).toBeLessThanOrEqual(PHOTO_BYTES_MAX);
  const { format, width, height, exif, xmp, icc } = await sharp(portrait).metadata();
  expect([format, width, height, exif, xmp, icc]).toEqual(["jpeg", 240, 240, ...Array(3)]);
});
