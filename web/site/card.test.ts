import { describe, expect, test } from "vitest";
import { drawCard } from "./card.ts";
import { readPalette } from "./palette.ts";

const palette = readPalette();

function linesOf(headline: string): string[] {
  const svg = drawCard({ headline, scenes: [] }, palette);
  const block = /letter-spacing[^>]*>\n([\s\S]*?)\n<\/g>/.exec(svg)?.[1] ?? "";
  return [...block.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? "");
}

describe("a link preview", () => {
  test("sets a short headline in one line and breaks a longer one into equal ones", () => {
    expect(linesOf("Our Services")).toEqual(["Our Services"]);
    expect(linesOf("See it before you buy it.")).toEqual(["See it before", "you buy it."]);
  });

  test("keeps all words of a long headline, and refuses one that nobody could read", () => {
    const long =
      "Social media for nightclubs, bars, restaurants and hotels, made and posted for you";
    expect(linesOf(long).join(" ")).toBe(long);
    expect(() => drawCard({ headline: long.repeat(4), scenes: [] }, palette)).toThrow("too long");
  });

  test("carries the first five pictures of its page, and only such that are drawn", () => {
    const svg = drawCard(
      { headline: "Work", scenes: ["club", "unicorn", "car", "plate", "app", "door", "spa"] },
      palette,
    );
    expect([...svg.matchAll(/<use href="#([a-z]+)"/g)].map((match) => match[1])).toEqual([
      "club",
      "car",
      "plate",
      "app",
      "door",
    ]);
  });

  test("lets no character of the copy out of its place", () => {
    expect(drawCard({ headline: "A < B & C", scenes: [] }, palette)).toContain("A &lt; B &amp; C");
  });
});
