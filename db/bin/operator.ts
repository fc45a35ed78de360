import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import * as z from "zod";
import type { Db } from "../client.ts";
import { connectDatabase } from "../connect.ts";
import { grantOperator, type OperatorGrantResult, revokeOperator } from "../ops/grant-operator.ts";
import { print, readSettings, reasonOf, runCommand } from "./command.ts";
import { TARGET_OPTIONS } from "./target.ts";

const OUTCOMES: Record<OperatorGrantResult["outcome"], string> = {
  created: "Created an operator account",
  promoted: "The account is an operator now",
  role_changed: "The operator's role has changed",
  unchanged: "The account has this role already; nothing was changed",
};

await runCommand(async () => {
  const { positionals, values: flags } = parseArgs({
    allowPositionals: true,
    options: { ...TARGET_OPTIONS, viewer: { type: "boolean", default: false } },
  });
  const [command, who] = positionals;
  const email = z.email().safeParse(who?.trim().toLowerCase());
  if (!email.success) {
    throw new Error(`Say whom: npm run ops:${String(command)} -- name@example.com`);
  }
  const settings = readSettings(flags, ["DATABASE_URL"]);
  const { db, close } = connectDatabase(settings.DATABASE_URL, {
    max: 1,
    applicationName: "ops-operator",
    onError: () => undefined,
  });
  const at = new Date().toISOString();
  try {
    await (command === "revoke" ? revoke(db, email.data, at) : grant(db, email.data, at, flags));
  } catch (error) {
    throw new Error(`Nothing was changed: ${reasonOf(error)}`, { cause: error });
  } finally {
    await close();
  }
});

async function grant(
  db: Db,
  address: string,
  at: string,
  { viewer: isViewer }: { viewer: boolean },
): Promise<void> {
  const granted = await grantOperator(db, {
    email: address,
    role: isViewer ? "ops_viewer" : "ops",
    userId: randomUUID(),
    identityId: randomUUID(),
    at,
  });
  print(`${OUTCOMES[granted.outcome]}: ${address} (${granted.userId}).`);
  if (!granted.hasPassword) {
    print("It has no password: choose one at /forgot-password of the site.");
  }
  if (!granted.hasAuthenticator) {
    print("The ops console asks for a code: set up an authenticator app at /account/security.");
  }
}

async function revoke(db: Db, address: string, at: string): Promise<void> {
  const userId = await revokeOperator(db, { email: address, at });
  if (userId === null) throw new Error(`no operator has the address ${address}.`);
  print(`No operator any more, and signed out everywhere: ${address} (${userId}).`);
}
