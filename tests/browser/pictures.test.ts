import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { difference, shrink } from "./pictures.ts";

async function page(options: { height?: number; button?: boolean; shift?: number }) {
  const { height = 4_000, button = true, shift = 0 } = options;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="${height}">
    <rect width="100%" height="100%" fill="#fbf6ee"/>
    <rect x="${80 + shift}" y="120" width="900" height="90" fill="#201712"/>
    ${button ? '<rect x="80" y="400" width="160" height="48" fill="#fb692f"/>' : ""}
  </svg>`;
  return shrink(await sharp(Buffer.from(svg)).png().toBuffer(), 360);
}

describe("screenshot comparison", () => {
  test("unchanged, or text shifted by less than a pixel: equal", async () => {
    expect(await difference(await page({}), await page({}))).toBeNull();
    expect(await difference(await page({}), await page({ shift: 0.4 }))).toBeNull();
  });

  test("one button missing: different, with a diff image", async () => {
    const found = await difference(await page({}), await page({ button: false }));
    expect(found?.what).toContain("% differs");
    expect(found?.picture).not.toBeNull();
  });

  test("different height: reported in words", async () => {
    const found = await difference(await page({}), await page({ height: 4_400 }));
    expect(found).toEqual({ what: "was 360×1000 and is 360×1100", picture: null });
  });
});
