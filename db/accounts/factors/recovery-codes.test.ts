import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { mfaFactors, sessions } from "#db/schema/accounts.ts";
import { insertAccountRow } from "../../../tests/support/customer-rows.ts";
import { countLockWaits, test, type TestDatabase } from "../../../tests/support/database.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { noticeEvent } from "../../../tests/support/security-notices.ts";
import { deleteFactor } from "./change-factors.ts";
import { insertRecoveryCodes, verifyRecoveryCode } from "./change-recovery-codes.ts";

const AT = "2026-11-22T12:00:00.000Z";

async function insertFactor(
  db: Db,
  userId: string,
  values: Partial<typeof mfaFactors.$inferInsert>,
): Promise<string> {
  const id = randomUUID();
  await db.insert(mfaFactors).values({
    id,
    userId,
    factorType: "totp",
    status: "verified",
    createdAt: AT,
    updatedAt: AT,
    ...values,
  });
  return id;
}

async function seed(db: Db, failedAttempts = 0) {
  const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
  const factorIds = [await insertFactor(db, userId, {}), await insertFactor(db, userId, {})];
  await insertFactor(db, userId, {
    factorType: "recovery_code",
    recoveryCodeHashes: ["right"],
    failedAttempts,
  });
  const attempt = async (codeHash: string) => {
    const sessionId = randomUUID();
    await db.insert(sessions).values({ id: sessionId, userId, amr: [], createdAt: AT });
    return () =>
      verifyRecoveryCode(db, {
        userId,
        sessionId,
        codeHash,
        amr: [],
        notice: noticeEvent(),
        at: AT,
      }).then(({ outcome }) => outcome);
  };
  return { userId, factorIds, attempt };
}

/** Holds the factors until every statement waits for them, in this order. */
async function atOnce<T>(
  database: TestDatabase,
  statements: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select from mfa_factors for update");
    const running: Promise<T>[] = [];
    for (const statement of statements) {
      running.push(statement());
      await eventually(
        "the statement waits",
        async () => (await countLockWaits(database)) === running.length,
      );
    }
    await holder.query("commit");
    return await Promise.all(running);
  } finally {
    await holder.end();
  }
}

test("one recovery code, used by three sessions at once: raises one", async ({ database }) => {
  const { attempt } = await seed(database.db);
  const attempts = [await attempt("right"), await attempt("right"), await attempt("right")];
  expect((await atOnce(database, attempts)).toSorted()).toEqual(["raised", "wrong", "wrong"]);
});

test("wrong recovery codes at once, two before the lock: the third is not checked", async ({
  database,
}) => {
  const { attempt } = await seed(database.db, 3);
  const attempts = [await attempt("a"), await attempt("b"), await attempt("c")];
  expect((await atOnce(database, attempts)).toSorted()).toEqual(["locked", "wrong", "wrong"]);
});

test("last two factors deleted at once: the recovery codes go with them", async ({ database }) => {
  const { userId, factorIds } = await seed(database.db);
  const deletions = factorIds.map(
    (factorId) => () =>
      deleteFactor(database.db, {
        userId,
        sessionId: null,
        factorId,
        method: "totp",
        notice: noticeEvent(),
      }),
  );
  expect(await atOnce(database, deletions)).toEqual([true, true]);
  expect(await database.db.select().from(mfaFactors)).toEqual([]);
});

test.for([
  ["recovery codes made first: go with the factor", ["make", "delete"], ["made", true]],
  ["factor deleted first: no recovery codes", ["delete", "make"], [true, "sole_factor"]],
] as const)(
  "recovery codes made while the last factor is deleted, %s",
  async ([, order, outcomes], { database }) => {
    const { db } = database;
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    const factorId = await insertFactor(db, userId, {});
    const statements = {
      make: () =>
        insertRecoveryCodes(db, {
          id: randomUUID(),
          userId,
          sessionId: null,
          friendlyName: "Recovery codes",
          codeHashes: ["right"],
          notice: noticeEvent(),
          at: AT,
        }),
      delete: () =>
        deleteFactor(db, {
          userId,
          sessionId: null,
          factorId,
          method: "totp",
          notice: noticeEvent(),
        }),
    };
    expect(
      await atOnce<string | boolean>(
        database,
        order.map((name) => statements[name]),
      ),
    ).toEqual(outcomes);
    expect(await db.select().from(mfaFactors)).toEqual([]);
  },
);
