import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { webauthnCredentials } from "#db/schema/accounts.ts";
import { insertAccountRow } from "../../../tests/support/customer-rows.ts";
import { test } from "../../../tests/support/database.ts";
import { insertPasskeys } from "../../../tests/support/passkey-rows.ts";
import { noticeEvent } from "../../../tests/support/security-notices.ts";
import { signInWithPasskey } from "./change-passkeys.ts";

test.for([
  ["a count above the saved one: one of two sign-ins opens a session", 7, 1],
  ["the count of a synced passkey, always 0: both open one", 0, 2],
] as const)("%s", async ([, signCount, opened], { db }) => {
  await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
  await insertPasskeys(db);
  const [passkey] = await db.select().from(webauthnCredentials);
  if (passkey === undefined) throw new Error("There is no passkey");
  const signIn = () =>
    signInWithPasskey(db, {
      passkeyId: passkey.id,
      signCount,
      isBackedUp: false,
      session: {
        id: randomUUID(),
        amr: [],
        aal: "aal1",
        factorId: null,
        ip: null,
        userAgent: null,
        provider: null,
        at: "2026-11-22T12:00:00.000Z",
        notAfter: null,
        notice: noticeEvent(),
      },
    });
  const signedIn = await Promise.all([signIn(), signIn()]);
  expect(signedIn.filter((session) => session !== null)).toHaveLength(opened);
});
