import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import * as z from "zod";
import type { Db } from "../client.ts";
import { connectDatabase } from "../connect.ts";
import { grantOperator, type OperatorGrantResult } from "../ops/grant-operator.ts";
import { revokeOperator } from "../ops/revoke-operator.ts";

// npm run ops:grant -- <email> [--viewer]
// npm run ops:revoke -- <email>

const OUTCOMES: Record<OperatorGrantResult["outcome"], string> = {
  created: "Created an operator account",
  promoted: "The account is an operator now",
  role_changed: "The operator's role has changed",
  unchanged: "The account has this role already; nothing was changed",
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { viewer: { type: "boolean", default: false } },
});
const [command, who] = positionals;
const email = z.email().safeParse(who?.trim().toLowerCase());
const databaseUrl = process.env["DATABASE_URL"] ?? "";
if (!email.success) {
  fail(`Say whom: npm run ops:${String(command)} -- name@example.com`);
} else if (databaseUrl === "") {
  fail("DATABASE_URL is missing: a running stack's stands in the file stack.json of its folder.");
} else {
  await change(command === "revoke" ? revoke : grant, email.data);
}

async function change(
  task: (db: Db, address: string, at: string) => Promise<void>,
  address: string,
): Promise<void> {
  const { db, close } = connectDatabase(databaseUrl, {
    max: 1,
    applicationName: "ops-operator",
    onError: () => undefined,
  });
  try {
    await task(db, address, new Date().toISOString());
  } catch (error) {
    // The driver's message is in `cause`; the outer one quotes the statement and the email.
    const { cause } = error as Error;
    fail(`Nothing was changed: ${cause instanceof Error ? cause.message : String(error)}`);
  } finally {
    await close();
  }
}

async function grant(db: Db, address: string, at: string): Promise<void> {
  const granted = await grantOperator(db, {
    email: address,
    role: values.viewer ? "ops_viewer" : "ops",
    userId: randomUUID(),
    identityId: randomUUID(),
    at,
  });
  console.log(`${OUTCOMES[granted.outcome]}: ${address} (${granted.userId}).`);
  if (!granted.hasPassword) {
    console.log("It has no password: choose one at /forgot-password of the site.");
  }
  if (!granted.hasAuthenticator) {
    console.log(
      "The ops console asks for a code: set up an authenticator app at /account/security.",
    );
  }
}

async function revoke(db: Db, address: string, at: string): Promise<void> {
  const userId = await revokeOperator(db, { email: address, at });
  if (userId === null) fail(`No operator has the address ${address}; nothing was changed.`);
  else console.log(`No operator any more, and signed out everywhere: ${address} (${userId}).`);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
