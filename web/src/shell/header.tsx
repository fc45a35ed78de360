import { useLocation } from "wouter";
import { MAIN_LINKS } from "../content/navigation.ts";
import { paths } from "../paths.ts";
import { Link } from "../ui/link.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SessionLinks } from "./session-links.tsx";

export function Header() {
  const [path] = useLocation();
  return (
    <header className="no-print sticky top-0 z-40 border-b border-rule bg-paper [view-transition-name:header]">
      <div className="page-width flex min-h-18 items-center gap-6">
        <Link href={paths.home} className="mr-auto py-2 lg:mr-6">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="mr-auto hidden lg:block">
          <ul className="flex gap-1">
            {MAIN_LINKS.map((link) => (
              <li key={link.label}>
                <Link
                  href={link.href}
                  aria-current={link.href === path ? "page" : undefined}
                  className="block px-3 py-3 text-sm font-medium decoration-persimmon decoration-2 underline-offset-8 hover:underline aria-[current=page]:underline"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hidden sm:block">
          <SessionLinks />
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}
