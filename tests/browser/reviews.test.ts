import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();
const A_MINUTE = 60_000;

async function showReviews(page: Page): Promise<{ passAMinute: () => Promise<number> }> {
  await page.addInitScript(() => {
    Element.prototype.scrollBy = function (this: Element, to?: ScrollToOptions | number) {
      const { dataset } = document.documentElement;
      dataset["moves"] = String(Number(dataset["moves"] ?? 0) + 1);
      if (typeof to === "object") this.scrollLeft += to.left ?? 0;
    };
  });
  await page.clock.install();
  await page.goto(site);
  await page.getByRole("list", { name: "Reviews" }).scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  const moves = () => page.evaluate(() => Number(document.documentElement.dataset["moves"] ?? 0));
  return {
    passAMinute: async () => {
      const before = await moves();
      await page.clock.runFor(A_MINUTE);
      return (await moves()) - before;
    },
  };
}

test("reviews: scroll until paused, pause while the pointer or focus is on them, and neither move nor have a pause button under reduced motion", async ({
  visit,
}) => {
  const page = await visit({ reducedMotion: "no-preference" });
  const reviews = await showReviews(page);
  await eventually("the reviews roll", async () => (await reviews.passAMinute()) > 0);

  await page.getByRole("button", { name: "Pause the reviews" }).click();
  await page.mouse.move(0, 0);
  expect(await reviews.passAMinute()).toBe(0);

  await page.getByRole("button", { name: "Let the reviews roll" }).click();
  await page.mouse.move(0, 0);
  await eventually("the reviews roll again", async () => (await reviews.passAMinute()) > 0);

  const row = page.getByRole("list", { name: "Reviews" });
  await row.hover();
  expect(await reviews.passAMinute()).toBe(0);
  await page.mouse.move(0, 0);
  await row.focus();
  expect(await reviews.passAMinute()).toBe(0);

  await row.blur();
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await reviews.passAMinute()).toBe(0);
  expect(await page.getByRole("button", { name: /pause|roll/i }).count()).toBe(0);
});

test("reviews by hand: a button says that there are no further ones, and keeps the focus", async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(site);
  const further = page.getByRole("button", { name: "Further reviews" });
  const earlier = page.getByRole("button", { name: "Earlier reviews" });
  await further.focus();
  expect(await earlier.getAttribute("aria-disabled")).toBe("true");
  await eventually("the last review", async () => {
    await page.keyboard.press("Enter");
    return (await further.getAttribute("aria-disabled")) === "true";
  });
  await page.locator("button:focus", { hasText: "Further reviews" }).waitFor();
  expect(await earlier.getAttribute("aria-disabled")).toBe("false");
});
