import { Hono } from "hono";
import { expect, test } from "vitest";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";
import type { Limits } from "./limits.ts";
import { requireAllowed, refundToVisitor } from "./require-allowed.ts";

test.for([
  ["203.0.113.7", ["wrong_password 203.0.113.7"]],
  ["2001:db8:1:2::7", ["wrong_password 2001:db8:1:2::/64", "wrong_password 2001:db8:1::/48 4"]],
] as const)(
  "%s: its visitor is counted, and its IPv6 network; what was counted is uncounted",
  async ([address, expected]) => {
    const counted: string[] = [];
    const uncounted: string[] = [];
    const limits: Limits = {
      ...UNLIMITED,
      take(...taken) {
        counted.push(taken.join(" "));
        return UNLIMITED.take(...taken);
      },
      uncount: (...back) => Promise.resolve(void uncounted.push(back.join(" "))),
    };
    const app = new Hono().get("/", async (c) => {
      await requireAllowed(c, { limits }, "wrong_password");
      await refundToVisitor(c, { limits }, "wrong_password");
      return c.body(null);
    });
    await app.request("/", { headers: { "cf-connecting-ip": address } });
    expect(counted).toEqual(expected);
    expect(uncounted).toEqual(expected);
  },
);
