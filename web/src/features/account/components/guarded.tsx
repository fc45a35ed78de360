import type { User } from "@supabase/auth-js";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { useBackendConfigured } from "../../../lib/use-site-config.ts";
import { paths } from "../../../paths.ts";
import { NotConfigured } from "../../../ui/not-configured.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { saveReturnTo } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";
import { Loading } from "./loading.tsx";

export function Guarded({
  title,
  children,
}: {
  title: string;
  children: (user: User) => ReactNode;
}) {
  const session = useSession();
  const isConfigured = useBackendConfigured();
  const [, navigate] = useLocation();
  const mustSignIn =
    isConfigured && (session.state === "visitor" || session.state === "awaiting-code");

  useEffect(() => {
    if (!mustSignIn) return;
    const { pathname, search, hash } = window.location;
    saveReturnTo(sessionStorageOrNull(), pathname + search + hash);
    navigate(paths.login, { replace: true });
  }, [mustSignIn, navigate]);

  if (isConfigured && session.state === "signed-in") {
    return <div className="account-area">{children(session.user)}</div>;
  }
  return (
    <div className="account-area page-width min-h-screen section-space">
      <PageTitle className={isConfigured ? "sr-only" : "text-3xl"}>{title}</PageTitle>
      {isConfigured ? (
        <Loading />
      ) : (
        <NotConfigured message={ACCOUNT_MESSAGES.notConfigured} className="account-notice" />
      )}
    </div>
  );
}
