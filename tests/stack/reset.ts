import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { deleteDevVars } from "./dev-vars.ts";
import { stopOrphans } from "./leftovers.ts";
import { DEFAULT_STACK_DIR, DEV_VARS, stackDirOf, WRANGLER_STATE } from "./paths.ts";
import { removePostgres } from "./postgres.ts";
import { StackError } from "./stack-error.ts";
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

const { values: flags } = parseArgs({ options: { yes: { type: "boolean", default: false } } });
const dir = stackDirOf(process.env);
const name = relative(process.cwd(), dir) || ".";

async function confirm(): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new StackError("Nothing is deleted without a terminal to ask: npm run reset -- --yes");
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // The end of input counts as no.
  const ended = new Promise<string>((resolve) => {
    terminal.once("close", () => resolve(""));
  });
  const question = `Delete all data of the stack in ${name}? (y/N) `;
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new StackError("Nothing was deleted.");
}

try {
  if (existsSync(dir)) {
    if (!flags.yes) await confirm();
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
  process.stdout.write(`All data of the stack in ${name} is gone; what was built stays.\n`);
} catch (error) {
  if (!(error instanceof StackError)) throw error;
  process.stdout.write(`${error.message}\n`);
  process.exitCode = 1;
}
