import { renderResults } from "./check-result.ts";
import { print, readCommandLine, runCommand, SOURCES_USAGE } from "./command-line.ts";
import { runChecks } from "./examine.ts";
import { checkCloudflare } from "./wrangler.ts";

const USAGE = `usage: npm run doctor -- --target <environment> [--env-file <path>]

${SOURCES_USAGE}`;

await runCommand(async () => {
  const line = readCommandLine({});
  if (line === null) throw new Error(USAGE);
  const { given } = line;
  const results = [...checkCloudflare(given, process.env), ...(await runChecks(given))];
  print(`\n  ${given.target}\n\n${renderResults(results)}\n`);
  if (results.some(({ state }) => state === "fault" || state === "pending")) process.exitCode = 1;
});
