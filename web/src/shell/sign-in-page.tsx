import type { ComponentType, ReactNode } from "react";
import { NO_AUTHENTICATION } from "#contracts/messages/shared.ts";
import { LEGAL_LINKS } from "../content/navigation.ts";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import { useBackendConfigured } from "../lib/use-site-config.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { NoScriptNote } from "../ui/no-script-note.tsx";
import { NotConfigured } from "../ui/not-configured.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { WaveDivider } from "../ui/wave-divider.tsx";
import { LegalLines } from "./legal-lines.tsx";

/** A page where people sign in, which no search engine lists. */
export function signInPage({
  title,
  heading = title,
  lead,
  description,
  Form,
}: Pick<Page, "title" | "description"> & {
  heading?: string;
  lead?: ReactNode;
  Form: ComponentType;
}): Page {
  function Body() {
    const isConfigured = useBackendConfigured();
    return (
      <div className="account-shore">
        <div className="mx-auto w-full max-w-100">
          <PageTitle className="">{heading}</PageTitle>
          {lead !== undefined && <p className="mb-8 text-ink-soft">{lead}</p>}
          <NoScriptNote />
          <div className="needs-script">
            {isConfigured ? (
              <Form />
            ) : (
              <NotConfigured message={NO_AUTHENTICATION} className="account-notice" />
            )}
          </div>
        </div>
      </div>
    );
  }
  return { ...appStylesheet, noindex: true, title, description, Bar: () => null, Foot, Body };
}

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
