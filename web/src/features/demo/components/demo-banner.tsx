import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { homeSection, paths } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";

const TOUR = [
  { label: "1. You have paid", href: paths.checkoutSuccessDemo },
  { label: "2. What happens next", href: paths.thankYou },
  { label: "3. Your dashboard", href: paths.dashboardDemo },
  { label: "See the real plans", href: homeSection("pricing") },
];

/** Says what a page of the demo shows, and leads through its pages. */
export function DemoBanner({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  return (
    <section aria-label="Demo Mode" className="bg-persimmon text-on-persimmon">
      <div className="page-width py-3.5">
        <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
          <p className="font-display text-xl font-bold">Demo Mode</p>
          <p className="md:flex-1">{children}</p>
        </div>
        <nav aria-label="Demo" className="flex flex-wrap gap-x-6">
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
