import { VIDEO_SECONDS_MAX } from "#contracts/content/media.ts";
import type { CheckedFile } from "./checked-file.ts";

// Boxes of ISO/IEC 14496-12: four bytes of size, four of type, then the content. QuickTime files have the same ones.

type Box = {
  type: string;
  /** Offset of its first byte in the file. */
  start: number;
  /** Offset of the first byte of its content. */
  content: number;
  end: number;
};

class DamagedError extends Error {}

const CODECS: Readonly<Record<string, ReadonlySet<string>>> = {
  vide: new Set(["avc1", "avc3", "hvc1", "hev1"]),
  soun: new Set(["mp4a"]),
};

/** Phones record fewer than ten. */
const TRACKS_MAX = 32;

/** Boxes for notes of cameras and editors: places, names, XMP. */
const NOTES = new Set(["udta", "meta", "uuid"]);

/** Reads size, length and codecs from the boxes, and blanks what may name a place: the film itself is not decoded. */
export function checkVideo(bytes: Buffer): CheckedFile {
  try {
    return check(Buffer.from(bytes));
  } catch (error) {
    if (error instanceof DamagedError || error instanceof RangeError) return "damaged";
    throw error;
  }
}

function check(file: Buffer): CheckedFile {
  const boxesIn = createBoxReader(file);
  const boxes = boxesIn(0, file.length);
  const moov = one(boxes, "moov");
  if (!boxes.some(({ type }) => type === "mdat")) throw new DamagedError();
  const inMoov = boxesIn(moov.content, moov.end);
  const seconds = Math.ceil(secondsOf(file, one(inMoov, "mvhd")));
  const traks = inMoov.filter(({ type }) => type === "trak");
  if (traks.length > TRACKS_MAX) throw new DamagedError();
  const tracks = traks.map((trak) => trackOf(file, boxesIn, trak));
  const film = tracks.find(({ handler }) => handler === "vide");
  // A film that is sent in fragments has no length in front.
  if (film === undefined || seconds === 0) return "codec";
  if (tracks.some(({ handler, codec }) => CODECS[handler]?.has(codec) === false)) return "codec";
  if (seconds > VIDEO_SECONDS_MAX) return "too_long";

  for (const track of tracks) {
    // Cameras record places beside film and sound, with a time for each.
    if (CODECS[track.handler] === undefined) {
      blankSamples(file, track.samples);
      blank(file, track.box);
    }
    for (const box of track.boxes) blankNote(file, box);
  }
  for (const box of [...boxes, ...inMoov]) blankNote(file, box);
  const { width, height } = film;
  return { original: file, renditions: [], width, height, seconds };
}

/** Boxes that are read of a file: a film has two for each fragment, and the shortest fragment is one picture. */
const BOXES_MAX = 50_000;

/** @throws {DamagedError} unless boxes fill the range exactly */
type BoxReader = (from: number, until: number) => Box[];

function createBoxReader(file: Buffer): BoxReader {
  let left = BOXES_MAX;
  return (from, until) => {
    const boxes: Box[] = [];
    for (let start = from; start < until;) {
      if (left === 0) throw new DamagedError();
      left -= 1;
      // QuickTime ends a list with four bytes of zero.
      if (until - start === 4 && file.readUInt32BE(start) === 0) break;
      if (until - start < 8) throw new DamagedError();
      const short = file.readUInt32BE(start);
      const isLong = short === 1;
      const content = start + (isLong ? 16 : 8);
      if (content > until) throw new DamagedError();
      // 0: to the end of the file.
      const size = isLong
        ? Number(file.readBigUInt64BE(start + 8))
        : short === 0
          ? until - start
          : short;
      const end = start + size;
      if (end < content || end > until) throw new DamagedError();
      boxes.push({ type: file.toString("latin1", start + 4, start + 8), start, content, end });
      start = end;
    }
    return boxes;
  };
}

function one(boxes: readonly Box[], type: string): Box {
  const box = boxes.find((other) => other.type === type);
  if (box === undefined) throw new DamagedError();
  return box;
}

/** @param mvhd version 1 has 64 bits for each time */
function secondsOf(file: Buffer, { content }: Box): number {
  const isLong = file.readUInt8(content) === 1;
  const scale = file.readUInt32BE(content + (isLong ? 20 : 12));
  const duration = isLong
    ? Number(file.readBigUInt64BE(content + 24))
    : file.readUInt32BE(content + 16);
  if (scale === 0) throw new DamagedError();
  return duration / scale;
}

function trackOf(file: Buffer, boxesIn: BoxReader, box: Box) {
  const inTrack = boxesIn(box.content, box.end);
  const mdia = one(inTrack, "mdia");
  const inMedia = boxesIn(mdia.content, mdia.end);
  const minf = one(inMedia, "minf");
  const stbl = one(boxesIn(minf.content, minf.end), "stbl");
  const samples = boxesIn(stbl.content, stbl.end);
  const hdlr = one(inMedia, "hdlr").content;
  const stsd = one(samples, "stsd").content;
  return {
    box,
    boxes: inTrack,
    samples,
    handler: file.toString("latin1", hdlr + 8, hdlr + 12),
    codec: file.toString("latin1", stsd + 12, stsd + 16),
    ...sizeOf(file, one(inTrack, "tkhd")),
  };
}

/** Size of a track as it is shown: phones film sideways, and the matrix turns it. */
function sizeOf(file: Buffer, { content }: Box): { width: number; height: number } {
  const matrix = content + (file.readUInt8(content) === 1 ? 52 : 40);
  // Fixed point, 16.16.
  const width = file.readUInt16BE(matrix + 36);
  const height = file.readUInt16BE(matrix + 40);
  const isTurned = file.readInt32BE(matrix) === 0 && file.readInt32BE(matrix + 4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

function blankNote(file: Buffer, box: Box): void {
  if (NOTES.has(box.type)) blank(file, box);
}

/** Turns the box into free space of the same size: positions in the file stay. */
function blank(file: Buffer, { start, content, end }: Box): void {
  file.write("free", start + 4, "latin1");
  file.fill(0, content, end);
}

/** Overwrites the samples of a track, which are in the film's data, chunk by chunk. */
function blankSamples(file: Buffer, table: readonly Box[]): void {
  const sizes = sampleSizes(file, one(table, "stsz").content);
  const chunks = chunkOffsets(file, table);
  const stsc = one(table, "stsc").content;
  const runs = Array.from({ length: countOf(file, stsc + 4, 12) }, (_, index) => ({
    // From 1.
    firstChunk: file.readUInt32BE(stsc + 8 + index * 12),
    samples: file.readUInt32BE(stsc + 12 + index * 12),
  }));
  let sample = 0;
  let run = -1;
  let blanked = 0;
  for (const [index, offset] of chunks.entries()) {
    while ((runs[run + 1]?.firstChunk ?? Infinity) <= index + 1) run += 1;
    const perChunk = runs[run]?.samples ?? 0;
    const length = sizes.slice(sample, sample + perChunk).reduce((sum, size) => sum + size, 0);
    blanked += length;
    // Samples do not overlap: a table that says so would have the same bytes overwritten for hours.
    if (offset + length > file.length || blanked > file.length) throw new DamagedError();
    file.fill(0, offset, offset + length);
    sample += perChunk;
  }
}

function sampleSizes(file: Buffer, stsz: number): number[] {
  const size = file.readUInt32BE(stsz + 4);
  const count = countOf(file, stsz + 8, size === 0 ? 4 : 0);
  return Array.from({ length: count }, (_, index) =>
    size === 0 ? file.readUInt32BE(stsz + 12 + index * 4) : size,
  );
}

function chunkOffsets(file: Buffer, table: readonly Box[]): number[] {
  const co64 = table.find(({ type }) => type === "co64");
  const { content } = co64 ?? one(table, "stco");
  const bytes = co64 === undefined ? 4 : 8;
  const count = countOf(file, content + 4, bytes);
  return Array.from({ length: count }, (_, index) => {
    const at = content + 8 + index * bytes;
    return bytes === 4 ? file.readUInt32BE(at) : Number(file.readBigUInt64BE(at));
  });
}

/** The longest film at a thousand samples a second has fewer. */
const SAMPLES_MAX = 200_000;

/** @throws {DamagedError} for a number that the file is too short for */
function countOf(file: Buffer, at: number, bytesEach: number): number {
  const count = file.readUInt32BE(at);
  if (count > SAMPLES_MAX || count * bytesEach > file.length) throw new DamagedError();
  return count;
}
