import type { Provider } from "@supabase/auth-js";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { PASSKEY_MESSAGES } from "#contracts/messages/passkeys.ts";
import type { Action, Outcome } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { withCaptcha } from "../../captcha/with-captcha.ts";
import { prefetchAuth } from "../../session/load-auth-client.ts";
import { askAuth } from "../account-api.ts";
import { accountErrors } from "../account-errors.ts";
import { NOTHING_ENABLED, providerName } from "../auth-settings.ts";
import { useAuthSettings } from "../hooks/use-auth-settings.ts";
import { usePasskeyAutofill } from "../hooks/use-passkey-autofill.ts";
import { canUsePasskeys, passkeyErrors } from "../passkey-errors.ts";

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
    void action.run(accountErrors(ACCOUNT_MESSAGES.signIn.providerFailed), async () => {
      const options = { redirectTo: window.location.origin + paths.login };
      await askAuth((client) => client.signInWithOAuth({ provider, options }));
      return null;
    });
  }

  function signInWithPasskey(signedIn: () => Outcome | null): void {
    void action.run(passkeyErrors(PASSKEY_MESSAGES.signInFailed), async () => {
      await withCaptcha("account", (options) =>
        askAuth((client) => client.signInWithPasskey({ options })),
      );
      return signedIn();
    });
  }

  const ways = [
    ...(offersPasskey
      ? [{ id: "passkey", name: "a passkey", go: () => signInWithPasskey(onSignedIn) }]
      : []),
    ...providers.map((id) => ({ id, name: providerName(id), go: () => authorize(id) })),
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

/** The providers' own marks, as their rules for buttons ask: paths by their colour. */
const MARKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  passkey: {
    currentColor:
      "M9 3a4.5 4.5 0 0 1 2.9 7.9 7 7 0 0 1 2.1 1.2v8.4H1.5v-3.4A7 7 0 0 1 6.1 10.9A4.5 4.5 0 0 1 9 3zm9.5 4a4 4 0 0 1 1.5 7.7v1.5l-1 1 1 1-1.2 1.3 1.2 1.2-2 2.3-1.5-1.6v-6.7A4 4 0 0 1 18.5 7zm0 2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6z",
  },
  google: {
    "#ea4335":
      "M12 4.75c1.77 0 3.35.61 4.6 1.8l3.43-3.43A11.97 11.97 0 0 0 1.28 6.61l3.99 3.1A7.14 7.14 0 0 1 12 4.75z",
    "#4285f4":
      "M23.49 12.28c0-.79-.08-1.55-.19-2.28H12v4.51h6.47a5.54 5.54 0 0 1-2.39 3.59l3.86 3c2.26-2.09 3.55-5.18 3.55-8.82z",
    "#fbbc05": "M5.26 14.3a7.3 7.3 0 0 1 0-4.59l-3.98-3.1a12 12 0 0 0 0 10.78l3.98-3.09z",
    "#34a853":
      "M12 24c3.24 0 5.97-1.07 7.94-2.9l-3.86-3c-1.08.72-2.46 1.15-4.08 1.15a7.08 7.08 0 0 1-6.74-4.95l-3.98 3.09A12 12 0 0 0 12 24z",
  },
  apple: {
    currentColor:
      "M17.05 20.28c-.98.95-2.05.8-3.08.35-1.09-.46-2.09-.48-3.24 0-1.44.62-2.2.44-3.06-.35C2.79 15.25 3.51 7.59 9.05 7.31c1.35.07 2.29.74 3.08.8 1.18-.24 2.31-.93 3.57-.84 1.51.12 2.65.72 3.4 1.8-3.12 1.87-2.38 5.98.48 7.13-.57 1.5-1.31 2.99-2.54 4.09zM12.03 7.25c-.15-2.23 1.66-4.07 3.74-4.25.29 2.58-2.34 4.5-3.74 4.25z",
  },
  facebook: {
    "#1877f2":
      "M22 12a10 10 0 1 0-11.56 9.88v-6.99H7.9V12h2.54V9.8c0-2.51 1.49-3.89 3.78-3.89 1.09 0 2.24.19 2.24.19v2.46h-1.26c-1.24 0-1.63.77-1.63 1.56V12h2.77l-.44 2.89h-2.33v6.99A10 10 0 0 0 22 12z",
  },
  azure: {
    "#f25022": "M2 2h9.5v9.5H2z",
    "#7fba00": "M12.5 2H22v9.5h-9.5z",
    "#00a4ef": "M2 12.5h9.5V22H2z",
    "#ffb900": "M12.5 12.5H22V22h-9.5z",
  },
  github: {
    currentColor:
      "M12 .5a12 12 0 0 0-3.79 23.39c.6.11.82-.26.82-.58v-2.04c-3.34.73-4.04-1.61-4.04-1.61-.55-1.39-1.34-1.76-1.34-1.76-1.09-.74.08-.73.08-.73 1.2.08 1.84 1.24 1.84 1.24 1.07 1.83 2.81 1.3 3.49 1 .11-.78.42-1.31.76-1.61-2.66-.3-5.46-1.33-5.46-5.93 0-1.31.47-2.38 1.24-3.22-.13-.3-.54-1.52.11-3.17 0 0 1-.33 3.3 1.23a11.5 11.5 0 0 1 6 0c2.29-1.56 3.29-1.23 3.29-1.23.65 1.65.24 2.87.12 3.17.77.84 1.23 1.91 1.23 3.22 0 4.61-2.81 5.63-5.48 5.92.42.37.81 1.1.81 2.22v3.29c0 .32.21.7.82.58A12 12 0 0 0 12 .5z",
  },
};

function ProviderMark({ of }: { of: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
      {Object.entries(MARKS[of] ?? {}).map(([fill, path]) => (
        <path key={fill} d={path} fill={fill} />
      ))}
    </svg>
  );
}
