import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { bulkReplays } from "#db/schema/events.ts";
import { cookieOf } from "../../../tests/support/cookie-of.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole, OPS_STARTS_AT, seedOperator } from "../../../tests/support/ops-client.ts";
import { newId } from "../../../tests/support/pipeline.ts";
import { seedEvent } from "../../../tests/support/seed-event.ts";
import type { AuthService, SignInOutcome } from "../../ports/auth-service.ts";
import { CODE_RECENT_MS } from "./recent-code.tsx";

const CODE = "123456";
const RENEWED = "the refresh token after the code";

/** As the edge: a code raises the session, and a second request with it is refused afterwards. */
async function signIn(db: Db, failure: SignInOutcome = { outcome: "refused" }, requests = 1) {
  const id = newId("bulkReplay");
  await seedEvent(db, {
    event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
    effects: [{ effect: "send-team-notification", status: "dead_lettered", attempts: 5 }],
  });
  const operator = await seedOperator(db);
  const asked: string[] = [];
  const allAsked = Promise.withResolvers<void>();
  let raised: Promise<void> | null = null;
  async function raise() {
    const at = Math.ceil((Date.parse(OPS_STARTS_AT) + CODE_RECENT_MS) / 1_000);
    const amr = JSON.stringify([{ method: "totp", timestamp: at }]);
    await db.execute(sql`update sessions set amr = ${amr}::jsonb`);
  }
  const auth: AuthService = {
    signIn: () => Promise.resolve({ outcome: "signed_in", operator }),
    verifyCode: () => Promise.resolve(failure),
    async confirm(refreshToken, code) {
      asked.push(refreshToken);
      if (code !== CODE) return failure;
      if (asked.length === requests) allAsked.resolve();
      await allAsked.promise;
      const isFirst = raised === null;
      raised ??= raise();
      await raised;
      return isFirst
        ? { outcome: "signed_in", operator: { ...operator, refreshToken: RENEWED } }
        : failure;
    },
  };
  const opsConsole = openOpsConsole({ db, auth });
  const session = await opsConsole.signIn();
  const replay = (more: [string, string][] = [], as = session) =>
    as.send("/ops/events/replay-many", [["id", id], ["reason", "It is back"], ...more]);
  return { opsConsole, ...session, auth, asked, replay };
}

describe("code of the last ten minutes", () => {
  test("older: refunds, revealing, a second step and replaying several ask for one, and change nothing", async ({
    db,
  }) => {
    const { opsConsole, send, replay } = await signIn(db);
    opsConsole.wait(CODE_RECENT_MS);
    const answers = await Promise.all([
      replay(),
      send("/ops/events/evt_x/refund/approve", [["reason", "because"]]),
      send("/ops/events/evt_x/refund/decline", [["reason", "because"]]),
      send("/ops/customers/x/reveal", [["reason", "because"]]),
      send("/ops/customers/x/second-step/x", [["reason", "because"]]),
    ]);
    for (const answer of answers) expect(await answer.text()).toContain("Confirm with a code");
    expect(await db.select().from(bulkReplays)).toEqual([]);
  });

  test("younger: asks for none", async ({ db }) => {
    const { opsConsole, replay, asked } = await signIn(db);
    opsConsole.wait(CODE_RECENT_MS - 1);
    expect((await replay()).status).toBe(303);
    expect(asked).toEqual([]);
  });

  test("asked for: the form keeps every field, and its answer makes the change", async ({ db }) => {
    const { opsConsole, replay } = await signIn(db);
    opsConsole.wait(CODE_RECENT_MS);
    const html = await (await replay()).text();
    expect(html).toContain('name="id" value="brp_');
    expect(html).toContain('name="reason" value="It is back"');
    const answer = await replay([["code", "123 456"]]);
    expect(answer.status).toBe(303);
    const again = await opsConsole.as(cookieOf(answer));
    expect((await replay([], again)).status).toBe(303);
    expect(await db.$count(bulkReplays)).toBe(1);
  });

  test("sent twice by a double click, to two workers: both go on, and the change is made once", async ({
    db,
  }) => {
    const refused: SignInOutcome = { outcome: "refused" };
    const { opsConsole, auth, asked, replay, cookie } = await signIn(db, refused, 2);
    const other = openOpsConsole({ db, auth });
    for (const worker of [opsConsole, other]) worker.wait(CODE_RECENT_MS);
    const elsewhere = await other.as(cookie);
    const answers = await Promise.all([
      replay([["code", CODE]]),
      replay([["code", CODE]], elsewhere),
    ]);
    expect(asked).toHaveLength(2);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await db.$count(bulkReplays)).toBe(1);
  });

  test.for<[SignInOutcome, number, string]>([
    [{ outcome: "refused" }, 401, "Wrong code."],
    [{ outcome: "too_many", retryAfterS: 90 }, 429, "Try again in 2 minutes."],
    [{ outcome: "unreachable" }, 503, "isn’t answering"],
  ])(
    "not accepted (%j): changes nothing and asks again",
    async ([failure, status, text], { db }) => {
      const { opsConsole, replay } = await signIn(db, failure);
      opsConsole.wait(CODE_RECENT_MS);
      const answer = await replay([["code", "000000"]]);
      expect(answer.status).toBe(status);
      const html = await answer.text();
      expect(html).toContain(text);
      expect(html).not.toContain("000000");
      expect(html).toContain('name="reason" value="It is back"');
      expect(await db.select().from(bulkReplays)).toEqual([]);
    },
  );

  test("of another operator: refused", async ({ db }) => {
    const other = await seedOperator(db, { name: "Eve" });
    const { opsConsole, replay } = await signIn(db, { outcome: "signed_in", operator: other });
    opsConsole.wait(CODE_RECENT_MS);
    expect((await replay([["code", "000000"]])).status).toBe(401);
    expect(await db.select().from(bulkReplays)).toEqual([]);
  });
});
