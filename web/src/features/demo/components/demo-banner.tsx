import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { homeSection, paths } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";

const TOUR = [
  { label: "1. Paid", href: paths.checkoutSuccessDemo },
  { label: "2. Next", href: paths.thankYou },
  { label: "3. Dashboard", href: paths.dashboardDemo },
  { label: "See plans", href: homeSection("pricing") },
];

/** Says in two lines of a phone what a page of the demo shows, and leads through its pages in a third. */
export function DemoBanner({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  return (
    <section aria-label="Demo Mode" className="bg-persimmon text-on-persimmon">
      <div className="page-width flex flex-wrap items-baseline gap-x-6 pt-2">
        <p className="leading-snug">
          <strong className="mr-3 font-display text-lg">Demo Mode</strong>
          {children}
        </p>
        <nav aria-label="Demo" className="flex flex-wrap gap-x-4">
          {TOUR.map(({ label, href }) => (
            <Link
              key={href}
              href={href}
              aria-current={href === location ? "page" : undefined}
              className={`py-3 text-sm font-semibold ${href === location ? "" : "underline underline-offset-4"}`}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </section>
  );
}
