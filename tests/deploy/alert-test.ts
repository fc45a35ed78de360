import { readArguments } from "#db/bin/arguments.ts";
import { print, readSettings, runCommand } from "#db/bin/command.ts";
import { TARGET_OPTIONS, TARGET_USAGE } from "#db/bin/target.ts";
import { readWorkerConfig } from "../../worker/config.ts";
import "../support/jsx-hook.ts";

const USAGE = `usage: npm run alert:test -- [--target <target>] [--env-file <path>]

Sends a test alert through every channel that the worker has.

${TARGET_USAGE}`;

const LEFT_OUT = {
  webhook: "ALERT_WEBHOOK_URL is left out: alerts go by email only",
  heartbeat: "HEARTBEAT_URL is left out: nobody is told when the worker stops",
};

await runCommand(async () => {
  const { flags } = readArguments(TARGET_OPTIONS, { usage: USAGE });
  const config = readWorkerConfig(readSettings(flags, []));
  const { testChannels } = await import("../../worker/alerts/channels.ts");
  const tested = await testChannels(config, new Date());
  for (const { name, isAccepted, answer } of tested) {
    print(`  ${isAccepted ? "✓" : "✗"} ${name.padEnd(9)}  ${answer}`);
  }
  for (const [name, what] of Object.entries(LEFT_OUT)) {
    if (!tested.some((channel) => channel.name === name)) print(`  · ${name.padEnd(9)}  ${what}`);
  }
  if (tested.some(({ isAccepted }) => !isAccepted)) process.exitCode = 1;
});
