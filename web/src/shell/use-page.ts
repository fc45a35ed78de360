import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { Page } from "../page.ts";
import { findRoute, loadedPage, loadPage } from "../routes.ts";

/** The page of the current address; undefined until its chunk has loaded. */
export function usePage(): Page | undefined {
  const [path] = useLocation();
  const route = findRoute(path);
  const [, setLoaded] = useState<Page>();
  // After Back and Forward the page may come later.
  useEffect(() => void loadPage(route).then(setLoaded, () => undefined), [route]);
  return loadedPage(route);
}
