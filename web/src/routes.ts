import type { PagePath } from "#contracts/api/page-views.ts";
import type { Page } from "./page.ts";
import { paths } from "./paths.ts";

type Route = {
  /** Null for the not-found page. */
  readonly path: PagePath | null;
  readonly file: string;
};

export const routes: readonly Route[] = Object.values(paths).map((path) => ({
  path,
  file: fileOf(path),
}));

/** Served by `npm run dev` only. */
const STYLEGUIDE_PATH = "/styleguide";
const styleguide: Route = { path: null, file: "styleguide" };

export const notFoundRoute: Route = { path: null, file: "not-found" };

/** Derives the file name from the path: every visitor downloads this table. */
function fileOf(path: string): string {
  return path.slice(1).replaceAll("/", "-") || "home";
}

type PageFiles = Readonly<Record<string, () => Promise<{ page: Page }>>>;

let files: PageFiles = {};
const loaded = new Map<Route, Page>();

/** Called by `page-files.ts`: pages import this file, so it cannot import them. */
export function providePages(all: PageFiles): void {
  files = all;
}

export function findRoute(path: string): Route {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  if (import.meta.env.DEV && bare === STYLEGUIDE_PATH) return styleguide;
  return routes.find((route) => route.path === bare) ?? notFoundRoute;
}

export function loadedPage(route: Route): Page | undefined {
  return loaded.get(route);
}

/** @throws when the chunk cannot be fetched, e.g. offline or after a deployment */
export async function loadPage(route: Route): Promise<Page> {
  const known = loaded.get(route);
  if (known !== undefined) return known;
  const load = files[`./pages/${route.file}.tsx`];
  if (load === undefined) throw new Error(`There is no page file named ${route.file}.`);
  const { page } = await load();
  await page.ready?.();
  loaded.set(route, page);
  return page;
}
