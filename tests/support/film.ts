// Boxes of films as phones write them.

export const u32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(number | 0, index * 4);
  return bytes;
};
export const box = (type: string, ...content: (Buffer | string)[]) => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string, "latin1")));
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, "latin1"), body]);
};

export const PLACE = "+51.3607+001.0255/";
export const SAMPLE = "sample with +51.3607";
export const FTYP = box("ftyp", "isom", u32(512), "isomavc1");
const UPRIGHT = [65_536, 0, 0, 0, 65_536, 0, 0, 0, 1_073_741_824];
export const SIDEWAYS = [0, 65_536, 0, -65_536, 0, 0, 0, 0, 1_073_741_824];

type Track = {
  handler: string;
  codec: string;
  matrix?: number[];
  chunkAt?: number;
  samples?: number;
  chunks?: number;
};

export const track = ({
  handler,
  codec,
  matrix = UPRIGHT,
  chunkAt = 0,
  samples = 1,
  chunks = 1,
}: Track) =>
  box(
    "trak",
    box("tkhd", u32(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...matrix, 1_920 * 65_536, 1_080 * 65_536)),
    box(
      "mdia",
      box("hdlr", u32(0, 0), handler, u32(0, 0, 0)),
      box(
        "minf",
        box(
          "stbl",
          box("stsd", u32(0, 1), box(codec, u32(0, 0))),
          box("stsc", u32(0, 1, 1, 1, 1)),
          box("stsz", u32(0, SAMPLE.length, samples)),
          box("stco", u32(0, chunks, ...Array.from({ length: chunks }, () => chunkAt))),
        ),
      ),
    ),
    box("udta", box("\xA9xyz", PLACE)),
  );

type Film = { tracks: Track[]; seconds?: number; boxesInMoov?: number };

export const film = ({ tracks, seconds = 90, boxesInMoov = 0 }: Film) => {
  const data = box("mdat", SAMPLE);
  const moov = box(
    "moov",
    box("mvhd", u32(0, 0, 0, 600, seconds * 600)),
    ...tracks.map((one) => track({ chunkAt: FTYP.length + 8, ...one })),
    box("meta", box("keys", "com.apple.quicktime.location.ISO6709"), box("ilst", PLACE)),
    box("udta", box("\xA9xyz", PLACE), u32(0)),
    ...Array.from({ length: boxesInMoov }, () => box("free")),
  );
  return Buffer.concat([FTYP, data, moov, box("uuid", PLACE)]);
};
export const H264 = { handler: "vide", codec: "avc1" };

/** A film of so many bytes. */
export function longFilm(bytes: number): Buffer {
  const short = film({ tracks: [H264], seconds: 180, boxesInMoov: 30_000 });
  return Buffer.concat([short, box("free", Buffer.alloc(bytes - short.length - 8))]);
}
