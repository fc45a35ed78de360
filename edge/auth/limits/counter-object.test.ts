import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { EDGE_BINDINGS } from "../../../tests/support/edge-bindings.ts";
import { runInWorkerd } from "../../../tests/support/workerd.ts";

// The counter in workerd, with a test entry.
const ENTRY = `
  import { LimitCounter } from "./edge/auth/limits/counter-object.ts";

  export class Counter extends LimitCounter {
    async clean() {
      await this.alarm();
    }
    async rows() {
      return [...(await this.ctx.storage.list()).keys()];
    }
  }

  export default {
    async fetch(request, { COUNTERS }) {
      const { counter, calls } = await request.json();
      const stub = COUNTERS.get(COUNTERS.idFromName(counter));
      return Response.json(await Promise.all(calls.map(([method, ...args]) => stub[method](...args) ?? null)));
    },
  };
`;

const runtime = await runInWorkerd(
  {
    stdin: {
      contents: ENTRY,
      loader: "ts",
      resolveDir: new URL("../../..", import.meta.url).pathname,
    },
  },
  {
    durableObjects: { COUNTERS: { className: "Counter", useSQLite: true } },
    bindings: { ...EDGE_BINDINGS, SMTP_MAX_FREQUENCY: "0" },
  },
);

afterAll(() => runtime.dispose());

type Call = [
  method:
    | "take"
    | "uncount"
    | "checkPasswordAttempt"
    | "checkCodeAttempt"
    | "uncountCodeAttempt"
    | "recordCodeSuccess"
    | "recordSuccessFrom"
    | "clean"
    | "rows",
  ...args: (string | number)[],
];

async function call(counter: string, calls: readonly Call[]): Promise<unknown[]> {
  const body = JSON.stringify({ counter, calls });
  const answer = await runtime.dispatchFetch("http://counter.example/", { method: "POST", body });
  return z.array(z.unknown()).parse(await answer.json());
}

async function allowedOf(counter: string, count: number, one: Call): Promise<number> {
  const verdicts = z.array(z.object({ allowed: z.boolean(), retryAfterS: z.number() })).parse(
    await call(
      counter,
      Array.from({ length: count }, () => one),
    ),
  );
  return verdicts.filter(({ allowed }) => allowed).length;
}

describe("rate-limit counter", () => {
  test("concurrent requests: counted one after the other", async () => {
    expect(await allowedOf("at once", 100, ["take", "ada", "anonymous"])).toBe(30);
    expect(await allowedOf("at once", 200, ["take", "network", "anonymous", 4])).toBe(120);
    // Six if a little was forgotten meanwhile.
    expect(
      await allowedOf("at once", 100, ["checkPasswordAttempt", "ada", "home"]),
    ).toBeLessThanOrEqual(6);
  });

  test("each subject and each rule: counted separately", async () => {
    await allowedOf("apart", 40, ["take", "ada", "anonymous"]);
    expect(await allowedOf("apart", 1, ["take", "ada", "anonymous"])).toBe(0);
    expect(await allowedOf("apart", 1, ["take", "bob", "anonymous"])).toBe(1);
    expect(await allowedOf("apart", 1, ["take", "ada", "verify"])).toBe(1);
    expect(await allowedOf("elsewhere", 1, ["take", "ada", "anonymous"])).toBe(1);
  });

  test("requests uncounted: allowed again", async () => {
    expect(await allowedOf("uncounted", 40, ["take", "ada", "anonymous"])).toBe(30);
    await call("uncounted", [
      ["uncount", "ada", "anonymous"],
      ["uncount", "ada", "anonymous"],
      ["uncount", "nobody", "anonymous"],
    ]);
    expect(await allowedOf("uncounted", 10, ["take", "ada", "anonymous"])).toBe(2);
  });

  test("network of an earlier success: recognised as known", async () => {
    expect(await allowedOf("owner", 10, ["checkPasswordAttempt", "ada", "home"])).toBeLessThan(10);
    await call("owner", [["recordSuccessFrom", "ada", "home"]]);
    expect(await allowedOf("owner", 10, ["checkPasswordAttempt", "ada", "home"])).toBe(10);
  });

  test("codes: all unknown networks share a bucket, a known network has its own", async () => {
    expect(await allowedOf("codes", 20, ["checkCodeAttempt", "ada", "home"])).toBe(20);
    await allowedOf("codes", 40, ["checkCodeAttempt", "ada", "home"]);
    expect(await allowedOf("codes", 1, ["checkCodeAttempt", "ada", "abroad"])).toBe(0);
    await call("codes", [["uncountCodeAttempt", "ada", "abroad"]]);
    expect(await allowedOf("codes", 2, ["checkCodeAttempt", "ada", "abroad"])).toBe(1);
    await call("codes", [["recordSuccessFrom", "ada", "home"]]);
    expect(await allowedOf("codes", 20, ["checkCodeAttempt", "ada", "home"])).toBe(10);
    expect(await allowedOf("codes", 1, ["checkCodeAttempt", "ada", "abroad"])).toBe(0);
  });

  test("correct code: not counted", async () => {
    for (let i = 0; i < 50; i++) {
      const visitor = `hotel ${i}`;
      expect(await allowedOf("right codes", 1, ["checkCodeAttempt", "ada", visitor])).toBe(1);
      await call("right codes", [["recordCodeSuccess", "ada", visitor]]);
    }
  });

  test("buckets that are full again: deleted, however many there are", async () => {
    const mailboxes = Array.from({ length: 300 }, (_, i): Call => [
      "take",
      `m${i}`,
      "mail_address",
    ]);
    await call("forgetful", [
      ...mailboxes,
      ["take", "ada", "anonymous"],
      ["recordSuccessFrom", "ada", "home"],
    ]);
    await call("forgetful", [["clean"]]);
    const [rows] = await call("forgetful", [["rows"]]);
    expect(rows).toEqual(["anonymous:ada", "attempts:ada"]);
  });
});
