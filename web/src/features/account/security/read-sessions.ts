import type { AccountSession } from "#contracts/api/account-sessions.ts";

/**
 * By hand: the contract's schema would add a validation library to the page.
 * @throws when the answer does not match the contract
 */
export function readSessions(answer: unknown): readonly AccountSession[] {
  const sessions =
    typeof answer === "object" && answer !== null && "sessions" in answer ? answer.sessions : null;
  if (!Array.isArray(sessions) || !sessions.every(isSession)) {
    throw new TypeError("The list of devices cannot be read.");
  }
  return sessions;
}

function isSession(value: unknown): value is AccountSession {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  return (
    typeof fields["id"] === "string" &&
    isMoment(fields["created_at"]) &&
    (fields["refreshed_at"] === null || isMoment(fields["refreshed_at"])) &&
    isTextOrNull(fields["user_agent"]) &&
    isTextOrNull(fields["ip"]) &&
    typeof fields["is_current"] === "boolean"
  );
}

function isMoment(value: unknown): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}
