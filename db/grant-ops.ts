import { randomUUID } from "node:crypto";
import { z } from "zod";
import { connectDatabase } from "./connect.ts";
import { grantOps, type OpsGranted } from "./ops/grant-ops.ts";

// npm run ops:grant -- <email>

const DID: Record<OpsGranted["outcome"], string> = {
  created: "Made an account that opens the desk",
  promoted: "The account opens the desk from now on",
  is_ops_already: "The account opens the desk already; nothing was changed",
};

const email = z.email().safeParse(process.argv[2]?.trim().toLowerCase());
const databaseUrl = process.env["DATABASE_URL"];
if (!email.success) {
  console.error("Say whom: npm run ops:grant -- name@example.com");
  process.exitCode = 1;
} else if (databaseUrl === undefined) {
  console.error("DATABASE_URL is missing: a running stack's stands in its stack.json.");
  process.exitCode = 1;
} else {
  const { db, close } = connectDatabase(databaseUrl, {
    max: 1,
    applicationName: "ops-grant",
    onError: () => undefined,
  });
  const granted = await grantOps(db, {
    email: email.data,
    userId: randomUUID(),
    identityId: randomUUID(),
    at: new Date().toISOString(),
  });
  await close();
  console.log(`${DID[granted.outcome]}: ${email.data} (${granted.userId}).`);
  if (!granted.hasPassword) {
    console.log("It has no password: choose one at /forgot-password of the site, then sign in.");
  }
}
