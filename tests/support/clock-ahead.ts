import { onTestFinished, vi } from "vitest";

/**
 * Sets this process's clock five hours ahead and freezes it until `setRight` or the end of the
 * test.
 */
export function setClockAhead(): { setRight: () => void } {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 3_600_000 });
  const setRight = () => void vi.useRealTimers();
  onTestFinished(setRight);
  return { setRight };
}
