import "./page-files.ts";
import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
import type { Page } from "./page.ts";
import { findRoute, loadPage } from "./routes.ts";

export { notFoundRoute, routes } from "./routes.ts";

export async function renderPage(path: string): Promise<{ page: Page; html: string }> {
  const page = await loadPage(findRoute(path));
  return { page, html: renderToString(<App ssrPath={path} />) };
}
