import type { Provider } from "@supabase/auth-js";
import { fieldsOf } from "../../lib/json.ts";

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
  const flags = fieldsOf(fieldsOf(settings)["external"]);
  return OFFERED.filter((provider) => flags[provider] === true);
}
