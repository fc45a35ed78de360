import type { Provider } from "@supabase/auth-js";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { PASSKEY_MESSAGES } from "#contracts/messages/passkeys.ts";
import type { Action, Outcome } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { withCaptcha } from "../../captcha/with-captcha.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { auth, prefetchAuth } from "../../session/load-auth-client.ts";
import { orThrow } from "../account-api.ts";
import { NOTHING_ENABLED, PROVIDER_NAMES } from "../auth-settings.ts";
import { useAuthSettings } from "../hooks/use-auth-settings.ts";
import { usePasskeyAutofill } from "../hooks/use-passkey-autofill.ts";
import { canUsePasskeys, passkeyErrors } from "../passkey-errors.ts";
import { ProviderMark } from "./provider-mark.tsx";

const FIRST_WAYS = 2;

/**
 * Two buttons, then those of the other providers in a fold. As high before it is known what there is.
 *
 * @param onSignedIn after a passkey; without it there is no button for one
 */
export function SignInButtons({
  action,
  onSignedIn,
}: {
  action: Action;
  onSignedIn?: () => Outcome | null;
}) {
  const settings = useAuthSettings();
  const { providers, hasPasskeys } = settings ?? NOTHING_ENABLED;
  const offersPasskey = onSignedIn !== undefined && hasPasskeys && canUsePasskeys();
  usePasskeyAutofill(action, offersPasskey ? onSignedIn : null);

  function authorize(provider: Provider): void {
    void action.run(async () => {
      const client = await auth();
      const redirectTo = window.location.origin + paths.login;
      orThrow(await client.signInWithOAuth({ provider, options: { redirectTo } }));
      return null;
    }, apiErrors(ACCOUNT_MESSAGES.signIn.providerFailed));
  }

  function signInWithPasskey(signedIn: () => Outcome | null): void {
    void action.run(async () => {
      const client = await auth();
      await withCaptcha("account", async (options) =>
        orThrow(await client.signInWithPasskey({ options })),
      );
      return signedIn();
    }, passkeyErrors(PASSKEY_MESSAGES.signInFailed));
  }

  const ways = [
    ...(offersPasskey
      ? [{ id: "passkey", name: "a passkey", go: () => signInWithPasskey(onSignedIn) }]
      : []),
    ...providers.map((id) => ({ id, name: PROVIDER_NAMES[id] ?? id, go: () => authorize(id) })),
  ];
  if (settings === null) return <div className="account-ways" />;
  if (ways.length === 0) return null;

  const buttonOf = ({ id, name, go }: (typeof ways)[number]) => (
    <Button key={id} variant="secondary" disabled={action.isRunning} onClick={go}>
      <ProviderMark of={id} />
      Continue with {name}
    </Button>
  );
  return (
    <div className="account-ways" onFocus={prefetchAuth} onPointerEnter={prefetchAuth}>
      {ways.slice(0, FIRST_WAYS).map(buttonOf)}
      {ways.length > FIRST_WAYS && (
        <details>
          <summary className="text-link">More ways</summary>
          <div className="grid gap-3 pt-2">{ways.slice(FIRST_WAYS).map(buttonOf)}</div>
        </details>
      )}
      <p>or with your email address</p>
    </div>
  );
}
