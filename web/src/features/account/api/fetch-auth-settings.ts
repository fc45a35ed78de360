import { isBackendConfigured, readSiteConfig } from "../../../lib/site-config.ts";
import { type AuthSettings, NOTHING_ENABLED, readAuthSettings } from "../auth-settings.ts";

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
