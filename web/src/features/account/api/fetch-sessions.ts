import type { AccountSession } from "#contracts/api/account-sessions.ts";
import { fieldsOf } from "../../../lib/json.ts";
import { callApi } from "../../session/call-api.ts";

export async function fetchSessions(): Promise<readonly AccountSession[]> {
  const response = await callApi("GET", "account/sessions");
  return readSessions(await response.json());
}

/**
 * By hand: the contract's schema would add a validation library to the page.
 * @throws when the answer does not match the contract
 */
export function readSessions(answer: unknown): readonly AccountSession[] {
  const { sessions } = fieldsOf(answer);
  if (!Array.isArray(sessions) || !sessions.every(isSession)) {
    throw new TypeError("The list of devices cannot be read.");
  }
  return sessions;
}

function isSession(value: unknown): value is AccountSession {
  const fields = fieldsOf(value);
  return (
    typeof fields["id"] === "string" &&
    isTimestamp(fields["created_at"]) &&
    (fields["refreshed_at"] === null || isTimestamp(fields["refreshed_at"])) &&
    isTextOrNull(fields["user_agent"]) &&
    isTextOrNull(fields["ip"]) &&
    typeof fields["is_current"] === "boolean"
  );
}

function isTimestamp(value: unknown): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}
