import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#contracts/durations.ts";
import { type Mail, openMailbox } from "./mailbox.ts";

const MAIL: Mail = {
  id: "1",
  to: "ada@example.com",
  from: "hello@tidepost.example",
  replyTo: null,
  subject: "Hällo",
  html: "<p>ä</p>",
  text: "ä",
  idempotencyKey: "key",
  headers: {},
  tags: {},
  template: null,
  transport: "resend",
  receivedAt: "2026-11-20T10:00:00.000Z",
};
const KEY = { key: "key", bodyHash: "hash", mailId: "1", at: 0 };

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "mailbox-"));
  return () => rmSync(dir, { recursive: true, force: true });
});

test("folder and file: closed to other accounts of the machine", () => {
  chmodSync(dir, 0o755);
  openMailbox(dir);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect([modeOf(dir), modeOf(join(dir, "mails.jsonl"))]).toEqual([0o700, 0o600]);
});

test("kill: emails and keys are still there", () => {
  openMailbox(dir, () => 0).add(MAIL, KEY);
  const reopened = openMailbox(dir, () => 0);
  reopened.add({ ...MAIL, id: "2" }, null);
  expect(reopened.read("1")).toMatchObject({ subject: "Hällo", html: "<p>ä</p>" });
  expect(reopened.read("2")?.text).toBe("ä");
  expect(reopened.findKey("key")).toEqual(KEY);
});

test("line cut off by a kill: dropped, and the next line is complete", () => {
  openMailbox(dir).add(MAIL, null);
  appendFileSync(join(dir, "mails.jsonl"), '{"id": "half');
  const reopened = openMailbox(dir);
  reopened.add({ ...MAIL, id: "2" }, null);
  expect(openMailbox(dir).list()).toMatchObject([{ id: "1" }, { id: "2" }]);
});

test("emptied mailbox after a restart: empty, and keys are still known", () => {
  const mailbox = openMailbox(dir, () => 0);
  mailbox.add(MAIL, KEY);
  mailbox.clear();
  mailbox.add({ ...MAIL, id: "2" }, null);
  const reopened = openMailbox(dir, () => 0);
  expect(reopened.list()).toMatchObject([{ id: "2" }]);
  expect(reopened.read("2")?.subject).toBe("Hällo");
  expect(reopened.findKey("key")).toEqual(KEY);
});

test("idempotency key: expires after a day", () => {
  let now = 0;
  const mailbox = openMailbox(dir, () => now);
  mailbox.add(MAIL, KEY);
  now = DAY_MS - 1;
  expect(mailbox.findKey("key")).toEqual(KEY);
  now = DAY_MS;
  expect(mailbox.findKey("key")).toBeNull();
});
