import { buffer } from "node:stream/consumers";
import { serialize } from "node:v8";
import sharp from "sharp";
import type { MediaType } from "#contracts/content/media.ts";
import { checkFile } from "./check-file.ts";
import type { UsableFile } from "./checked-file.ts";
import { makePortrait } from "./picture.ts";

// The process that `run-file-checker.ts` starts for one file: its bytes come in, what became of it goes out behind its length.

/** `portrait`, or the type of the file to check. */
export type Task = "portrait" | MediaType;

type Change = { at: number; bytes: Buffer };
export type AnsweredFile = Omit<UsableFile, "original"> & { original: Buffer | readonly Change[] };

const BLOCK_BYTES = 4_096;

sharp.concurrency(1);
sharp.cache(false);
// A decoder that nobody needs is one that nobody can attack: libvips chooses by content.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

const task = process.argv[2] as Task;
const bytes = await buffer(process.stdin);
const result = task === "portrait" ? await makePortrait(bytes) : await checkFile(bytes, task);
const answer = serialize(
  typeof result === "object" && "original" in result ? changedOnly(bytes, result) : result,
);
const length = Buffer.alloc(4);
length.writeUInt32BE(answer.length);
process.stdout.write(length);
process.stdout.write(answer);

/** Whoever asks has the file: of a copy as long as it is, such as a film's, only what differs goes back. */
function changedOnly(before: Buffer, { original, ...file }: UsableFile): AnsweredFile {
  if (original.length !== before.length) return { ...file, original };
  const changes: Change[] = [];
  for (let at = 0; at < before.length; at += BLOCK_BYTES) {
    const block = original.subarray(at, at + BLOCK_BYTES);
    if (!block.equals(before.subarray(at, at + BLOCK_BYTES))) changes.push({ at, bytes: block });
  }
  return { ...file, original: changes };
}
