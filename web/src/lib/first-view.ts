// The stylesheet leaves what is below the first view without layout, so that a telephone paints sooner. Once the page
// works, the rest follows in pauses, and from then on every place on the page is where it will stay.

/**
 * Runs before the page is painted. Who comes back to a place on the page, or for a section of it, gets the whole page
 * at once, because a browser finds no place on a page of which it only knows the beginning.
 */
export const FIRST_VIEW_SCRIPT =
  `location.hash||performance.getEntriesByType("navigation")[0]?.type==="navigate"` +
  `&&document.documentElement.setAttribute("data-first-view","")`;

/** Lays out what is below the first view, a section at a time. */
export function layOutWhenIdle(): void {
  if (document.documentElement.dataset["firstView"] === undefined) return;
  const sections = document.querySelectorAll<HTMLElement>("main > *");
  let next = 0;
  const layOutNext = () => {
    const section = sections[next];
    next += 1;
    if (section === undefined) {
      layOutAll();
      return;
    }
    section.style.contentVisibility = "visible";
    whenIdle(() => requestAnimationFrame(layOutNext));
  };
  whenIdle(layOutNext);
}

/** Lays out everything at once, before something on the page is scrolled to. */
export function layOutAll(): void {
  delete document.documentElement.dataset["firstView"];
}

function whenIdle(act: () => void): void {
  // Safari offers no pauses.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act);
  else setTimeout(act);
}
