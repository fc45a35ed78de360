import { expect, test } from "vitest";
import { createRefreshTokens } from "./tokens.ts";

const tokens = createRefreshTokens("a".repeat(32));
const SESSION = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const TOKEN = tokens.issue({ sessionId: SESSION, counter: 7 });

test.each([0, 1, 255, 256, 2 ** 31, 2 ** 48 - 1])(
  "refresh token %i of a session: parses to what was issued",
  (counter) => {
    const token = tokens.issue({ sessionId: SESSION, counter });
    expect(tokens.read(token)).toEqual({ outcome: "read", sessionId: SESSION, counter });
  },
);

test.each([
  ["nothing", "", "malformed"],
  ["a word", "refresh", "malformed"],
  ["a token cut short", TOKEN.slice(0, -1), "malformed"],
  ["a token with something after it", `${TOKEN}A`, "malformed"],
  ["a token with a character that no token has", `${TOKEN.slice(0, -1)}!`, "malformed"],
  ["a token of another version", `AQ${TOKEN.slice(2)}`, "malformed"],
  ["a token with another signature", `${TOKEN.slice(0, -4)}AAAA`, "forged"],
  ["a token of another session", `${TOKEN.slice(0, 4)}AAAA${TOKEN.slice(8)}`, "forged"],
  [
    "a token under another secret",
    createRefreshTokens("b".repeat(32)).issue({ sessionId: SESSION, counter: 7 }),
    "forged",
  ],
  ["a token of the service before", "abcdefghij12", "forged"],
])("%s: read as %s", (_, token, outcome) => {
  expect(tokens.read(token)).toEqual({ outcome });
});
