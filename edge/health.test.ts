import { expect, vi } from "vitest";
import { test } from "../tests/support/database.ts";
import { healthRoutes } from "./health.ts";

test("readyz: asks the database once in two seconds, also while it is away", async ({ db }) => {
  const clock = { now: new Date("2026-11-20T12:00:00.000Z") };
  const app = healthRoutes({ db, now: () => clock.now });
  app.onError((_, c) => c.body(null, 503));
  const execute = vi.spyOn(db, "execute");
  const ask = async (afterMs: number) => {
    clock.now = new Date(clock.now.getTime() + afterMs);
    return (await app.request("/readyz")).status;
  };
  expect([await ask(0), await ask(1_999), execute.mock.calls.length]).toEqual([200, 200, 1]);
  execute.mockRejectedValueOnce(new Error("away"));
  expect([await ask(1), await ask(1_999), execute.mock.calls.length]).toEqual([503, 503, 2]);
  expect([await ask(1), execute.mock.calls.length]).toEqual([200, 3]);
});
