import { expect, test } from "vitest";
import { box, film, FTYP, H264, PLACE, SAMPLE, SIDEWAYS, u32 } from "../../tests/support/film.ts";
import { checkVideo } from "./video.ts";

const AAC = { handler: "soun", codec: "mp4a" };
const PLACES = { handler: "meta", codec: "mebx" };

test("film with its place in notes: same length, no place, samples untouched", () => {
  const bytes = film({ tracks: [H264, AAC] });
  const checked = checkVideo(bytes);
  if (typeof checked === "string") throw new Error(checked);
  expect(checked).toMatchObject({ width: 1_920, height: 1_080, seconds: 90, renditions: [] });
  expect(checked.original).toHaveLength(bytes.length);
  expect(checked.original.includes(PLACE)).toBe(false);
  expect(checked.original.includes("ISO6709")).toBe(false);
  expect(checked.original.includes(SAMPLE)).toBe(true);
  expect(bytes.includes(PLACE)).toBe(true);
  // What is left is still a film.
  expect(checkVideo(checked.original)).toMatchObject({ width: 1_920, seconds: 90 });
});

test("film with a track of places: the track and its samples are gone", () => {
  const other = FTYP.length + 8 + 1_000_000;
  const checked = checkVideo(film({ tracks: [H264, PLACES] }));
  if (typeof checked === "string") throw new Error(checked);
  expect(checked.original.includes("+51.3607")).toBe(false);
  expect(checked.original.includes("mebx")).toBe(false);
  expect(checkVideo(film({ tracks: [H264, { ...PLACES, chunkAt: other }] }))).toBe("damaged");
});

test("film of a phone held upright: its size as it is shown", () => {
  const checked = checkVideo(film({ tracks: [{ ...H264, matrix: SIDEWAYS }] }));
  expect(checked).toMatchObject({ width: 1_080, height: 1_920 });
});

test.for([
  ["three minutes", film({ tracks: [H264], seconds: 180 }), null],
  ["a second more", film({ tracks: [H264], seconds: 181 }), "too_long"],
  ["HEVC", film({ tracks: [{ ...H264, codec: "hvc1" }] }), null],
  ["ProRes", film({ tracks: [{ ...H264, codec: "apch" }] }), "codec"],
  ["sound alone", film({ tracks: [AAC] }), "codec"],
  ["no length", film({ tracks: [H264], seconds: 0 }), "codec"],
  [
    "more samples than its length can have",
    film({ tracks: [H264, { ...PLACES, samples: 300_000 }] }),
    "damaged",
  ],
  [
    "samples that overlap",
    film({ tracks: [H264, { ...PLACES, samples: 1_000, chunks: 1_000 }] }),
    "damaged",
  ],
  ["forty tracks", film({ tracks: Array.from({ length: 40 }, () => H264) }), "damaged"],
  [
    "too many boxes",
    Buffer.concat([film({ tracks: [H264] }), ...Array.from({ length: 60_000 }, () => box("free"))]),
    "damaged",
  ],
  [
    "too many boxes in all of its lists",
    Buffer.concat([
      film({ tracks: [H264], boxesInMoov: 30_000 }),
      ...Array.from({ length: 30_000 }, () => box("free")),
    ]),
    "damaged",
  ],
  ["cut off", film({ tracks: [H264] }).subarray(0, -4), "damaged"],
  ["the first box alone", FTYP, "damaged"],
  [
    "a box that is longer than the file",
    Buffer.concat([FTYP, u32(99), Buffer.from("moov")]),
    "damaged",
  ],
] as const)("film with %s", ([, bytes, refusal]) => {
  const checked = checkVideo(bytes);
  expect(typeof checked === "string" ? checked : null).toBe(refusal);
});
