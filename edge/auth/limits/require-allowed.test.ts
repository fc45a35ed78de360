import { Hono } from "hono";
import { expect, test } from "vitest";
import { type Limits, UNLIMITED } from "./limits.ts";
import { requireAllowed, uncountOfVisitor } from "./require-allowed.ts";

test.for(["203.0.113.7", "2001:db8:1:2::7"])(
  "%s: what was counted is uncounted, also of its network",
  async (address) => {
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
      await uncountOfVisitor(c, { limits }, "wrong_password");
      return c.body(null);
    });
    await app.request("/", { headers: { "cf-connecting-ip": address } });
    expect(counted).toHaveLength(address.includes(":") ? 2 : 1);
    expect(uncounted).toEqual(counted);
  },
);
