import { expect, test } from "vitest";
import { readQr } from "./read-qr.ts";

const svg = (inside: string) =>
  `data:image/svg+xml;utf-8,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29">${inside}</svg>`;

test("a filled path is taken, its light ground is not", () => {
  expect(
    readQr(svg('<path fill="#ffffff" d="M0 0h29v29H0z"/><path fill="#000" d="M4 4h7v1H4z"/>')),
  ).toEqual({ viewBox: "0 0 29 29", filled: "M4 4h7v1H4z", lined: "" });
});

test("a drawn path is taken as lines", () => {
  expect(
    readQr(
      svg('<path fill="#ffffff" d="M0 0h29v29H0z"/><path stroke="#000000" d="M4 4.5h7m1 0h1"/>'),
    ),
  ).toEqual({ viewBox: "0 0 29 29", filled: "", lined: "M4 4.5h7m1 0h1" });
});

test("rectangles are taken as one path", () => {
  expect(
    readQr(
      svg(
        '<rect width="29" height="29" fill="white"/><rect x="4" y="5" width="1" height="1" /><rect x="6" y="5" width="1" height="2" fill="black"/>',
      ),
    )?.filled,
  ).toBe("M4 5h1v1H4zM6 5h1v2H6z");
});

test.for([
  ["not a picture", "hello"],
  ["a picture without shapes", svg("")],
  ["a view box that is none", '<svg viewBox="0 0 a b"><path d="M0 0h1"/></svg>'],
  ["a path that is none", svg('<path d="url(javascript:1)"/>')],
  ["a rectangle without numbers", svg('<rect width="x" height="&quot;"/>')],
] as const)("%s is refused", ([, text]) => {
  expect(readQr(text)).toBeNull();
});
