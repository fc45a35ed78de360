import type { User } from "@supabase/auth-js";
import useSWR from "swr";
import { fetchAccountEmail } from "../account-api.ts";

/** Undefined until the answer is read, and when it cannot be. */
export function useAccountEmail(user: User) {
  return useSWR(["account/email", user.id, user.email, user.new_email], fetchAccountEmail).data;
}
