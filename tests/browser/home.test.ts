import { expect } from "vitest";
import { test } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();

test("first screen: the posts of the tide chart are whole from 320 to 2,560 px, and show on a low laptop", async ({
  visit,
}) => {
  const page = await visit();
  for (const width of [320, 390, 768, 1366, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: width === 1366 ? 657 : 900 });
    await page.goto(site);
    const chart = await page.evaluate(() => {
      const svg = document.querySelector("#tide-posts")?.closest("svg");
      const posts = [...(svg?.querySelectorAll("#tide-posts > .afloat") ?? [])];
      const tops = posts.map((post) => post.getBoundingClientRect().top);
      return { top: svg?.parentElement?.getBoundingClientRect().top ?? 0, tops };
    });
    expect(chart.tops, `${width} px`).toHaveLength(12);
    expect(Math.min(...chart.tops), `${width} px`).toBeGreaterThanOrEqual(chart.top);
    if (width === 1366) expect(657 - Math.max(...chart.tops)).toBeGreaterThan(40);
  }
});

test.for([
  { width: 360, height: 740, rejects: true },
  { width: 390, height: 664, rejects: true },
  { width: 390, height: 844, rejects: false },
])(
  "phone of $width × $height, cookies rejected: $rejects: the bar comes once the first button has left",
  async ({ rejects, ...viewport }, { visit }) => {
    const page = await visit({ viewport });
    await page.goto(site);
    if (rejects) await page.getByRole("button", { name: "Reject cookies" }).click();
    const bar = page.locator(".start-bar");
    expect(await bar.isVisible()).toBe(false);
    await page.evaluate(() => window.scrollTo(0, 2 * window.innerHeight));
    await bar.waitFor({ state: "visible" });
    await page.evaluate(() => window.scrollTo(0, 0));
    await bar.waitFor({ state: "hidden" });
  },
);

test.for([
  { width: 390, height: 664 },
  { width: 360, height: 740 },
])(
  "phone of $width × $height: pictures and the button are in the first screen",
  async (viewport, { visit }) => {
    const page = await visit({ viewport });
    await page.goto(site);
    const pictures = page.locator("[data-first] img");
    expect(await pictures.count()).toBe(3);
    for (const shown of [...(await pictures.all()), page.locator("main [data-start]")]) {
      const box = await shown.boundingBox();
      expect(box).not.toBeNull();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(viewport.height);
    }
  },
);

test.for([
  { reducedMotion: "no-preference", plays: true },
  { reducedMotion: "reduce", plays: false },
] as const)(
  "a reel, movement: $reducedMotion: plays for six seconds at most while it is in view: $plays",
  async ({ reducedMotion, plays }, { visit }) => {
    const page = await visit({ reducedMotion });
    await page.goto(`${site}/services`);
    const reel = page.locator(".reel").last();
    const ends = () =>
      reel.evaluate((element) =>
        element
          .getAnimations({ subtree: true })
          .filter(({ timeline }) => timeline === document.timeline)
          .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
      );
    expect(await ends()).toEqual([]);
    await reel.evaluate((element) => element.scrollIntoView({ block: "center" }));
    if (plays) await eventually("the reel plays", async () => (await ends()).length > 2);
    const inView = await ends();
    expect(inView.length > 0).toBe(plays);
    expect(Math.max(0, ...inView)).toBeLessThanOrEqual(6_000);
    await page.evaluate(() => window.scrollTo(0, 0));
    await eventually("the reel is at rest", async () => (await ends()).length === 0);
  },
);
