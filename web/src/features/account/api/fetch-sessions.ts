import type { AccountSession } from "#contracts/api/account-sessions.ts";
import { callApi } from "../../session/call-api.ts";

/** @throws when the answer does not match the contract */
export async function fetchSessions(): Promise<readonly AccountSession[]> {
  const response = await callApi("GET", "account/sessions");
  const { AccountSessions } = await import("#contracts/api/account-sessions.ts");
  return AccountSessions.parse(await response.json()).sessions;
}
