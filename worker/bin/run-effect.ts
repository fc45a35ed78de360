import { fileURLToPath } from "node:url";
import { readArguments } from "#db/bin/arguments.ts";
import { print, readSettings, runCommand } from "#db/bin/command.ts";
import { buildWorker } from "../build.ts";
import type * as RunOneEffect from "../run-one-effect.ts";

const USAGE = `usage: npm run effect -- <event id> [<effect>]

Runs one effect of one event of the running local stack in this process; without an effect, lists those that the event has.
With breakpoints: node --inspect-brk worker/bin/run-effect.ts <event id> <effect>, then chrome://inspect. It has an idempotency
key of its own, so the emulators do it again; the effect's row stays as it is.`;

const BUNDLE = new URL("../dist/effect.js", import.meta.url);

await runCommand(async () => {
  const { words } = readArguments({}, { usage: USAGE, wordsMax: 2 });
  const [eventId, effect] = words;
  if (eventId === undefined) throw new Error("Say which event: npm run effect -- <event id>.");
  const settings = readSettings({ target: "local", "env-file": [] }, ["DATABASE_URL"]);
  // Node runs TypeScript, but not the JSX of mails.
  await buildWorker(fileURLToPath(BUNDLE), "./run-one-effect.ts");
  process.setSourceMapsEnabled(true);
  const { runOneEffect } = (await import(BUNDLE.href)) as typeof RunOneEffect;
  process.exitCode = (await runOneEffect(settings, { eventId, effect, print })) ? 0 : 1;
});
