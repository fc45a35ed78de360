import { afterEach, expect, test, vi } from "vitest";
import type * as Company from "#contracts/company.ts";

afterEach(() => {
  vi.doUnmock("#contracts/company.ts");
  vi.resetModules();
});

test.each([
  ["a registered company", "GB123456789", true],
  ["a company that is not registered for VAT", null, false],
])("mails of %s: name VAT only with its number", async (_company, vatNumber, isNamed) => {
  vi.resetModules();
  vi.doMock("#contracts/company.ts", async (importActual) => {
    const actual = await importActual<typeof Company>();
    return { ...actual, COMPANY: { ...actual.COMPANY, vatNumber } };
  });
  const { sampleMails } = await import("./preview.ts");
  const mails = sampleMails();
  expect(mails.length).toBeGreaterThan(30);
  for (const { mail } of mails) {
    for (const text of [mail.html, mail.text]) {
      expect(text).toContain("number 00000000. Registered office: ");
      expect(/\bVAT\b/.test(text)).toBe(isNamed);
    }
  }
});
