import { expect, test } from "vitest";
import { readQr } from "./read-qr.ts";

const svg = (inside: string) =>
  `data:image/svg+xml;utf-8,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29">${inside}</svg>`;

test("readQr: takes the dark paths and drops the light background", () => {
  expect(
    readQr(
      svg('<path fill="white" d="M0 0h29v29H0z"/><path d="M4 4h7v1h-7z"/><path d="M9 9h1v1h-1z"/>'),
    ),
  ).toEqual({ viewBox: "0 0 29 29", path: "M4 4h7v1h-7zM9 9h1v1h-1z" });
});

test.for([
  ["not a picture", "hello"],
  ["a picture without shapes", svg("")],
  ["a picture with nothing but its ground", svg('<path fill="#fff" d="M0 0h29"/>')],
  ["a view box that is none", '<svg viewBox="0 0 a b"><path d="M0 0h1"/></svg>'],
  ["a path that is none", svg('<path d="url(javascript:1)"/>')],
] as const)("QR code: rejects %s", ([, text]) => {
  expect(readQr(text)).toBeNull();
});
