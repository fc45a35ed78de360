import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { LANDING_LINKS, MAIN_LINKS, type NavigationLink } from "../content/navigation.ts";
import type { Page } from "../lib/page.ts";
import { paths } from "../paths.ts";
import { findRoute, loadedPage, loadPage } from "../routes.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SessionLinks } from "./session-links.tsx";

export function Header() {
  const [path] = useLocation();
  const route = findRoute(path);
  const [, setLoaded] = useState<Page>();
  // After Back and Forward the page may come later.
  useEffect(() => void loadPage(route).then(setLoaded, () => undefined), [route]);
  const Bar = loadedPage(route)?.Bar;
  const landingLinks = LANDING_LINKS[path];
  return (
    <header className="no-print sticky top-0 z-40 border-b border-rule bg-paper [view-transition-name:header]">
      <div className="page-width flex min-h-18 items-center gap-4 sm:gap-6">
        <Link href={paths.home} className="py-2 lg:mr-6">
          <Wordmark compact={landingLinks !== undefined} />
        </Link>
        {landingLinks !== undefined ? (
          <LandingLinks links={landingLinks} />
        ) : Bar === undefined ? (
          <SiteLinks path={path} />
        ) : (
          <Bar />
        )}
      </div>
    </header>
  );
}

function SiteLinks({ path }: { path: string }) {
  return (
    <>
      <nav aria-label="Main" className="hidden lg:block">
        <ul className="flex gap-1">
          {MAIN_LINKS.map((link) => (
            <li key={link.label}>
              <Link
                href={link.href}
                aria-current={link.href === path ? "page" : undefined}
                className="nav-link"
              >
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="ml-auto">
        <SessionLinks />
      </div>
      <MobileMenu />
    </>
  );
}

function LandingLinks({ links }: { links: readonly NavigationLink[] }) {
  return (
    <nav aria-label="Main" className="ml-auto flex items-center gap-3 whitespace-nowrap sm:gap-4">
      {links.map((link, index) =>
        index === links.length - 1 ? (
          <ButtonLink key={link.href} href={link.href} className="max-sm:px-4">
            {link.label}
          </ButtonLink>
        ) : (
          <Link key={link.href} href={link.href} className="py-3 text-sm font-semibold sm:px-2">
            {link.label}
          </Link>
        ),
      )}
    </nav>
  );
}
