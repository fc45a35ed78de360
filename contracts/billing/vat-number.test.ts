import { expect, test } from "vitest";
import { parseVatNumber } from "./vat-number.ts";

test.each([
  ["GB123456782", "gb_vat", "GB123456782"],
  ["gb 123 4567 82", "gb_vat", "GB123456782"],
  ["123456782", "gb_vat", "GB123456782"],
  ["GB123456727", "gb_vat", "GB123456727"],
  ["GB123456782001", "gb_vat", "GB123456782001"],
  ["GBGD123", "gb_vat", "GBGD123"],
  ["GBHA567", "gb_vat", "GBHA567"],
  ["XI123456782", "eu_vat", "XI123456782"],
  ["DE 123.456.789", "eu_vat", "DE123456789"],
  ["IE1234567WA", "eu_vat", "IE1234567WA"],
  ["NL123456789B01", "eu_vat", "NL123456789B01"],
  ["GR123456789", "eu_vat", "EL123456789"],
])("VAT number %s: %s", (text, type, value) => {
  expect(parseVatNumber(text)).toEqual({ type, value });
});

test.each([
  ["empty", ""],
  ["too short", "GB12345678"],
  ["wrong check digits", "GB123456789"],
  ["wrong check digits of a branch", "GB123456789001"],
  ["wrong check digits of Northern Ireland", "XI123456789"],
  ["a department outside its range", "GBGD500"],
  ["letters where digits belong", "GB12345678A"],
  ["a country without VAT here", "US123456789"],
  ["a German number with a letter", "DE12345678A"],
  ["a sentence", "we are not registered"],
  ["a name of Object.prototype", "__proto__"],
])("no VAT number: %s", (_what, text) => {
  expect(parseVatNumber(text)).toBeNull();
});
