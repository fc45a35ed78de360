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
    <div className="grid min-h-[calc(100svh-4.5rem)] grid-rows-[auto_1fr] pb-0 lg:grid-cols-[max(41.67%,50%-var(--page)/12)_minmax(0,1fr)] lg:grid-rows-none">
      <div data-tone="tide" className="account-tide">
        <div className="relative z-1 max-lg:mx-auto max-lg:max-w-136 lg:sticky lg:top-36 lg:[--text-4xl:clamp(2.75rem,7vw,6.25rem)]">
          <PageTitle>{title}</PageTitle>
          <p className="measure mt-5 text-lg text-on-tide-soft">{lead}</p>
        </div>
        <WaveDivider />
      </div>
      <div className="px-(--gutter) pt-[clamp(2.5rem,1rem+5vw,7rem)] pb-[calc(var(--section)+2rem)]">
        <div className="mx-auto w-full max-w-136">
          <NoScriptNote />
          <div className="needs-script">
            {isConfigured ? (
              children
            ) : (
              <NotConfigured message={ACCOUNT_MESSAGES.notConfigured} className="account-notice" />
            )}
          </div>
          <nav
            aria-label="Small print"
            className="mt-12 flex flex-wrap gap-x-6 gap-y-1 border-t border-rule pt-4 text-(length:--text-sm) text-ink-soft max-sm:mt-24 *:py-2.5 *:hover:underline"
          >
            <Link href={paths.privacyPolicy}>Privacy Policy</Link>
            <Link href={paths.termsOfService}>Terms of Service</Link>
            <Link href={paths.contact}>Contact Us</Link>
          </nav>
        </div>
      </div>
    </div>
  );
}
