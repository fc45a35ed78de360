import type { Session as Tokens } from "@supabase/auth-js";
import { fieldsOf, textOf } from "../../lib/json.ts";
import type { Session } from "./session.ts";

export function describeSession(tokens: Pick<Tokens, "access_token" | "user"> | null): Session {
  if (tokens === null) return { state: "visitor" };
  const { user } = tokens;
  const hasSecondFactor = user.factors?.some(({ status }) => status === "verified") ?? false;
  const isComplete = !hasSecondFactor || readAssurance(tokens.access_token) === "aal2";
  return { state: isComplete ? "signed-in" : "awaiting-code", user };
}

/** AAL claimed by the token, or null; only the server verifies it. */
function readAssurance(accessToken: string): string | null {
  const payload = accessToken.split(".")[1] ?? "";
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return textOf(fieldsOf(claims)["aal"]);
  } catch {
    return null;
  }
}
