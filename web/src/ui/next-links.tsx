import { Arrow } from "./icons.tsx";
import { Link } from "./link.tsx";

export type NextLink = { readonly label: string; readonly href: string };

export function NextLinks({
  ways,
  className = "",
}: {
  ways: readonly NextLink[];
  className?: string;
}) {
  return (
    <ul className={`border-t border-rule ${className}`.trim()}>
      {ways.map(({ label, href }) => (
        <li key={href} className="border-b border-rule">
          <Link
            href={href}
            className="group flex items-center justify-between gap-4 py-3.5 font-semibold hover:text-persimmon-text"
          >
            {label}
            <Arrow className="size-4 shrink-0 nudge" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
