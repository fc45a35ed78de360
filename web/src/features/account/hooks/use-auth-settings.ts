import { useEffect, useState } from "react";
import { fetchAuthSettings } from "../account-api.ts";
import type { AuthSettings } from "../auth-settings.ts";

/** Null until they are known. */
export function useAuthSettings(): AuthSettings | null {
  const [settings, setSettings] = useState<AuthSettings | null>(null);
  useEffect(() => void fetchAuthSettings().then(setSettings), []);
  return settings;
}
