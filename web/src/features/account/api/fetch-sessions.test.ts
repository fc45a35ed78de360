import { expect, test } from "vitest";
import { AccountSessions } from "#contracts/api/account-sessions.ts";
import { readSessions } from "./fetch-sessions.ts";

const session = {
  id: "0f1d3b0e-6a0e-4b6e-9d53-3c1f1a2b3c4d",
  created_at: "2026-11-20T10:00:00+00:00",
  refreshed_at: null,
  user_agent: "Mozilla/5.0",
  ip: "203.0.113.7",
  aal: "aal1",
  is_current: true,
};

test("readSessions: parses an answer of the contract", () => {
  const answer = {
    sessions: [session, { ...session, refreshed_at: session.created_at, ip: null }],
  };
  expect(readSessions(answer)).toEqual(AccountSessions.parse(answer).sessions);
  expect(readSessions({ sessions: [] })).toEqual([]);
});

test.for([
  [null],
  [[]],
  [{}],
  [{ sessions: {} }],
  [{ sessions: [null] }],
  [{ sessions: [{ ...session, id: 7 }] }],
  [{ sessions: [{ ...session, created_at: "yesterday" }] }],
  [{ sessions: [{ ...session, refreshed_at: undefined }] }],
  [{ sessions: [{ ...session, user_agent: 7 }] }],
  [{ sessions: [{ ...session, is_current: "yes" }] }],
] as const)("readSessions: rejects %o", ([answer]) => {
  expect(() => readSessions(answer)).toThrow(TypeError);
});
