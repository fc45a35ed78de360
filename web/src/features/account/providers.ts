import type { Provider } from "@supabase/auth-js";

export const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  email: "Email and password",
  phone: "Phone",
  google: "Google",
  apple: "Apple",
  facebook: "Facebook",
  azure: "Microsoft",
  github: "GitHub",
};

const OFFERED = ["google", "apple", "facebook", "azure", "github"] as const satisfies Provider[];

export function enabledProviders(settings: unknown): readonly Provider[] {
  if (typeof settings !== "object" || settings === null || !("external" in settings)) return [];
  const external: unknown = settings.external;
  if (typeof external !== "object" || external === null) return [];
  const flags = external as Record<string, unknown>;
  return OFFERED.filter((provider) => flags[provider] === true);
}
