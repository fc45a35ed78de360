import { homeSection } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";

export function DemoBanner({ children }: { children: string }) {
  return (
    <section aria-label="Demo Mode" className="bg-persimmon text-on-persimmon">
      <div className="page-width flex flex-wrap items-baseline gap-x-5 gap-y-1 py-3.5">
        <p className="font-display text-xl font-bold">Demo Mode</p>
        <p className="md:flex-1">{children}</p>
        <Link
          href={homeSection("pricing")}
          className="py-3 text-sm font-semibold underline underline-offset-4"
        >
          See the real plans
        </Link>
      </div>
    </section>
  );
}
