import { onTestFinished, vi } from "vitest";

/** Sets the clock of this process five hours ahead and holds it there, until it is set right or the test ends. */
export function setClockAhead(): { setRight: () => void } {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 3_600_000 });
  const setRight = () => void vi.useRealTimers();
  onTestFinished(setRight);
  return { setRight };
}
