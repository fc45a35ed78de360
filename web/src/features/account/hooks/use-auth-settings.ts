import { useEffect, useState } from "react";
import { fetchAuthSettings } from "../api/fetch-auth-settings.ts";
import { NOTHING_ENABLED } from "../auth-settings.ts";

export function useAuthSettings() {
  const [settings, setSettings] = useState(NOTHING_ENABLED);
  useEffect(() => void fetchAuthSettings().then(setSettings), []);
  return settings;
}
