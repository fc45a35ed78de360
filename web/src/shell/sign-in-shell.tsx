import { LEGAL_LINKS } from "../content/navigation.ts";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import { paths } from "../paths.ts";
import { WaveDivider } from "../ui/wave-divider.tsx";
import { LegalLines } from "./legal-lines.tsx";

/** Styles, header and footer of the pages where people sign in, which no search engine lists. */
export const signInShell = { ...appStylesheet, noindex: true, Bar: () => null, Foot } as const;

const LINKS = [...LEGAL_LINKS, { label: "Contact", href: paths.contact }];

function Foot() {
  return (
    <footer data-tone="tide" className="no-print relative text-sm">
      <WaveDivider className="text-tide-deep" />
      <div className="bg-tide-deep pb-3 text-on-tide">
        <div className="page-width">
          <LegalLines links={LINKS} soft="text-on-tide-soft" />
        </div>
      </div>
    </footer>
  );
}
