import { expect, test } from "vitest";
import { COMPANY, isSoldTo, mailboxOf, registrationOf } from "./company.ts";

test.each([
  [
    "GB123456789",
    "Registered in England and Wales, number 00000000. Registered office: 1 Example Quay, Sampleton ZZ99 9ZZ. VAT number GB123456789.",
  ],
  [
    null,
    "Registered in England and Wales, number 00000000. Registered office: 1 Example Quay, Sampleton ZZ99 9ZZ.",
  ],
])("registration with the VAT number %s: %s", (vatNumber, line) => {
  expect(registrationOf({ ...COMPANY, vatNumber })).toBe(line);
});

test.each([
  ["Tidepost", "Tidepost <a@b.test>"],
  ["Smith, Jones Ltd.", '"Smith, Jones Ltd." <a@b.test>'],
  ['The "Tide"', '"The \\"Tide\\"" <a@b.test>'],
])("%s, in front of an address: %s", (name, mailbox) => {
  expect(mailboxOf(name, "a@b.test")).toBe(mailbox);
});

test("countries: no country and the United Kingdom are sold to, Ireland is not", () => {
  expect(["", "GB", "IE"].map(isSoldTo)).toEqual([true, true, false]);
});
