import { describe, expect, test } from "vitest";
import { fill, handleOf, shorten, tidy, townOf, WORD_MAX, wrapped } from "./words.ts";

test.each([
  ["  Old   Harbour\tBakery ", "Old Harbour Bakery"],
  ["   ", ""],
  ["\u200b\u202e", ""],
  ["Yolk\u202egnp.exe", "Yolkgnp.exe"],
  ["👩‍🍳 Bakes", "👩‍🍳 Bakes"],
  ["a\ud800b", "ab"],
  ["<b>Yolk</b>", "<b>Yolk</b>"],
  ["x".repeat(200), "x".repeat(WORD_MAX)],
  ["💪".repeat(200), "💪".repeat(WORD_MAX)],
])("tidy %j", (input, tidied) => {
  expect(tidy(input)).toBe(tidied);
});

test.each([
  ["Whitby", "Whitby"],
  ["whitby", "Whitby"],
  ["WHITBY", "Whitby"],
  ["stow-on-the-wold", "Stow-on-the-Wold"],
  ["NEWCASTLE UPON TYNE", "Newcastle upon Tyne"],
  ["the mumbles", "The Mumbles"],
  ["Ashby-de-la-Zouch", "Ashby-de-la-Zouch"],
  ["Hull, East Yorkshire", "Hull"],
  ["King’s Lynn.", "King’s Lynn"],
  ["ليدز", "ليدز"],
  [" , ", ","],
  ["  ", ""],
])("town %j is %j", (input, town) => {
  expect(townOf(input)).toBe(town);
});

test.each([
  ["Old Harbour Bakery", "oldharbourbakery"],
  ["O'Neill & Söhne", "oneillandsohne"],
  ["Café Straße 9", "cafestrasse9"],
  ["<script>alert(1)</script>", "scriptalert1script"],
  ["مطعم الميناء", "مطعم الميناء"],
  ["💪", "💪"],
  ["x".repeat(60), "x".repeat(30)],
])("handle of %j is %j", (name, handle) => {
  expect(handleOf(name)).toBe(handle);
});

describe("fill", () => {
  const slots = { name: "The Yolk", town: "Whitby", month: "May" };

  test.each([
    ["At {name}, in {town}.", slots, "At The Yolk, in Whitby."],
    ["The {bare} team in {month}", slots, "The Yolk team in May"],
    ["We’re {name}.", { ...slots, name: "Salt & Co." }, "We’re Salt & Co."],
    ["We’re {name}. Hello.", { ...slots, name: "Yum!" }, "We’re Yum! Hello."],
    ["The {bare} team", { ...slots, name: "The" }, "The The team"],
    ["{name} {town}", { ...slots, name: "{town} $& $1" }, "{town} $& $1 Whitby"],
    ["At {name}.", { ...slots, name: "الميناء" }, "At \u2068الميناء\u2069."],
  ])("%j", (text, words, filled) => {
    expect(fill(text, words)).toBe(filled);
  });
});

test.each([
  ["Whitby", 10, "Whitby"],
  ["The kitchen is warm, and so is this.", 21, "The kitchen is…"],
  ["Follow along: we’ll show you.", 16, "Follow along…"],
  ["x".repeat(12), 10, `${"x".repeat(9)}…`],
])("%j shortened to %i characters", (text, max, short) => {
  expect(shorten(text, max)).toBe(short);
});

test.each([
  ["Whitby.", ["Whitby."]],
  ["Old Harbour Bakery.", ["Old Harbour", "Bakery."]],
  ["In Stow-on-the-Wold.", ["In Stow-on-", "the-Wold."]],
  ["x".repeat(30), ["x".repeat(13), "x".repeat(13), "xxxx"]],
  ["💪".repeat(14), ["💪".repeat(13), "💪"]],
])("%j in lines of 13 characters", (line, lines) => {
  expect(wrapped(line, 13)).toEqual(lines);
});
