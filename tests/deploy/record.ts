import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";

/** Which release each part runs; null: none, or nobody can ask. */
const Serving = z.object({
  worker: z.string().nullable(),
  edge: z.string().nullable(),
  site: z.string().nullable(),
});
export type Serving = z.infer<typeof Serving>;

const DeployRecord = z.object({
  target: z.string(),
  commit: z.string(),
  image: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** What ran before the first step that changes something; null until then. */
  before: Serving.nullable(),
  /** The steps that were begun, the last of which may have stopped halfway. */
  begun: z.array(z.string()),
  done: z.array(z.string()),
  end: z.enum(["deployed", "undone"]).nullable(),
});
export type DeployRecord = z.infer<typeof DeployRecord>;

const fileOf = (folder: string, { target, commit }: DeployRecord) =>
  join(folder, `${target}-${commit}.json`);

/** Writes what a deploy has done; a reader finds the record before or after it, never a part. */
export function keepRecord(folder: string, record: DeployRecord): void {
  const file = fileOf(folder, record);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(record, null, 2));
  renameSync(`${file}.new`, file);
}

/** Finds the newest deploy to a target from this machine. */
export function lastRecord(folder: string, target: string): DeployRecord | null {
  if (!existsSync(folder)) return null;
  return (
    globSync(join(folder, `${target}-*.json`))
      .map((file) => DeployRecord.parse(JSON.parse(readFileSync(file, "utf8"))))
      .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
      .at(-1) ?? null
  );
}
