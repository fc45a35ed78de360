import { expect } from "vitest";
import { test } from "../support/browser.ts";
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
