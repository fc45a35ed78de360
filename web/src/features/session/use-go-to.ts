import { useLocation } from "wouter";
import { readSiteConfig } from "../../lib/site-config.ts";
import { toSitePath } from "./return-to.ts";

export function useGoTo(): (url: string) => void {
  const [, navigate] = useLocation();
  return (url) => {
    const sitePath = toSitePath(url, readSiteConfig().siteUrl);
    if (sitePath === null) window.location.assign(url);
    else navigate(sitePath);
  };
}
