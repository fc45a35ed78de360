import type { User } from "@supabase/auth-js";
import { textOf } from "../../lib/json.ts";

/** Empty where unknown. OAuth providers write user_metadata too, so its values are unchecked. */
export function userName({ user_metadata: metadata }: Pick<User, "user_metadata">): {
  first: string;
  last: string;
} {
  const text = (key: string) => textOf(metadata[key])?.trim() ?? "";
  const [first = "", ...rest] = text("full_name").split(" ");
  return {
    first: text("first_name") || text("given_name") || first,
    last: text("last_name") || text("family_name") || rest.join(" "),
  };
}
