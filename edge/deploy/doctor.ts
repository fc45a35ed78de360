import { readCommandLine, say, SOURCES_USAGE } from "./command-line.ts";
import { examineAll } from "./examine.ts";
import { renderFindings } from "./finding.ts";
import { checkCloudflare } from "./wrangler.ts";

// Says what is wrong with an environment, and changes nothing there. No value of a setting is printed.

const USAGE = `usage: npm run doctor -- --target <environment> [--env-file <path>]

${SOURCES_USAGE}`;

try {
  const line = readCommandLine({});
  if (line === null) {
    say(USAGE);
    process.exitCode = 1;
  } else {
    const findings = [
      ...checkCloudflare(line.given, process.env),
      ...(await examineAll(line.given)),
    ];
    say(`\n  ${line.given.target}\n\n${renderFindings(findings)}\n`);
    if (findings.some(({ state }) => state === "fault" || state === "pending"))
      process.exitCode = 1;
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
