import { expect, test } from "vitest";
import { CallError } from "../../lib/call-error.ts";
import { LimitError, retryPauseMs } from "./retry-pause.ts";

test.for([
  ["no answer", new TypeError("no answer"), 0, 1_000],
  ["an answer of R2's outage, again", new CallError(503, "unavailable"), 1, 3_000],
  ["a limit: as long as it lasts", new LimitError("60", "rate_limited", null), 0, 61_000],
  ["a limit without its length", new LimitError(null, null, null), 0, 1_000],
  ["a refusal: none", new CallError(422, "material_refused"), 0, null],
  ["the fifth failure: none", new TypeError("no answer"), 4, null],
] as const)("pause of an upload after %s", ([, error, attempt, pauseMs]) => {
  expect(retryPauseMs(error, attempt)).toBe(pauseMs);
});
