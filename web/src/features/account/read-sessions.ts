import { AccountSessions } from "#contracts/api/account-sessions.ts";
import { describeDevice } from "./describe-device.ts";

export type ListedSession = ReturnType<typeof readSessions>[number];

/** @throws when the answer does not match the contract */
export const readSessions = (answer: unknown) =>
  AccountSessions.parse(answer).sessions.map((session) => ({
    ...session,
    device: describeDevice(session.user_agent),
  }));
