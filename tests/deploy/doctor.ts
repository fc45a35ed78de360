import { readArguments } from "#db/bin/arguments.ts";
import { print, runCommand } from "#db/bin/command.ts";
import { TARGET_USAGE } from "#db/bin/target.ts";
import { isToDo, renderResults } from "./check-result.ts";
import { PARTS_USAGE, readParts, SOURCES } from "./command-line.ts";
import { checkEverything } from "./run-checks.ts";
import { renderTemplate, writeTemplate } from "./template.ts";
import { checkCloudflare } from "./wrangler.ts";

const USAGE = `usage: npm run doctor -- [--target <target>] [--env-file <path>]
       npm run doctor -- --template [<new file>]

  --template  prints the settings of a target with their meanings, or writes them to a file
${TARGET_USAGE}${PARTS_USAGE}`;

await runCommand(async () => {
  const options = { ...SOURCES, template: "flag" } as const;
  const { flags, words } = readArguments(options, { usage: USAGE, wordsMax: 1 });
  const [file] = words;
  if (flags.template) {
    if (file === undefined) return print(renderTemplate());
    writeTemplate(file);
    return print(`Wrote ${file}: fill it in, and keep it out of the repository.`);
  }
  if (file !== undefined) throw new Error(`Say --template to write ${file}.`);
  const given = await readParts(flags);
  const results = [
    ...(await checkCloudflare(given, process.env)),
    ...(await checkEverything(given)),
  ];
  print(`\n${renderResults(results)}\n`);
  if (results.some(isToDo)) process.exitCode = 1;
});
