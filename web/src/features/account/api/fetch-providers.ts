import type { Provider } from "@supabase/auth-js";
import { isBackendConfigured, readSiteConfig } from "../../../lib/site-config.ts";
import { enabledProviders } from "../providers.ts";

let known: Promise<readonly Provider[]> | undefined;

export function fetchProviders(): Promise<readonly Provider[]> {
  const config = readSiteConfig();
  if (!isBackendConfigured(config)) return Promise.resolve([]);
  known ??= fetch(`${config.apiUrl}/auth/v1/settings`, { headers: { apikey: config.anonKey } })
    .then((response) => response.json())
    .then(enabledProviders)
    .catch(() => []);
  return known;
}
