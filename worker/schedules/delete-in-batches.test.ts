import { expect, test } from "vitest";
import { deleteInBatches } from "./clean-ups.ts";

function runOn(rows: Record<string, number>, batchMs = 0) {
  const clock = { ms: 0 };
  const order: string[] = [];
  const run = () =>
    deleteInBatches(
      Object.keys(rows),
      {
        now: () => new Date(clock.ms),
        wait(ms) {
          clock.ms += ms;
          return Promise.resolve();
        },
        limit: 10,
      },
      (kind, limit) => {
        clock.ms += batchMs;
        const count = Math.min(limit, rows[kind] ?? 0);
        rows[kind] = (rows[kind] ?? 0) - count;
        order.push(kind);
        return Promise.resolve(count);
      },
    );
  return { run, order, clock };
}

test("kinds of different sizes: a batch of each in turn, until none is left", async () => {
  const { run, order } = runOn({ many: 25, none: 0, some: 10 });
  expect(await run()).toEqual({ many: 25, none: 0, some: 10 });
  expect(order).toEqual(["many", "none", "some", "many", "some", "many"]);
});

test("more rows than ten minutes allow: the run ends, and the next one continues", async () => {
  const { run, clock } = runOn({ many: 250, some: 10 }, 60_000);
  expect(await run()).toEqual({ many: 80, some: 10 });
  expect(clock.ms).toBeLessThan(11 * 60_000);
  expect(await run()).toEqual({ many: 90, some: 0 });
});
