import type { Page } from "playwright-core";

/**
 * Buttons and panels of the page that keep no edge in forced colours, which take their background.
 *
 * @param look called while the colours are forced
 */
export async function boxesWithoutEdge(page: Page, look?: () => Promise<void>): Promise<string[]> {
  await page.evaluate(markBoxes);
  await page.emulateMedia({ forcedColors: "active" });
  const found = await page.evaluate(listBoxesWithoutEdge);
  await look?.();
  await page.emulateMedia({ forcedColors: "none" });
  return found;
}

/** Runs in the page. Marks what only its background sets apart from its surroundings. */
function markBoxes(): void {
  const CLEAR = "rgba(0, 0, 0, 0)";
  const groundOf = (element: Element | null): string => {
    if (element === null) return CLEAR;
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === CLEAR ? groundOf(element.parentElement) : backgroundColor;
  };
  for (const element of document.querySelectorAll("main *")) {
    const { backgroundColor, padding, display } = getComputedStyle(element);
    const isBox =
      (element instanceof HTMLElement &&
        element.matches(".button:not(.button-quiet), [data-tone=tide]")) ||
      (backgroundColor !== CLEAR &&
        backgroundColor !== groundOf(element.parentElement) &&
        padding !== "0px" &&
        display !== "inline" &&
        // A band from edge to edge needs none.
        element.clientWidth < document.documentElement.clientWidth);
    if (isBox && element.checkVisibility() && element.textContent !== "")
      element.setAttribute("data-box", "");
  }
}

/** Runs in the page. */
function listBoxesWithoutEdge(): string[] {
  return [...document.querySelectorAll("[data-box]")].flatMap((element) => {
    const { borderWidth, outlineStyle } = getComputedStyle(element);
    const hasBorder = borderWidth.split(" ").some((width) => Number.parseFloat(width) >= 1);
    return hasBorder || outlineStyle !== "none" ? [] : [`${element.tagName} ${element.className}`];
  });
}
