import type { GoTrueClient } from "@supabase/auth-js";
import type { AccountEmail } from "#contracts/api/account-email.ts";
import { fieldsOf } from "../../lib/json.ts";
import { isBackendConfigured, readSiteConfig } from "../../lib/site-config.ts";
import { callApi } from "../session/call-api.ts";
import { auth } from "../session/load-auth-client.ts";
import { type AuthSettings, NOTHING_ENABLED, readAuthSettings } from "./auth-settings.ts";

export async function fetchAccountEmail(): Promise<AccountEmail> {
  const response = await callApi("GET", "account/email");
  const fields = fieldsOf(await response.json());
  return {
    is_undeliverable: fields["is_undeliverable"] === true,
    is_new_address_enough: fields["is_new_address_enough"] === true,
    has_password: fields["has_password"] === true,
  };
}

let known: Promise<AuthSettings> | undefined;

/** Never throws: after a failure nothing is offered, and the next call asks again. */
export function fetchAuthSettings(): Promise<AuthSettings> {
  const config = readSiteConfig();
  if (!isBackendConfigured(config)) return Promise.resolve(NOTHING_ENABLED);
  known ??= fetch(`${config.apiUrl}/auth/v1/settings`, { headers: { apikey: config.anonKey } })
    .then((response) => {
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response.json();
    })
    .then(readAuthSettings)
    .catch(() => {
      known = undefined;
      return NOTHING_ENABLED;
    });
  return known;
}

type Answer = { readonly data: unknown; readonly error: Error | null };
type Data<A extends Answer> = Extract<A, { error: null }>["data"];

/** Calls the auth service. @throws its refusal */
export async function askAuth<A extends Answer>(
  ask: (client: GoTrueClient) => Promise<A>,
): Promise<Data<A>> {
  return orThrow(await ask(await auth()));
}

export function orThrow<A extends Answer>(answer: A): Data<A> {
  throwIfError(answer.error);
  return answer.data;
}

export function throwIfError(error: Error | null): void {
  if (error !== null) throw error;
}
