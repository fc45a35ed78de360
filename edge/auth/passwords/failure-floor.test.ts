import { expect, test, vi } from "vitest";
import { withFailureFloor } from "./failure-floor.ts";

test("failure: waits for the floor; success does not", async () => {
  vi.useFakeTimers();
  try {
    expect(await withFailureFloor(500, () => Promise.resolve("in"))).toBe("in");
    expect(vi.getTimerCount()).toBe(0);
    const seen: string[] = [];
    const failing = withFailureFloor(500, () => Promise.reject(new Error("wrong"))).catch(
      (error: unknown) => seen.push(String(error)),
    );
    await vi.advanceTimersByTimeAsync(499);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await failing;
    expect(seen).toEqual(["Error: wrong"]);
  } finally {
    vi.useRealTimers();
  }
});
