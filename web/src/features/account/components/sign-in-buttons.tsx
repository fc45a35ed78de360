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
import { PROVIDER_NAMES } from "../auth-settings.ts";
import { useAuthSettings } from "../hooks/use-auth-settings.ts";
import { usePasskeyAutofill } from "../hooks/use-passkey-autofill.ts";
import { canUsePasskeys, passkeyErrors } from "../passkey-errors.ts";

/** @param onSignedIn after a passkey; without it there is no button for one */
export function SignInButtons({
  action,
  onSignedIn,
}: {
  action: Action;
  onSignedIn?: () => Outcome | null;
}) {
  const { providers, hasPasskeys } = useAuthSettings();
  const offersPasskey = onSignedIn !== undefined && hasPasskeys && canUsePasskeys();
  usePasskeyAutofill(action, offersPasskey ? onSignedIn : null);
  if (!offersPasskey && providers.length === 0) return null;

  function authorize(provider: Provider): void {
    void action.run(async () => {
      const client = await auth();
      const redirectTo = window.location.origin + paths.login;
      orThrow(await client.signInWithOAuth({ provider, options: { redirectTo } }));
      return null;
    }, apiErrors(ACCOUNT_MESSAGES.signIn.providerFailed));
  }

  return (
    <div
      className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-3 border-t border-rule pt-8 [&>.button]:shadow-[inset_0_0_0_1px_var(--color-control)] [&>.button:last-child:nth-child(odd)]:col-span-full"
      onFocus={prefetchAuth}
      onPointerEnter={prefetchAuth}
    >
      {offersPasskey && (
        <Button
          variant="secondary"
          disabled={action.isRunning}
          onClick={() => {
            void action.run(async () => {
              const client = await auth();
              await withCaptcha("account", async (options) =>
                orThrow(await client.signInWithPasskey({ options })),
              );
              return onSignedIn();
            }, passkeyErrors(PASSKEY_MESSAGES.signInFailed));
          }}
        >
          Continue with a passkey
        </Button>
      )}
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          disabled={action.isRunning}
          onClick={() => authorize(provider)}
        >
          Continue with {PROVIDER_NAMES[provider] ?? provider}
        </Button>
      ))}
    </div>
  );
}
