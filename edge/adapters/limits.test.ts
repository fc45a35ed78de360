import { expect, test } from "vitest";
import { createLimits } from "./limits.ts";

const REFUSED = { allowed: false, retryAfterS: 7 };

/** Limits over one counter that behaves as told, with what they asked for and logged. */
function limitsOver(answer: () => Promise<typeof REFUSED>) {
  const names: string[] = [];
  const lines: unknown[] = [];
  const counter = { take: answer, tryPassword: answer, ownerWasAt: () => Promise.resolve() };
  const limits = createLimits(
    (name) => {
      names.push(name);
      return counter;
    },
    { warn: (message, fields) => lines.push({ message, ...fields }) },
    20,
  );
  return { limits, names, lines };
}

test("what the counter says counts", async () => {
  const { limits, lines } = limitsOver(() => Promise.resolve(REFUSED));
  expect(await limits.take("token", "192.0.2.1")).toEqual(REFUSED);
  expect(await limits.tryPassword("ada@shop.example", "192.0.2.1")).toEqual(REFUSED);
  expect(lines).toEqual([]);
});

test("whoever is counted together asks the same counter, whose name says nothing of them", async () => {
  const { limits, names } = limitsOver(() => Promise.resolve(REFUSED));
  await limits.tryPassword("ada@shop.example", "192.0.2.1");
  await limits.ownerWasAt("ada@shop.example", "192.0.2.1");
  await limits.take("verify_account", "ada@shop.example");
  await limits.take("token", "192.0.2.1");
  const [account, ...others] = names;
  expect(others).toEqual([account, account, expect.not.stringMatching(account ?? "none")]);
  expect(names.join(" ")).not.toMatch(/ada|192/);
});

test.each([
  ["fails", () => Promise.reject(new Error("unreachable"))],
  ["never answers", () => new Promise<never>(() => undefined)],
])("a counter that %s lets pass, and each time is counted", async (_, answer) => {
  const { limits, lines } = limitsOver(answer);
  expect(await limits.take("token", "192.0.2.1")).toEqual({ allowed: true, retryAfterS: 0 });
  expect(await limits.tryPassword("ada@shop.example", "192.0.2.1")).toMatchObject({
    allowed: true,
  });
  expect(lines).toEqual([
    { message: "limits_unreachable", count: 1 },
    { message: "limits_unreachable", count: 2 },
  ]);
});
