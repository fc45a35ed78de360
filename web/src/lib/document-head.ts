import { documentTitle, type Page } from "../page.ts";
import { readSiteConfig } from "./site-config.ts";

export function describePage(page: Page, path: string): void {
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
