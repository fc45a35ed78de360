import { readArguments } from "#db/bin/arguments.ts";
import { nextOpsCode, readAuthenticator } from "./ops-account.ts";
import { stackDirOf } from "./paths.ts";
import { StackError } from "./stack-error.ts";

// npm run ops:code: a code for the operator of the local stack, for the next half minute at least.

readArguments({});
try {
  process.stdout.write(`${nextOpsCode(readAuthenticator(stackDirOf(process.env)), new Date())}\n`);
} catch (error) {
  if (!(error instanceof StackError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
