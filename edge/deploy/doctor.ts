import { readCommandLine, print, SOURCES_USAGE } from "./command-line.ts";
import { runChecks } from "./examine.ts";
import { renderResults } from "./check-result.ts";
import { checkCloudflare } from "./wrangler.ts";

// Changes nothing and prints no setting's value.

const USAGE = `usage: npm run doctor -- --target <environment> [--env-file <path>]

${SOURCES_USAGE}`;

try {
  const line = readCommandLine({});
  if (line === null) {
    print(USAGE);
    process.exitCode = 1;
  } else {
    const results = [...checkCloudflare(line.given, process.env), ...(await runChecks(line.given))];
    print(`\n  ${line.given.target}\n\n${renderResults(results)}\n`);
    if (results.some(({ state }) => state === "fault" || state === "pending")) process.exitCode = 1;
  }
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
