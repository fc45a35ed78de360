import { useRef } from "react";
import { useLocation } from "wouter";
import { LANDING_LINKS, MAIN_LINKS, type NavigationLink } from "../content/navigation.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Close, Menu } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import { SessionLinks } from "./session-links.tsx";
import { usePage } from "./use-page.ts";

export function Header() {
  const [path] = useLocation();
  const { Bar, Foot } = usePage() ?? {};
  const landingLinks = LANDING_LINKS[path];
  return (
    <header
      className={`no-print z-40 border-b border-rule bg-paper [view-transition-name:header] ${Foot === undefined ? "sticky top-0 max-[20rem]:relative" : ""}`}
    >
      <div className="page-width flex min-h-18 flex-wrap items-center gap-2 sm:gap-6">
        <Link href={paths.home} className="w-min py-2 lg:mr-6">
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
    <nav
      aria-label="Main"
      className="ml-auto flex flex-wrap items-center gap-2 whitespace-nowrap sm:gap-4"
    >
      {links.map((link, index) =>
        index === links.length - 1 ? (
          <ButtonLink key={link.href} href={link.href} className="w-fit max-sm:px-3">
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

const MENU_ID = "mobile-menu";

/** Native popover: opens without script, closes on Esc and outside taps. */
function MobileMenu() {
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  return (
    <div className="lg:hidden">
      <button
        type="button"
        popoverTarget={MENU_ID}
        className="-mr-3 grid size-12 place-items-center"
      >
        <Menu className="size-6" />
        <span className="sr-only">Menu</span>
      </button>
      <nav
        ref={menu}
        id={MENU_ID}
        popover="auto"
        aria-label="Mobile"
        className="full-screen-popover"
        data-tone="tide"
      >
        <div className="flex min-h-full flex-col px-(--gutter) pb-10">
          <div className="flex min-h-18 items-center justify-end">
            <button
              type="button"
              popoverTarget={MENU_ID}
              popoverTargetAction="hide"
              className="-mr-3 grid size-12 place-items-center"
            >
              <Close className="size-6" />
              <span className="sr-only">Close navigation</span>
            </button>
          </div>
          <ul className="my-auto border-t border-tide-rule">
            {[{ label: "Home", href: paths.home }, ...MAIN_LINKS].map((link) => (
              <li key={link.label} className="border-b border-tide-rule">
                <Link
                  href={link.href}
                  onClick={close}
                  className="block py-4 font-display text-2xl font-bold"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
          <div className="mt-8 grid gap-4 sm:flex">
            <SessionLinks onNavigate={close} />
            <ButtonLink href={paths.scheduleDemo} variant="secondary" onClick={close}>
              Book a call
            </ButtonLink>
          </div>
        </div>
      </nav>
    </div>
  );
}
