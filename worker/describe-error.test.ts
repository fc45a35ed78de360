import { expect, test } from "vitest";
import { describeError } from "./describe-error.ts";

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
