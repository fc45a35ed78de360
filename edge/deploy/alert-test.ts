import { readWorkerConfig } from "../../worker/config.ts";
import { loadWithJsx } from "../../worker/load-with-jsx.ts";
import type * as TestChannels from "../../worker/alerts/test-channels.ts";
import { print, readCommandLine, runCommand, SOURCES_USAGE } from "./command-line.ts";

const USAGE = `usage: npm run alert:test -- [--target <environment>] [--env-file <path>]

Sends a test alert through every channel that the worker has. Without a target: local.

${SOURCES_USAGE}`;

const LEFT_OUT = {
  webhook: "ALERT_WEBHOOK_URL is left out: alerts go by email only",
  heartbeat: "HEARTBEAT_URL is left out: nobody is told when the worker stops",
};

await runCommand(async () => {
  const line = readCommandLine({}, "local");
  if (line === null) throw new Error(USAGE);
  const config = readWorkerConfig(line.given.worker);
  const { testChannels } = (await loadWithJsx(
    new URL("../../worker/alerts/test-channels.ts", import.meta.url),
  )) as typeof TestChannels;
  const tested = await testChannels(config, new Date());
  for (const { name, isAccepted, answer } of tested) {
    print(`  ${isAccepted ? "✓" : "✗"} ${name.padEnd(9)}  ${answer}`);
  }
  for (const [name, what] of Object.entries(LEFT_OUT)) {
    if (!tested.some((channel) => channel.name === name)) print(`  · ${name.padEnd(9)}  ${what}`);
  }
  if (tested.some(({ isAccepted }) => !isAccepted)) process.exitCode = 1;
});
