import { StackError } from "./stack-error.ts";

export const OPS_EMAIL = "ops@tidepost.example";

const ANSWER_LIMIT_MS = 30_000;

export async function ensureOpsAccount(options: {
  api: string;
  serviceRoleKey: string;
  password: string;
}): Promise<void> {
  const response = await fetch(`${options.api}/auth/v1/admin/users`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${options.serviceRoleKey}`,
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
    },
    body: JSON.stringify({
      email: OPS_EMAIL,
      password: options.password,
      email_confirm: true,
      app_metadata: { role: "ops" },
      user_metadata: { first_name: "Local", last_name: "Ops" },
    }),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  const { code } = (await response.json()) as { code?: string };
  if (response.ok || code === "email_exists") return;
  throw new StackError(
    `The edge did not make the account of the ops (${response.status} ${code}).`,
  );
}
