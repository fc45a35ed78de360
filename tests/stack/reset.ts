import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { deleteDevVars } from "./dev-vars.ts";
import { stopOrphans } from "./leftovers.ts";
import { DEFAULT_STACK_DIR, DEV_VARS, stackDirOf } from "./paths.ts";
import { removePostgres } from "./postgres.ts";
import { lockFolder } from "./stack.ts";
import { StackError } from "./stack-error.ts";

// Listed by name, because STACK_DIR may contain other files.
const DATA = [
  "edge",
  "logs",
  "mail",
  "ops-authenticator",
  "redis",
  "run",
  "site",
  // Its webhook endpoint uses the deleted secret, so its signatures would be invalid.
  "stripe",
  "secrets.json",
  "settings.env",
  "stack.json",
];

const dir = stackDirOf(process.env);
const name = relative(process.cwd(), dir) || ".";

try {
  if (existsSync(dir)) {
    const lock = lockFolder(dir);
    await stopOrphans(dir);
    await removePostgres(dir);
    for (const entry of DATA) rmSync(join(dir, entry), { recursive: true, force: true });
    if (dir === DEFAULT_STACK_DIR) deleteDevVars(DEV_VARS);
    lock.release();
  }
  process.stdout.write(`All data of the stack in ${name} is gone; what was built stays.\n`);
} catch (error) {
  if (!(error instanceof StackError)) throw error;
  process.stdout.write(`${error.message}\n`);
  process.exitCode = 1;
}
