import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { readArguments } from "#db/bin/arguments.ts";
import { isConfirmed, print, runCommand } from "#db/bin/command.ts";
import { deleteDevVars } from "./dev-vars.ts";
import { stopOrphans } from "./leftovers.ts";
import { DEFAULT_STACK_DIR, DEV_VARS, stackDirOf, WRANGLER_STATE } from "./paths.ts";
import { removePostgres } from "./postgres.ts";
import { lockFolder } from "./stack.ts";

// Listed by name, because STACK_DIR may contain other files.
const DATA = [
  "edge",
  "logs",
  "mail",
  "ops-authenticator",
  "redis",
  "run",
  "site",
  "storage",
  // Its webhook endpoint uses the deleted secret, so its signatures would be invalid.
  "stripe",
  "secrets.json",
  "settings.env",
  "stack.json",
];

const { flags } = readArguments({ yes: "flag" });
const dir = stackDirOf(process.env);
const name = relative(process.cwd(), dir) || ".";

await runCommand(async () => {
  if (existsSync(dir)) {
    const question = `Delete all data of the stack in ${name}?`;
    if (!flags.yes && !(await isConfirmed(question, "--yes")))
      throw new Error("Nothing was deleted.");
    const lock = lockFolder(dir);
    await stopOrphans(dir);
    await removePostgres(dir);
    for (const entry of DATA) rmSync(join(dir, entry), { recursive: true, force: true });
    if (dir === DEFAULT_STACK_DIR) {
      deleteDevVars(DEV_VARS);
      rmSync(WRANGLER_STATE, { recursive: true, force: true });
    }
    lock.release();
  }
  print(`All data of the stack in ${name} is gone; what was built stays.`);
});
