import { useEffect, useState } from "react";
import { fetchAuthSettings } from "../account-api.ts";
import { NOTHING_ENABLED } from "../auth-settings.ts";

export function useAuthSettings() {
  const [settings, setSettings] = useState(NOTHING_ENABLED);
  useEffect(() => void fetchAuthSettings().then(setSettings), []);
  return settings;
}
