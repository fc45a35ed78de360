import type { Provider, User, UserIdentity } from "@supabase/auth-js";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { textOf } from "../../../../lib/json.ts";
import { success, useAction } from "../../../../lib/use-action.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmailAddress } from "../../../../ui/email-address.tsx";
import { OutcomeNote } from "../../../../ui/outcome-note.tsx";
import { askAuth } from "../../account-api.ts";
import { accountErrors } from "../../account-errors.ts";
import { providerName } from "../../auth-settings.ts";
import { useAuthSettings } from "../../hooks/use-auth-settings.ts";
import { useRedirectError } from "../../hooks/use-redirect-error.ts";
import { useReauthentication } from "../reauthentication.tsx";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";

export function IdentitiesPanel({ user }: { user: User }) {
  const action = useAction();
  const reauthenticate = useReauthentication();
  const providers = useAuthSettings()?.providers ?? [];
  useRedirectError(action, SECURITY_MESSAGES.identityFailed);
  const identities = user.identities ?? [];
  const linkable = providers.filter(
    (provider) => !identities.some((identity) => identity.provider === provider),
  );

  function link(provider: Provider): void {
    void action.run(accountErrors(SECURITY_MESSAGES.identityFailed), async () => {
      const options = { redirectTo: window.location.origin + paths.accountSecurity };
      await reauthenticate(() => askAuth((client) => client.linkIdentity({ provider, options })));
      return null;
    });
  }

  function unlink(identity: UserIdentity): void {
    void action.run(accountErrors(SECURITY_MESSAGES.identityFailed), async () => {
      await askAuth((client) => client.unlinkIdentity(identity));
      await askAuth((client) => client.refreshSession());
      return success(SECURITY_MESSAGES.identityRemoved);
    });
  }

  return (
    <Panel
      id="identities"
      title={PANEL_TITLES.identities}
      lead="Other accounts you can sign in with. You can’t remove the last one."
    >
      <OutcomeNote outcome={action.outcome} />
      <ul className="account-list">
        {identities.map((identity) => (
          <li key={identity.identity_id}>
            <div>
              <p className="font-semibold">{providerName(identity.provider)}</p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                <EmailAddress address={textOf(identity.identity_data?.["email"]) ?? ""} />
              </p>
            </div>
            {identities.length > 1 && (
              <Button
                variant="quiet-danger"
                disabled={action.isRunning}
                onClick={() => unlink(identity)}
              >
                Unlink<span className="sr-only"> {providerName(identity.provider)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {linkable.length > 0 && (
        <div className="account-actions">
          {linkable.map((provider) => (
            <Button
              key={provider}
              variant="secondary"
              disabled={action.isRunning}
              onClick={() => link(provider)}
            >
              Link {providerName(provider)}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}
