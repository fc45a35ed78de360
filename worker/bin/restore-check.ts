import { fileURLToPath } from "node:url";
import { readArguments } from "#db/bin/arguments.ts";
import { isConfirmed, print, readSettings, runCommand } from "#db/bin/command.ts";
import { TARGET_OPTIONS, TARGET_USAGE } from "#db/bin/target.ts";
import { buildWorker } from "../build.ts";
import type * as RunRestoreCheck from "../restore/run-restore-check.ts";

const USAGE = `usage: npm run restore:check -- --to <time> [--yes] [--target <target>] [--env-file <path>]

After a restore, and before a worker starts: brings the database into agreement with what happened since at Stripe, in
mailboxes and in R2, and lists what a person has to decide. Needs the edge, whose visitors must not get through yet.

  --to   the time that the rows are of, as 2026-11-29T05:00:00Z
${TARGET_USAGE}`;

const BUNDLE = new URL("../dist/restore-check.js", import.meta.url);

await runCommand(async () => {
  const { flags } = readArguments({ ...TARGET_OPTIONS, to: "text", yes: "flag" }, { usage: USAGE });
  const restoredTo = new Date(flags.to ?? "");
  if (!/^\d{4}-\d\d-\d\dT.*Z$/.test(flags.to ?? "") || Number.isNaN(restoredTo.getTime())) {
    throw new Error("--to is the time that the rows are of, in UTC, as 2026-11-29T05:00:00Z.");
  }
  const settings = readSettings(flags, ["DATABASE_URL"]);
  const question = `Is this a database that was restored to ${restoredTo.toISOString()}, and may it be changed?`;
  if (!flags.yes && !(await isConfirmed(question, "--yes")))
    throw new Error("Nothing was changed.");
  // Node runs TypeScript, but not the JSX of mails.
  await buildWorker(fileURLToPath(BUNDLE), "./restore/run-restore-check.ts");
  const { runRestoreCheck } = (await import(BUNDLE.href)) as typeof RunRestoreCheck;
  const found = await runRestoreCheck(settings, restoredTo);
  for (const kind of ["done", "decide"] as const) {
    const lines = found.filter((finding) => finding.kind === kind);
    print(kind === "done" ? `Done (${lines.length}):` : `A person decides (${lines.length}):`);
    for (const { what } of lines) print(`  - ${what}`);
  }
});
