import type { ReactNode } from "react";
import { NO_AUTHENTICATION } from "#contracts/messages/shared.ts";
import { useBackendConfigured } from "../../../lib/use-site-config.ts";
import { NoScriptNote } from "../../../ui/no-script-note.tsx";
import { NotConfigured } from "../../../ui/not-configured.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";

export function AccountFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const isConfigured = useBackendConfigured();
  return (
    <div className="account-shore">
      <div className="mx-auto w-full max-w-100">
        <PageTitle className="">{title}</PageTitle>
        {lead !== undefined && <p className="mb-8 text-ink-soft">{lead}</p>}
        <NoScriptNote />
        <div className="needs-script">
          {isConfigured ? (
            children
          ) : (
            <NotConfigured message={NO_AUTHENTICATION} className="account-notice" />
          )}
        </div>
      </div>
    </div>
  );
}
