import { spawnSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readArguments } from "#db/bin/arguments.ts";
import { print, readSettings, runCommand } from "#db/bin/command.ts";
import { TARGET_OPTIONS, TARGET_USAGE } from "#db/bin/target.ts";
import { BACKUP_NOTES, noteOf } from "./check-backups.ts";
import { type DumpSummary, dumpDatabase, loadDump, summarizeDump } from "./dump.ts";
import { ROOT } from "./part-settings.ts";
import { readBackupKey, seal, unseal } from "./seal.ts";
import { WRANGLER } from "./wrangler.ts";

const USAGE = `usage: npm run backup -- [--out <folder>] [--bucket <bucket>] [--scratch <url>] [--target <target>] [--env-file <path>]

Writes every row of the database, encrypted with BACKUP_KEY of the environment, into a file, and reads it again.

  --out       the folder of the file; left out: .local/backups
  --bucket    a bucket of R2, which gets the file, too
  --scratch   an empty database, into which the file is restored as a test
${TARGET_USAGE}
       npm run restore -- <file> --into <url>

Writes a backup into an empty database.`;

const KIND = "tidepost";

await runCommand(async () => {
  const options = {
    ...TARGET_OPTIONS,
    out: "text",
    bucket: "text",
    scratch: "text",
    into: "text",
  } as const;
  const { words, flags } = readArguments(options, {
    usage: USAGE,
    wordsMax: 2,
    only: { out: "backup", bucket: "backup", scratch: "backup", into: "restore" },
  });
  const [command, file] = words;
  const key = readBackupKey(process.env["BACKUP_KEY"]);
  if (command === "restore") {
    if (file === undefined || flags.into === undefined) {
      throw new Error("Say which file, and where to: npm run restore -- <file> --into <url>.");
    }
    print(`Restored ${describe(await loadDump(flags.into, unseal({ file, key })))}.`);
    return;
  }
  if (file !== undefined) throw new Error(`npm run backup cannot take "${file}".`);
  const { DATABASE_URL: url } = readSettings(flags, ["DATABASE_URL"]);
  await backUp(url, { ...flags, key });
});

async function backUp(
  url: string,
  given: {
    out?: string | undefined;
    bucket?: string | undefined;
    scratch?: string | undefined;
    target?: string | undefined;
    key: Buffer;
  },
): Promise<void> {
  const { bucket, scratch, key } = given;
  const folder = resolve(given.out ?? join(ROOT, ".local/backups"));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = given.target ?? "local";
  const name = `${target}-${new Date().toISOString().replaceAll(":", "-")}.${KIND}`;
  const file = join(folder, name);
  await seal(dumpDatabase(url), { file, key });
  const made = await summarizeDump(unseal({ file, key }));
  print(`${file}: ${describe(made)}, ${Math.ceil(statSync(file).size / 1_024)} kB.`);
  if (scratch !== undefined) {
    await loadDump(scratch, unseal({ file, key }));
    print("Restored into the scratch database: every row and every reference is there.");
  }
  const notes = (scratch === undefined ? ["last" as const] : BACKUP_NOTES).map((kind) =>
    noteOf(target, kind),
  );
  for (const about of notes) {
    writeFileSync(join(folder, about), JSON.stringify({ at: made.at, name }), { mode: 0o600 });
  }
  if (bucket !== undefined) for (const one of [name, ...notes]) upload(folder, one, bucket);
}

function upload(folder: string, name: string, bucket: string): void {
  const file = join(folder, name);
  const put = ["r2", "object", "put", `${bucket}/${name}`, "--file", file, "--remote"];
  const { status } = spawnSync(process.execPath, [WRANGLER, ...put], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`R2 did not take it; it is still here: ${file}`);
}

function describe({ at, schema, rows }: DumpSummary): string {
  return `${rows} rows of ${at}, schema ${schema}`;
}
