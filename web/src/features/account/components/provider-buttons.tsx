import type { Provider } from "@supabase/auth-js";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { type Action } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { auth, prefetchAuth } from "../../session/load-auth-client.ts";
import { orThrow } from "../api/or-throw.ts";
import { useProviders } from "../hooks/use-providers.ts";
import { PROVIDER_NAMES } from "../providers.ts";

export function ProviderButtons({ action }: { action: Action }) {
  const providers = useProviders();
  if (providers.length === 0) return null;

  function authorize(provider: Provider): void {
    void action.run(async () => {
      const client = await auth();
      const redirectTo = window.location.origin + paths.login;
      orThrow(await client.signInWithOAuth({ provider, options: { redirectTo } }));
      return null;
    }, apiErrors(ACCOUNT_MESSAGES.signIn.providerFailed));
  }

  return (
    <div className="account-providers" onFocus={prefetchAuth} onPointerEnter={prefetchAuth}>
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
