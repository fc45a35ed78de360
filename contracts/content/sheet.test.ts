import { expect, test } from "vitest";
import { decodeSheet } from "./sheet.ts";

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.for([
  ["UTF-8", new TextEncoder().encode("£5 café 🍞"), "£5 café 🍞"],
  ["UTF-8 with a byte order mark", new TextEncoder().encode("\uFEFF£5"), "£5"],
  ["UTF-16 of Excel", Uint8Array.from([0xff, 0xfe, 0xa3, 0, 0x35, 0]), "£5"],
  ["Windows", latin("\xA35 caf\xE9 \x93warm\x94"), "£5 café “warm”"],
  ["a workbook", latin("PK\x03\x04"), null],
  ["nothing", new Uint8Array(), ""],
] as const)("file of %s: read", ([, bytes, text]) => {
  expect(decodeSheet(bytes)).toBe(text);
});
