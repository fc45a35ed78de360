import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHttpApp } from "./http.ts";
import { watchQueue } from "./watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function healthAfter(minutes: number, queue: () => Promise<void>, isDatabaseUp: boolean) {
  const watch = watchQueue({ checkWritable: queue, now: () => new Date() });
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  const execute = () => (isDatabaseUp ? Promise.resolve([]) : Promise.reject(new Error("down")));
  const app = createHttpApp({
    db: { execute },
    isQueueStuck: watch.isStuck,
    ops: new Hono(),
  } as never);
  const { status } = await app.request("/healthz");
  await watch.stop();
  return status;
}

const takes = () => Promise.resolve();
const refuses = () => Promise.reject(new Error("READONLY"));
let calls = 0;
const takesAgain = () => ((calls += 1) < 20 ? refuses() : takes());

test.each([
  ["takes writes", 10, takes, true, 200],
  ["refuses writes for two minutes", 2, refuses, true, 200],
  ["refuses writes for four minutes", 4, refuses, true, 503],
  ["refuses writes while Postgres is down, which a restart would not mend", 4, refuses, false, 200],
  ["takes writes again", 6, takesAgain, true, 200],
])("queue that %s: /healthz", async (_, minutes, queue, isDatabaseUp, status) => {
  expect(await healthAfter(minutes, queue, isDatabaseUp)).toBe(status);
});
