import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";
import { isPrivatePath } from "../paths.ts";
import { findRoute, loadPage } from "../routes.ts";
import { layOutAll } from "./first-view.ts";
import { changePending } from "./pending.ts";
import { isReachable } from "./reachable.ts";

let latestNavigation = 0;
let hasForeignCode = false;

/** After third-party code has run, private pages open in a new document. */
export function noteForeignCode(): void {
  if (hasForeignCode) return;
  hasForeignCode = true;
  // Back and Forward bypass the navigation handler.
  window.addEventListener("popstate", () => {
    if (isPrivatePath(window.location.pathname)) window.location.reload();
  });
}

/**
 * Falls back to a document load when a new deployment has replaced the chunk. Offline, the error
 * boundary has the words.
 */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const target = new URL(to, window.location.href);
  if (target.origin !== window.location.origin) throw new Error("Bug: this leads off the site");
  const samePage = target.pathname === window.location.pathname;
  const commit = () => {
    flushSync(() => navigate(to, options));
    scrollToHash(target.hash);
  };

  latestNavigation += 1;
  const navigation = latestNavigation;
  if (hasForeignCode && isPrivatePath(target.pathname)) {
    changePending(1);
    window.location.assign(target);
    return;
  }
  if (samePage) {
    commit();
    return;
  }
  void loadThenCommit();

  async function loadThenCommit(): Promise<void> {
    changePending(1);
    const needsDocument = await loadPage(findRoute(target.pathname)).then(
      () => false,
      () => isReachable(target.href),
    );
    // A later click wins.
    const isLatest = navigation === latestNavigation;
    if (isLatest && needsDocument) {
      window.location.assign(target);
      return;
    }
    changePending(-1);
    if (!isLatest) return;
    if (!allowsMotion()) {
      commit();
      return;
    }
    // `ready` rejects when the transition is skipped (next navigation, hidden tab); commit errors
    // surface through another promise.
    document.startViewTransition(commit).ready.catch(() => undefined);
  }
};

export function prefetchPage(href: string): void {
  const target = new URL(href, window.location.href);
  if (target.origin !== window.location.origin) return;
  loadPage(findRoute(target.pathname)).catch(() => undefined);
}

export function focusHeading(): void {
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}

function scrollToHash(hash: string): void {
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

function allowsMotion(): boolean {
  return (
    "startViewTransition" in document &&
    !window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
