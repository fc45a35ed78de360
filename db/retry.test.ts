import { describe, expect, test, vi } from "vitest";
import { retry } from "./retry.ts";

const STALE = new Error("stale");
const isStale = (error: unknown) => error === STALE;

describe("retry", () => {
  test("conflict: tries again", async () => {
    const attempt = (count: number) => Promise.resolve(count === 3 ? "written" : null);
    expect(await retry(attempt)).toBe("written");
  });

  test("conflict each time: null after the last attempt", async () => {
    const attempt = vi.fn<() => Promise<null>>(() => Promise.resolve(null));
    expect(await retry(attempt, { attempts: 2 })).toBeNull();
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  test("stale error: tries again", async () => {
    const attempt = (count: number) =>
      count === 1 ? Promise.reject(STALE) : Promise.resolve("written");
    expect(await retry(attempt, { isStale })).toBe("written");
  });

  test("stale error each time: throws it after the last attempt", async () => {
    const attempt = vi.fn<() => Promise<never>>(() => Promise.reject(STALE));
    await expect(retry(attempt, { attempts: 3, isStale })).rejects.toBe(STALE);
    expect(attempt).toHaveBeenCalledTimes(3);
  });

  test("any other error: no second attempt", async () => {
    const attempt = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("away")));
    await expect(retry(attempt, { isStale })).rejects.toThrow("away");
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
