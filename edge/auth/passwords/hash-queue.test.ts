import { expect, test } from "vitest";
import { createHashQueue } from "./hash-queue.ts";

const nextEvent = () => new Promise<void>((resolve) => setTimeout(resolve));

test("hashes: in the order of arrival, with other events in between", async () => {
  const inTurn = createHashQueue();
  const order: string[] = [];
  const hashes = ["a", "b", "c"].map((name) => inTurn(() => order.push(name)));
  while (!order.includes("c")) {
    await nextEvent();
    if (order.at(-1) !== "other") order.push("other");
  }
  await Promise.all(hashes);
  expect(order.join(" ")).toMatch(/^(?:other )?a other b other c other$/);
});

test("full queue: refuses with a time to wait, and takes hashes again afterwards", async () => {
  const inTurn = createHashQueue(2);
  const taken = [inTurn(() => "a"), inTurn(() => "b")];
  await expect(inTurn(() => "c")).rejects.toMatchObject({
    code: "service_unavailable",
    status: 503,
    retryAfterS: 2,
  });
  expect(await Promise.all(taken)).toEqual(["a", "b"]);
  expect(await inTurn(() => "c")).toBe("c");
});

test("hash that fails: passes its error on and leaves the queue", async () => {
  const inTurn = createHashQueue(1);
  const failing = inTurn(() => {
    throw new Error("no memory");
  });
  await expect(failing).rejects.toThrow("no memory");
  expect(await inTurn(() => "a")).toBe("a");
});

test("request that was dropped while it waited: passed over after two seconds", async () => {
  let nowMs = 0;
  let isDropped = true;
  const inTurn = createHashQueue(2, {
    nowMs: () => nowMs,
    async delay() {
      if (isDropped) await new Promise<never>(() => undefined);
      nowMs += 500;
      await nextEvent();
    },
  });
  void inTurn(() => "dropped");
  isDropped = false;
  expect(await inTurn(() => "next")).toBe("next");
  expect(nowMs).toBeGreaterThanOrEqual(2_000);
});
