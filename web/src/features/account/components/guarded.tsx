import type { User } from "@supabase/auth-js";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { NO_AUTHENTICATION } from "#contracts/messages/shared.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { useCountdown } from "../../../lib/use-countdown.ts";
import { useBackendConfigured } from "../../../lib/use-site-config.ts";
import { paths } from "../../../paths.ts";
import { NoScriptNote } from "../../../ui/no-script-note.tsx";
import { NotConfigured } from "../../../ui/not-configured.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { saveReturnTo } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";

/** A session is usually read at once; longer means that our API does not answer. */
const PATIENCE_S = 5;

type GuardedProps = {
  title: string;
  /** It shows until we know who is signed in. */
  skeleton?: ReactNode;
  children: (user: User) => ReactNode;
};

export function Guarded({ title, skeleton, children }: GuardedProps) {
  const session = useSession();
  const isConfigured = useBackendConfigured();
  const [, navigate] = useLocation();
  const [secondsLeft] = useCountdown(PATIENCE_S);
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
    <div className="account-area">
      <PageHead title={title} />
      <div className="page-width pb-(--section)">
        <NoScriptNote needed="page" />
        {isConfigured && secondsLeft === 0 && (
          <p className="account-notice mb-6">
            We can’t reach our servers at the moment. You’re still signed in, and this page keeps
            trying.
          </p>
        )}
        {isConfigured ? (
          (skeleton ?? <Skeleton />)
        ) : (
          <NotConfigured message={NO_AUTHENTICATION} className="account-notice" />
        )}
      </div>
    </div>
  );
}
