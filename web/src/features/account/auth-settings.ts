import type { Provider } from "@supabase/auth-js";
import { fieldsOf } from "../../lib/json.ts";

export type AuthSettings = {
  readonly providers: readonly Provider[];
  readonly hasPasskeys: boolean;
};

export const NOTHING_ENABLED: AuthSettings = { providers: [], hasPasskeys: false };

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  email: "Email and password",
  phone: "Phone",
  google: "Google",
  apple: "Apple",
  facebook: "Facebook",
  azure: "Microsoft",
  github: "GitHub",
};

export const providerName = (id: string): string => PROVIDER_NAMES[id] ?? id;

const OFFERED = ["google", "apple", "facebook", "azure", "github"] as const satisfies Provider[];

/** @param settings the response of GoTrue's `/settings` */
export function readAuthSettings(settings: unknown): AuthSettings {
  const { external, passkeys_enabled: hasPasskeys } = fieldsOf(settings);
  const flags = fieldsOf(external);
  return {
    providers: OFFERED.filter((provider) => flags[provider] === true),
    hasPasskeys: hasPasskeys === true,
  };
}
