import type { User } from "@supabase/auth-js";
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
import { PageHead } from "../ui/page-title.tsx";
import { part } from "../ui/part.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const LaterPanels = part(
  async () =>
    (await import("../features/account/components/security/later-panels.tsx")).LaterPanels,
  null,
);

const UnreachableNotice = part(
  async () =>
    (await import("../features/account/components/unreachable-notice.tsx")).UnreachableNotice,
  null,
);

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
          {isUndeliverable && <UnreachableNotice user={user} />}
          <Contents titles={PANEL_TITLES} />
          <NamePanel user={user} />
          <PasswordPanel email={email} />
          <PasskeysPanel userId={user.id} />
          <TwoStepPanel user={user} />
          <DevicesPanel userId={user.id} />
          <LaterPanels user={user} email={email} />
        </div>
      </Reauthentication>
    </>
  );
}
