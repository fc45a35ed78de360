import { expect, test } from "vitest";
import { traceIdOf } from "./trace-id.ts";

test.each([
  [
    "the browser's",
    "req_01KAHX2J3V7W8R9T0A1B2C3D4E",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "0af7651916cd43dd8448eb211c80319c",
  ],
  ["the request's number", "req_00000000000000000000000010", null, `${"0".repeat(30)}20`],
  ["the lower 128 of its 130 bits", "req_ZZZZZZZZZZZZZZZZZZZZZZZZZZ", null, "f".repeat(32)],
])("a trace has %s", (_, correlationId, traceparent, traceId) => {
  expect(traceIdOf({ correlationId, traceparent })).toBe(traceId);
});
