import { expect, test } from "vitest";
import { COUNTERS, createLimits } from "./counter-client.ts";

const REFUSED = { allowed: false, retryAfterS: 7 };

function limitsOver(answer: () => Promise<typeof REFUSED>) {
  const asked: { counter: number; key: string }[] = [];
  const lines: unknown[] = [];
  const limits = createLimits(
    (counter) => {
      const ask = (key: string) => {
        asked.push({ counter, key });
        return answer();
      };
      const tell = (key: string) => ask(key).then(() => undefined);
      return {
        take: ask,
        uncount: tell,
        checkPasswordAttempt: ask,
        checkCodeAttempt: ask,
        uncountCodeAttempt: tell,
        recordCodeSuccess: tell,
        recordSuccessFrom: tell,
      };
    },
    { warn: (message, fields) => lines.push({ message, ...fields }) },
    20,
  );
  return { limits, asked, lines };
}

test("counter: its decision is returned", async () => {
  const { limits, lines } = limitsOver(() => Promise.resolve(REFUSED));
  expect(await limits.take("token", "192.0.2.1")).toEqual(REFUSED);
  expect(await limits.checkPasswordAttempt("ada@shop.example", "192.0.2.1")).toEqual(REFUSED);
  expect(lines).toEqual([]);
});

test("same subject: counted by the same counter, which never sees the identifier", async () => {
  const { limits, asked } = limitsOver(() => Promise.resolve(REFUSED));
  await limits.checkPasswordAttempt("ada@shop.example", "192.0.2.1");
  await limits.recordSuccessFrom("ada@shop.example", "192.0.2.1");
  await limits.checkCodeAttempt("ada@shop.example", "192.0.2.2");
  await limits.recordCodeSuccess("ada@shop.example", "192.0.2.2");
  await limits.take("mail_address", "ada@shop.example");
  await limits.uncount("mail_address", "ada@shop.example");
  const [first] = asked;
  expect(asked).toEqual(Array.from({ length: 6 }, () => first));
  expect(first?.key).toMatch(/^[0-9a-f]{64}$/);
});

test("subjects: spread over all counters", async () => {
  const { limits, asked } = limitsOver(() => Promise.resolve(REFUSED));
  for (let i = 0; i < 1_000; i++) await limits.take("token", `192.0.2.${i}`);
  const numbers = new Set(asked.map(({ counter }) => counter));
  expect(numbers.size).toBe(COUNTERS);
  expect(Math.max(...numbers)).toBe(COUNTERS - 1);
});

test.each([
  ["fails", () => Promise.reject(new Error("unreachable"))],
  ["never answers", () => new Promise<never>(() => undefined)],
])(
  "counter that %s: allows everything except typed codes, and logs a running count",
  async (_, answer) => {
    const { limits, lines } = limitsOver(answer);
    expect(await limits.take("token", "192.0.2.1")).toEqual({ allowed: true, retryAfterS: 0 });
    expect(await limits.checkPasswordAttempt("ada@shop.example", "192.0.2.1")).toMatchObject({
      allowed: true,
    });
    expect(await limits.checkCodeAttempt("ada@shop.example", "192.0.2.1")).toEqual({
      allowed: false,
      retryAfterS: 5,
    });
    expect(lines).toEqual([
      { message: "limits_unreachable", count: 1 },
      { message: "limits_unreachable", count: 2 },
      { message: "limits_unreachable", count: 3 },
    ]);
  },
);
