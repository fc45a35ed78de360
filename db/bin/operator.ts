import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Db } from "../client.ts";
import { connectDatabase } from "../connect.ts";
import { grantOperator, type OperatorGrantResult, revokeOperator } from "../ops/grant-operator.ts";
import { readArguments } from "./arguments.ts";
import { isConfirmed, print, readSettings, reasonOf, runCommand } from "./command.ts";
import { TARGET_OPTIONS } from "./target.ts";

const OUTCOMES: Record<OperatorGrantResult["outcome"], string> = {
  created: "Created an operator account",
  promoted: "The account is an operator now",
  role_changed: "The operator's role has changed",
  unchanged: "The account has this role already; nothing was changed",
};

await runCommand(async () => {
  const options = { ...TARGET_OPTIONS, viewer: "flag", create: "flag" } as const;
  const { words, flags } = readArguments(options, {
    wordsMax: 2,
    only: { viewer: "grant", create: "grant" },
  });
  const [command, who] = words;
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
  flags: { viewer: boolean; create: boolean },
): Promise<void> {
  const grantTo = (mayCreate: boolean) =>
    grantOperator(db, {
      email: address,
      role: flags.viewer ? "ops_viewer" : "ops",
      mayCreate,
      userId: randomUUID(),
      identityId: randomUUID(),
      at,
    });
  const question = `No account has the address ${address}. Make one, and whoever reads its mail an operator?`;
  const granted =
    (await grantTo(flags.create)) ??
    ((await isConfirmed(question, "--create")) ? await grantTo(true) : null);
  if (granted === null) throw new Error(`no account has the address ${address}.`);
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
