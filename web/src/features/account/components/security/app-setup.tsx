import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import type { Action, Outcome } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { auth } from "../../../session/load-auth-client.ts";
import { askAuth } from "../../account-api.ts";
import { accountErrors, sending } from "../../account-errors.ts";
import { readQr } from "../../read-qr.ts";
import { AccountForm } from "../account-form.tsx";
import { OneTimeCodeField, readCode } from "../one-time-code-field.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { StepHeading } from "../step-heading.tsx";

export type NewApp = {
  readonly id: string;
  readonly qr_code: string;
  readonly secret: string;
  readonly uri: string;
};

type AppSetupProps = {
  app: NewApp;
  action: Action;
  onClose: () => void;
  onVerified: () => Promise<Outcome>;
};

export function AppSetup({ app, action, onClose, onVerified }: AppSetupProps) {
  const reauthenticate = useReauthentication();

  function cancel(): void {
    void action.runAs("cancel", accountErrors(SECURITY_MESSAGES.factorFailed), async () => {
      const client = await auth();
      // Best effort: GoTrue expires unverified factors.
      await client.mfa.unenroll({ factorId: app.id }).catch(() => undefined);
      onClose();
      return null;
    });
  }

  return (
    <div className="account-aside">
      <StepHeading>Scan this with your app</StepHeading>
      <p className="account-intro">
        Any authenticator app will do. If yours is on this device,{" "}
        <a href={app.uri} className="text-link">
          open the app
        </a>{" "}
        or type the setup key into it.
      </p>
      <QrCode svg={app.qr_code} />
      <dl className="mt-6 mb-6">
        <dt className="text-sm font-semibold">Setup key</dt>
        <dd>
          <code className="text-(length:--text-lg) wrap-anywhere">
            {app.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          </code>
        </dd>
      </dl>
      <AccountForm
        legend="First code from your app"
        hasCode
        action={action}
        onSubmit={sending(action, SECURITY_MESSAGES.factorFailed, async (data) => {
          const answer = { factorId: app.id, code: readCode(data) };
          await reauthenticate(() => askAuth(({ mfa }) => mfa.challengeAndVerify(answer)));
          return onVerified();
        })}
      >
        <OneTimeCodeField label="Code the app shows" />
        <div className="account-actions">
          <Button type="submit">{action.isRunning ? "Checking..." : "Turn on"}</Button>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </AccountForm>
    </div>
  );
}

function QrCode({ svg }: { svg: string }) {
  const shape = readQr(svg);
  if (shape === null) return null;
  return (
    // Authenticator apps need dark on light and a margin, in both colour schemes.
    <svg
      viewBox={shape.viewBox}
      role="img"
      className="w-[min(15rem,100%)] bg-chalk fill-night p-3 [shape-rendering:crispEdges]"
    >
      <title>QR code with the setup key below</title>
      <path d={shape.path} />
    </svg>
  );
}
