import { isBackendConfigured, readSiteConfig } from "../../../lib/site-config.ts";
import { type AuthSettings, NOTHING_ENABLED, readAuthSettings } from "../auth-settings.ts";

let known: Promise<AuthSettings> | undefined;

export function fetchAuthSettings(): Promise<AuthSettings> {
  const config = readSiteConfig();
  if (!isBackendConfigured(config)) return Promise.resolve(NOTHING_ENABLED);
  known ??= fetch(`${config.apiUrl}/auth/v1/settings`, { headers: { apikey: config.anonKey } })
    .then((response) => response.json())
    .then(readAuthSettings)
    .catch(() => NOTHING_ENABLED);
  return known;
}
