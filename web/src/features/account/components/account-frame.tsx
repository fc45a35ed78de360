import type { ReactNode } from "react";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { useBackendConfigured } from "../../../lib/use-site-config.ts";
import { paths } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";
import { NoScriptNote } from "../../../ui/no-script-note.tsx";
import { NotConfigured } from "../../../ui/not-configured.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { WaveDivider } from "../../../ui/wave-divider.tsx";

export function AccountFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  const isConfigured = useBackendConfigured();
  return (
    <div className="account-split">
      <div data-tone="tide" className="account-tide">
        <div className="account-tide-text">
          <PageTitle>{title}</PageTitle>
          <p className="measure mt-5 text-lg text-on-tide-soft">{lead}</p>
        </div>
        <WaveDivider />
      </div>
      <div className="account-paper">
        <div className="account-column">
          <NoScriptNote />
          <div className="needs-script">
            {isConfigured ? (
              children
            ) : (
              <NotConfigured message={ACCOUNT_MESSAGES.notConfigured} className="account-notice" />
            )}
          </div>
          <nav aria-label="Small print" className="account-small-print">
            <Link href={paths.privacyPolicy}>Privacy Policy</Link>
            <Link href={paths.termsOfService}>Terms of Service</Link>
            <Link href={paths.contact}>Contact Us</Link>
          </nav>
        </div>
      </div>
    </div>
  );
}
