import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";
import { isPrivatePath } from "../paths.ts";
import { layOutAll } from "./first-view.ts";
import { findRoute, loadPage } from "../routes.ts";

let latestNavigation = 0;
let hasForeignCode = false;

/**
 * Says that another company's code runs in this document. It stays until the document goes, so from now on
 * private pages are entered through a new document.
 */
export function noteForeignCode(): void {
  if (hasForeignCode) return;
  hasForeignCode = true;
  // Back and Forward do not ask before they go.
  window.addEventListener("popstate", () => {
    if (isPrivatePath(window.location.pathname)) window.location.reload();
  });
}

/**
 * Goes to another page the way a person expects: the page's chunk first, then one view transition,
 * then the top of the page or the section named by the hash, with the focus on its heading.
 * When the chunk cannot be fetched the browser loads the address itself.
 */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const target = new URL(to, window.location.href);
  if (target.origin !== window.location.origin) throw new Error("Bug: this leads off the site");
  const samePage = target.pathname === window.location.pathname;
  const commit = () => {
    flushSync(() => navigate(to, options));
    arriveAt(target.hash);
  };

  latestNavigation += 1;
  const navigation = latestNavigation;
  if (hasForeignCode && isPrivatePath(target.pathname)) {
    window.location.assign(target);
    return;
  }
  if (samePage) {
    commit();
    return;
  }
  void arrive();

  async function arrive(): Promise<void> {
    try {
      await loadPage(findRoute(target.pathname));
    } catch {
      window.location.assign(target);
      return;
    }
    // A second click while the first page was still loading wins.
    if (navigation !== latestNavigation) return;
    if (!mayMove()) {
      commit();
      return;
    }
    // Whoever moves on before the transition has begun, or hides the tab, has only its animation skipped: the page
    // is there all the same. What fails in the commit itself is still reported, by another of its promises.
    document.startViewTransition(commit).ready.catch(() => undefined);
  }
};

/** Fetches a page's chunk ahead of the click. A failure is left to the click itself. */
export function prefetchPage(href: string): void {
  const target = new URL(href, window.location.href);
  if (target.origin !== window.location.origin) return;
  loadPage(findRoute(target.pathname)).catch(() => undefined);
}

/** Puts the focus on the page's heading, so that a screen reader says where the visitor is. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}

function arriveAt(hash: string): void {
  layOutAll();
  const section = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  if (section === null) {
    window.scrollTo({ top: 0, behavior: "instant" });
    focusHeading();
    return;
  }
  section.scrollIntoView();
  if (!section.hasAttribute("tabindex")) section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

function mayMove(): boolean {
  return (
    "startViewTransition" in document &&
    !window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
