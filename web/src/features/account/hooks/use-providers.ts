import type { Provider } from "@supabase/auth-js";
import { useEffect, useState } from "react";
import { fetchProviders } from "../api/fetch-providers.ts";

export function useProviders(): readonly Provider[] {
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  useEffect(() => void fetchProviders().then(setProviders), []);
  return providers;
}
