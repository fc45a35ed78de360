import type { User } from "@supabase/auth-js";

/** OAuth providers write user_metadata too, so the value is unchecked. */
export function firstName(user: Pick<User, "user_metadata">): string | null {
  const name: unknown = user.user_metadata["first_name"];
  return typeof name === "string" && name.trim() !== "" ? name.trim() : null;
}
