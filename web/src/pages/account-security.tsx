import type { User } from "@supabase/auth-js";
import { lazy, Suspense } from "react";
import { COMPANY } from "#contracts/company.ts";
import { Reauthentication } from "../features/account/components/reauthentication.tsx";
import { DevicesPanel } from "../features/account/components/security/devices-panel.tsx";
import { NamePanel } from "../features/account/components/security/name-panel.tsx";
import { PANEL_TITLES } from "../features/account/components/security/panel-titles.ts";
import { PasskeysPanel } from "../features/account/components/security/passkeys-panel.tsx";
import { PasswordPanel } from "../features/account/components/security/password-panel.tsx";
import { TwoStepPanel } from "../features/account/components/security/two-step-panel.tsx";
import { useAccountEmail } from "../features/account/hooks/use-account-email.ts";
import { signedInPage } from "../shell/signed-in-page.tsx";
import { Contents } from "../ui/contents.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const EmailPanel = lazy(async () => ({
  default: (await import("../features/account/components/security/email-panel.tsx")).EmailPanel,
}));

const IdentitiesPanel = lazy(async () => ({
  default: (await import("../features/account/components/security/identities-panel.tsx"))
    .IdentitiesPanel,
}));

const DataPanel = lazy(async () => ({
  default: (await import("../features/account/components/security/data-panel.tsx")).DataPanel,
}));

const ErasePanel = lazy(async () => ({
  default: (await import("../features/account/components/security/erase-panel.tsx")).ErasePanel,
}));

const UnreachableNotice = lazy(async () => ({
  default: (await import("../features/account/components/unreachable-notice.tsx"))
    .UnreachableNotice,
}));

const TITLE = "Account and security";

export const page = signedInPage({
  title: TITLE,
  description: `Password, passkeys, address, two-step sign-in, devices and your data at ${COMPANY.name}.`,
  skeleton: <Skeleton shape="panels" />,
  For: Security,
});

function Security({ user }: { user: User }) {
  const email = user.email ?? "";
  const isUndeliverable = useAccountEmail(user)?.is_undeliverable === true;
  return (
    <>
      <PageHead title={TITLE} />
      <Reauthentication>
        <div className="page-width pb-(--section)">
          {isUndeliverable && (
            <Suspense>
              <UnreachableNotice user={user} />
            </Suspense>
          )}
          <Contents titles={PANEL_TITLES} />
          <NamePanel user={user} />
          <PasswordPanel email={email} />
          <PasskeysPanel userId={user.id} />
          <TwoStepPanel user={user} />
          <DevicesPanel userId={user.id} />
          <ErrorBoundary isPart>
            <Suspense fallback={null}>
              <EmailPanel user={user} />
              <IdentitiesPanel user={user} />
              <DataPanel />
              <ErasePanel email={email} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </Reauthentication>
    </>
  );
}
