import { LEGAL_LINE } from "../content/legal-line.ts";
import { LEGAL_LINKS } from "../content/navigation.ts";
import { paths } from "../paths.ts";
import { Link } from "../ui/link.tsx";
import { WaveDivider } from "../ui/wave-divider.tsx";

/** Header and footer of the pages where people sign in. */
export const signInShell = { Bar: () => null, Foot } as const;

const LINKS = [...LEGAL_LINKS, { label: "Contact", href: paths.contact }];

function Foot() {
  return (
    <footer data-tone="tide" className="no-print relative text-sm">
      <WaveDivider className="text-tide-deep" />
      <div className="bg-tide-deep pb-3 text-on-tide">
        <div className="page-width">
          <ul className="flex flex-wrap gap-x-5">
            {LINKS.map(({ label, href }) => (
              <li key={label}>
                <Link href={href} className="flex min-h-11 min-w-11 items-center underline">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <p className="text-xs text-on-tide-soft">© {LEGAL_LINE}</p>
        </div>
      </div>
    </footer>
  );
}
