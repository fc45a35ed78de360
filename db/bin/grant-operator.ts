import { randomUUID } from "node:crypto";
import * as z from "zod";
import { connectDatabase } from "../connect.ts";
import { grantOperator, type OperatorGrantResult } from "../ops/grant-operator.ts";

// npm run ops:grant -- <email>

const OUTCOMES: Record<OperatorGrantResult["outcome"], string> = {
  created: "Created an operator account",
  promoted: "The account is an operator now",
  is_ops_already: "The account is an operator already; nothing was changed",
};

const email = z.email().safeParse(process.argv[2]?.trim().toLowerCase());
const databaseUrl = process.env["DATABASE_URL"] ?? "";
if (!email.success) {
  fail("Say whom: npm run ops:grant -- name@example.com");
} else if (databaseUrl === "") {
  fail("DATABASE_URL is missing: a running stack's stands in the file stack.json of its folder.");
} else {
  await grant(email.data);
}

async function grant(address: string): Promise<void> {
  const { db, close } = connectDatabase(databaseUrl, {
    max: 1,
    applicationName: "ops-grant",
    onError: () => undefined,
  });
  try {
    const granted = await grantOperator(db, {
      email: address,
      userId: randomUUID(),
      identityId: randomUUID(),
      at: new Date().toISOString(),
    });
    console.log(`${OUTCOMES[granted.outcome]}: ${address} (${granted.userId}).`);
    if (!granted.hasPassword) {
      console.log("It has no password: choose one at /forgot-password of the site, then sign in.");
    }
  } catch (error) {
    // The driver's message is in `cause`; the outer one quotes the statement and the email.
    const { cause } = error as Error;
    fail(`Nothing was changed: ${cause instanceof Error ? cause.message : String(error)}`);
  } finally {
    await close();
  }
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
