import { expect, test } from "vitest";
import {
  CONSENT_KEY,
  MARK_DECIDED_SCRIPT,
  parseConsent,
  POLICY_VERSION,
} from "./consent-record.ts";

const RECORD = {
  choice: "accepted",
  policyVersion: POLICY_VERSION,
  decidedAt: "2026-11-20T09:00:00.000Z",
};

test("parseConsent: returns a choice made under the current policy", () => {
  expect(parseConsent(RECORD)).toEqual(RECORD);
});

test.each([
  ["null", null],
  ["a choice under an older policy", { ...RECORD, policyVersion: "2025-01" }],
  ["a choice that does not exist", { ...RECORD, choice: "maybe" }],
  ["a choice without a time", { ...RECORD, decidedAt: undefined }],
  ["something else", "yes"],
])("parseConsent: %s is no choice", (_, stored) => {
  expect(parseConsent(stored)).toBeNull();
});

test.each([
  ["marks the document of a visitor who has decided", RECORD, "decided"],
  ["leaves the others asked", { ...RECORD, policyVersion: "2025-01" }, undefined],
  ["bears with an empty storage", null, undefined],
])("inline script: %s", (_, stored, mark) => {
  const marks: Record<string, string> = {};
  const storage = {
    getItem: (key: string) => (key === CONSENT_KEY ? JSON.stringify(stored) : null),
  };
  const document = {
    documentElement: { setAttribute: (name: string, value: string) => void (marks[name] = value) },
  };
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- The script is a text until a page runs it.
  new Function("localStorage", "document", MARK_DECIDED_SCRIPT)(storage, document);
  expect(marks["data-cookies"]).toBe(mark);
});
