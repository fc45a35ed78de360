import type { User } from "@supabase/auth-js";

/** What to call somebody, or null when they have not said. Providers and people both write here. */
export function firstName(user: Pick<User, "user_metadata">): string | null {
  const name: unknown = user.user_metadata["first_name"];
  return typeof name === "string" && name.trim() !== "" ? name.trim() : null;
}
