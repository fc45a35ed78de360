import { buffer } from "node:stream/consumers";
import { serialize } from "node:v8";
import sharp from "sharp";
import type { MediaType } from "#contracts/content/media.ts";
import { checkFile } from "./check-file.ts";
import { makePortrait } from "./picture.ts";

// The process that `run-file-checker.ts` starts for one file: its bytes come in, what became of it goes out.

/** `portrait`, or the type of the file to check. */
export type Task = "portrait" | MediaType;

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
process.stdout.write(serialize(result));
