import { LEGAL_LINE, type NavigationLink } from "../content/navigation.ts";
import { Link } from "../ui/link.tsx";

type LegalLinesProps = { links: readonly NavigationLink[]; label?: string; soft?: string };

/** Ends a short footer: links to the law, and who we are. */
export function LegalLines({ links, label, soft = "text-ink-soft" }: LegalLinesProps) {
  return (
    <>
      <ul aria-label={label} className="flex flex-wrap gap-x-5">
        {links.map((link) => (
          <li key={link.label}>
            <Link href={link.href} className="flex min-h-11 min-w-11 items-center underline">
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
      <p className={`text-xs ${soft}`}>© {LEGAL_LINE}</p>
    </>
  );
}
