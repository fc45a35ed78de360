import { expect, test } from "vitest";
import { describeError, describeFault, framesOf } from "./describe-error.ts";

test.each([
  [
    "email address",
    new Error("no mailbox for <ada@shop.example>"),
    "Error: no mailbox for <[address]>",
  ],
  [
    "two email addresses",
    "from ada@shop.example to bea@shop.example",
    "from [address] to [address]",
  ],
  [
    "credentials",
    new TypeError("cannot reach postgres://tidepost:s3cret@db.example/main"),
    "TypeError: cannot reach [address]",
  ],
  ["password with special characters", `redis://:p"w(d'x@cache.example:6379`, "[address]"],
  ["line end or NUL", "refused\r\nBcc: everybody\0", "refused Bcc: everybody "],
  ["unpaired surrogate", "a\ud800b", "a b"],
])("error description holds no %s", (_, error, said) => {
  expect(describeError(error)).toBe(said);
});

test("error description is short", () => {
  expect(describeError("x".repeat(5_000))).toHaveLength(300);
});

const STACK = `TypeError: Cannot read properties of undefined (reading 'name') of ada@shop.example
    at nameOf (/opt/tidepost/worker/mail/greeting.ts:12:9)
    at Object.run (file:///opt/tidepost/worker/effects/send-team-notification.ts:19:20)
    at Array.map (<anonymous>)
    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)
    at Worker.run (/opt/tidepost/node_modules/worker/dist/worker.ts:1:1)
    at async batch (/opt/tidepost/db/client.ts:3:1)
    at async worker/pipeline/run-effect.ts:161:7`;

test("frames: those of our own code, and nothing of the message", () => {
  const error = Object.assign(new TypeError("x"), { stack: STACK });
  expect(framesOf(error)).toEqual([
    "worker/mail/greeting.ts:12:9",
    "worker/effects/send-team-notification.ts:19:20",
    "db/client.ts:3:1",
    "worker/pipeline/run-effect.ts:161:7",
  ]);
  expect(framesOf("a text")).toEqual([]);
});

test("a fault in code is told with its place, a refusal without", () => {
  const fault = Object.assign(new TypeError("no name of ada@shop.example"), { stack: STACK });
  expect(describeFault(fault)).toBe(
    "TypeError: no name of [address] at worker/mail/greeting.ts:12:9 < worker/effects/send-team-notification.ts:19:20 < db/client.ts:3:1",
  );
  const refusal = Object.assign(new Error("Resend: invalid_from (422)"), { stack: STACK });
  expect(describeFault(refusal)).toBe("Error: Resend: invalid_from (422)");
});
