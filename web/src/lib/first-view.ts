// The stylesheet skips the layout below the first view, so that phones paint sooner; idle time
// lays out the rest.

/**
 * Reload, Back and links with a fragment lay out the whole page at once: scroll positions need
 * it.
 */
export const FIRST_VIEW_SCRIPT =
  `location.hash||performance.getEntriesByType("navigation")[0]?.type==="navigate"` +
  `&&document.documentElement.setAttribute("data-first-view","")`;

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

/** Lays out everything; call it before scrolling by script. */
export function layOutAll(): void {
  delete document.documentElement.dataset["firstView"];
}

function whenIdle(task: () => void): void {
  // Safari lacks requestIdleCallback. Chromium may find no idle time in a page where nothing happens.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(task, { timeout: 1e3 });
  else setTimeout(task);
}
