import type { GoTrueClient } from "@supabase/auth-js";

/**
 * The auth client, fetched when somebody needs it.
 *
 * @throws when it cannot be fetched, for example offline
 */
export async function auth(): Promise<GoTrueClient> {
  const { authClient } = await import("./auth-client.ts");
  return authClient();
}

/** Fetches the auth client ahead of its use. A failure is left to the use itself. */
export function prefetchAuth(): void {
  auth().catch(() => undefined);
}
