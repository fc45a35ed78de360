import { describe, expect, test } from "vitest";
import { drawCard } from "./card.ts";
import { readPalette } from "./palette.ts";

const palette = readPalette();

function linesOf(headline: string): string[] {
  const svg = drawCard({ headline, pictures: [] }, palette);
  const block = /letter-spacing[^>]*>\n([\s\S]*?)\n<\/g>/.exec(svg)?.[1] ?? "";
  return [...block.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? "");
}

describe("link preview", () => {
  test("sets a short headline on one line and balances the lines of a longer one", () => {
    expect(linesOf("Our Services")).toEqual(["Our Services"]);
    expect(linesOf("See it before you buy it.")).toEqual(["See it before", "you buy it."]);
  });

  test("keeps every word of a long headline and rejects one that is too long to read", () => {
    const long =
      "Social media for nightclubs, bars, restaurants and hotels, made and posted for you";
    expect(linesOf(long).join(" ")).toBe(long);
    expect(() => drawCard({ headline: long.repeat(4), pictures: [] }, palette)).toThrow("too long");
  });

  test("shows each picture as a post", () => {
    const svg = drawCard({ headline: "Work", pictures: ["data:a", "data:b"] }, palette);
    expect([...svg.matchAll(/<image href="([^"]+)"/g)].map((match) => match[1])).toEqual([
      "data:a",
      "data:b",
    ]);
  });

  test("escapes the headline", () => {
    expect(drawCard({ headline: "A < B & C", pictures: [] }, palette)).toContain(
      "A &lt; B &amp; C",
    );
  });
});
