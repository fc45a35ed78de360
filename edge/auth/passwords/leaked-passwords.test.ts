import { expect, test } from "vitest";
import { createLeakedPasswords } from "./leaked-passwords.ts";

// SHA-1 of "low tide".
const PREFIX = "5489E";
const REST = "15353C128922F347D0DEE5B590EEBDE18B1";
const OTHER = "0".repeat(35);

function leakedPasswords(answer: (request: Request) => Promise<Response>) {
  const asked: string[] = [];
  const lines: string[] = [];
  const service = createLeakedPasswords(
    (request) => {
      asked.push(request.url);
      return answer(request);
    },
    { warn: (message) => lines.push(message) },
    20,
  );
  return { service, asked, lines };
}

test.each([
  ["listed", `${OTHER}:7\r\n${REST}:3\r\n`, true],
  ["not listed", `${OTHER}:7\r\n`, false],
  ["listed as padding", `${REST}:0\r\n`, false],
])("password %s: the service sees five digits of its SHA-1", async (_, body, leaked) => {
  const { service, asked, lines } = leakedPasswords(() => Promise.resolve(new Response(body)));
  expect(await service.has("low tide")).toBe(leaked);
  expect(asked).toEqual([`https://api.pwnedpasswords.com/range/${PREFIX}`]);
  expect(lines).toEqual([]);
});

test.each<[string, (request: Request) => Promise<Response>]>([
  ["fails", () => Promise.reject(new Error("unreachable"))],
  ["answers 503", () => Promise.resolve(new Response(`${REST}:3`, { status: 503 }))],
  [
    "does not answer",
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  ],
])("service that %s: blocks nobody, with a warning", async (_, answer) => {
  const { service, lines } = leakedPasswords(answer);
  expect(await service.has("low tide")).toBe(false);
  expect(lines).toEqual(["leaked_passwords_unreachable"]);
});
