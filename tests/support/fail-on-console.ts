import { afterEach, beforeEach, expect, vi } from "vitest";

// A warning in a test is either a fault or an expectation that the test should state.
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const whispers = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
  vi.restoreAllMocks();
  expect(whispers, "console.error and console.warn during the test").toEqual([]);
});
