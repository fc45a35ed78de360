import { fileURLToPath } from "node:url";
import { readArguments } from "#db/bin/arguments.ts";
import { print, reasonOf } from "#db/bin/command.ts";
import { describeSource, findSource, TARGET_OPTIONS } from "#db/bin/target.ts";
import { buildWorker } from "./build.ts";
import { WORKER_CONFIG_KEYS } from "./config.ts";

// Runs the worker on a developer's machine. Node runs TypeScript but not JSX, so this bundles `run.ts`, as production
// does (`build.ts`); the bundle holds nothing of this file, so production never reads a local stack's settings.

const BUNDLE = new URL("./dist/local.js", import.meta.url);

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Settings of the environment or of the running stack, never of both. */
function useSettings(): void {
  const { flags } = readArguments(TARGET_OPTIONS);
  const source = findSource({ target: flags.target, files: flags["env-file"] }, process.env);
  print(describeSource(source));
  for (const name of WORKER_CONFIG_KEYS) process.env[name] = source.settings[name] ?? "";
}

try {
  useSettings();
} catch (error) {
  leave(reasonOf(error));
}
await buildWorker(fileURLToPath(BUNDLE));
process.setSourceMapsEnabled(true);
try {
  await import(BUNDLE.href);
} catch (error) {
  // Compared by name, because the bundle brings its own class.
  if (error instanceof Error && error.name === "SettingsError") leave(error.message);
  throw error;
}
