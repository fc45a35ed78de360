import type { GoTrueClient } from "@supabase/auth-js";

/** @throws when the client cannot be fetched, e.g. offline */
export async function auth(): Promise<GoTrueClient> {
  const { authClient } = await import("./auth-client.ts");
  return authClient();
}

export function prefetchAuth(): void {
  auth().catch(() => undefined);
}
