import { useEffect, useRef, useState } from "react";
import { Router, useLocation } from "wouter";
import { ConsentBanner } from "./features/consent/components/consent.tsx";
import { countPageView } from "./features/tracking/count-page-view.ts";
import { aroundNavigation, focusHeading } from "./lib/navigate.ts";
import { submitHeldForm } from "./lib/pending.ts";
import { reloadIfReachable } from "./lib/reachable.ts";
import { readSiteConfig } from "./lib/site-config.ts";
import { documentTitle, type Page } from "./page.ts";
import { findRoute, loadedPage, loadPage } from "./routes.ts";
import { Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";

export function App({ ssrPath }: { ssrPath?: string }) {
  useEffect(submitHeldForm, []);
  return (
    <Router aroundNav={aroundNavigation} {...(ssrPath === undefined ? {} : { ssrPath })}>
      <SkipLink />
      <ConsentBanner />
      <Header />
      <main id="main">
        <CurrentPage />
      </main>
      <Footer />
    </Router>
  );
}

function CurrentPage() {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path}>
      <PageAt path={path} />
    </ErrorBoundary>
  );
}

function PageAt({ path }: { path: string }) {
  const route = findRoute(path);
  // It is rendered directly: React.lazy would suspend again and flash a blank page.
  const [page, setPage] = useState(() => loadedPage(route));
  const [failure, setFailure] = useState<Error>();

  // Links fetch the chunk before they navigate; after Back and Forward it may be missing.
  useEffect(() => {
    if (page === undefined)
      loadPage(route).then(setPage, async (cause: unknown) => {
        if (await reloadIfReachable(true)) return;
        setFailure(new Error(`The page ${route.file} did not load.`, { cause }));
      });
  }, [page, route]);

  usePageChange(page, route.path, path);

  if (failure !== undefined) throw failure;
  if (page === undefined) return <p className="page-width section-space min-h-screen">Loading…</p>;
  return <page.Body />;
}

// The prerendered HTML describes the first page, and focus and scrolling are the browser's.
let isFirstPage = true;

function usePageChange(
  page: ReturnType<typeof loadedPage>,
  routePath: ReturnType<typeof findRoute>["path"],
  path: string,
): void {
  const isHandled = useRef(false);
  useEffect(() => {
    if (page === undefined || isHandled.current) return;
    isHandled.current = true;
    if (routePath !== null) countPageView(routePath, isFirstPage);
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    describePage(page, path);
    const focusIsLost = document.activeElement === null || document.activeElement === document.body;
    if (focusIsLost) focusHeading();
  }, [page, routePath, path]);
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute -top-20 left-4 z-50 bg-ink px-5 py-3 font-semibold text-paper focus:top-4"
    >
      Skip to the content
    </a>
  );
}

function describePage(page: Page, path: string): void {
  document.title = documentTitle(page);
  setMeta("description", page.description);
  setMeta("robots", page.noindex === true ? "noindex" : "index, follow");
  document
    .querySelector('link[rel="canonical"]')
    ?.setAttribute("href", readSiteConfig().siteUrl + (page.canonical ?? path));
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute("content", content);
}
