import { useCallback } from "react";
import { useLocation } from "wouter";
import { readSiteConfig } from "../../lib/site-config.ts";
import { toSitePath } from "./return-to.ts";

/** Goes where an answer of ours leads: inside the site without a new document, to anybody else's page with one. */
export function useGoTo(): (url: string) => void {
  const [, navigate] = useLocation();
  return useCallback(
    (url) => {
      const own = toSitePath(url, readSiteConfig().siteUrl);
      if (own === null) window.location.assign(url);
      else navigate(own);
    },
    [navigate],
  );
}
