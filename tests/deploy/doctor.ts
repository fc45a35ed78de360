import { parseArgs } from "node:util";
import { print, runCommand } from "#db/bin/command.ts";
import { TARGET_USAGE } from "#db/bin/target.ts";
import { isToDo, renderResults } from "./check-result.ts";
import { PARTS_USAGE, readCommandLine } from "./command-line.ts";
import { checkEverything } from "./run-checks.ts";
import { renderTemplate, writeTemplate } from "./template.ts";
import { checkCloudflare } from "./wrangler.ts";

const USAGE = `usage: npm run doctor -- [--target <target>] [--env-file <path>]
       npm run doctor -- --template [<new file>]

  --template  prints the settings of a target with their meanings, or writes them to a file
${TARGET_USAGE}${PARTS_USAGE}`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { template: { type: "boolean" } },
    strict: false,
  });
  if (values.template === true) {
    const [file] = positionals;
    if (file === undefined) print(renderTemplate());
    else writeTemplate(file);
    return;
  }
  const line = readCommandLine({}, { isRemote: false });
  if (line === null) {
    print(USAGE);
    return;
  }
  const { given } = line;
  const results = [...checkCloudflare(given, process.env), ...(await checkEverything(given))];
  print(`\n${renderResults(results)}\n`);
  if (results.some(isToDo)) process.exitCode = 1;
});
