import { expect, test } from "vitest";
import { greeting } from "./greeting.ts";

test.each([
  "Amelia",
  "Siân",
  "O’Brien",
  "D'Arcy",
  "Jean-Luc",
  "محمد",
  "علی\u200Cرضا",
  "さくら",
  "Nguyễn",
])("%s is greeted by name", (name) => {
  expect(greeting(name)).toBe(`Hello ${name},`);
});

test.each([
  ["a host name", "www.example.com"],
  ["a link", "https://elsewhere.example"],
  ["a sentence", "Your parcel is waiting for you"],
  ["an amount", "You won £500"],
  ["several words", "Youve Won Money"],
  ["words joined by hyphens", "Sign-in-to-keep-your-account"],
  ["letters of another script that look the same", "Аmаzоn"],
  ["a long text", "a".repeat(21)],
  ["markup", "<b>Amelia</b>"],
  ["two lines", "Amelia\nBuy now"],
  ["an empty text", ""],
])("%s is not repeated in the greeting", (_, name) => {
  expect(greeting(name)).toBe("Hello,");
});
