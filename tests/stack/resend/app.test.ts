import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { type CreateEmailOptions, Resend } from "resend";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createResendEmulator, type MailStats } from "./app.ts";
import { type Mail, openMailbox } from "./mailbox.ts";
import { openReports } from "./reports.ts";
import type { SwitchesChange } from "./switches.ts";

const API_KEY = "re_test";
const NOW = new Date("2026-11-20T10:00:00Z");
const MAIL = {
  from: "Tidepost <hello@tidepost.example>",
  to: "ada@example.com",
  replyTo: "team@tidepost.example",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  tags: [{ name: "kind", value: "auto-reply" }],
  headers: { "X-Correlation-Id": "req_1" },
} satisfies CreateEmailOptions;

let dir: string;
let server: ServerType;
let baseUrl: string;
let resend: Resend;
let releaseWait: () => void;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "mail-"));
  const waiting = new Promise<void>((resolve) => {
    releaseWait = resolve;
  });
  const app = createResendEmulator({
    mailbox: openMailbox(dir, () => NOW.getTime()),
    reports: openReports({
      file: join(dir, "reports.jsonl"),
      endpoint: null,
      now: () => NOW,
      random: () => 0,
      wait: () => Promise.resolve(),
    }),
    resendApiKey: API_KEY,
    emailJs: { userId: "user", serviceId: "service", templateIds: ["team", "reply"] },
    now: () => NOW,
    random: () => 0.5,
    wait: () => waiting,
  });
  server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => {
    server.once("listening", resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  resend = new Resend(API_KEY, { baseUrl });
});

afterEach(() => {
  releaseWait();
  if ("closeAllConnections" in server) server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

async function inbox(query = ""): Promise<Mail[]> {
  return (await (await fetch(`${baseUrl}/inbox.json${query}`)).json()) as Mail[];
}

async function stats(): Promise<MailStats> {
  return (await (await fetch(`${baseUrl}/stats`)).json()) as MailStats;
}

async function setSwitches(change: SwitchesChange): Promise<void> {
  const answer = await fetch(`${baseUrl}/switches`, {
    method: "POST",
    body: JSON.stringify(change),
  });
  expect(answer.status).toBe(200);
}

test("email sent with the SDK: in the inbox with all its fields", async () => {
  const { data } = await resend.emails.send(MAIL, { idempotencyKey: "key-1" });
  expect(await inbox()).toEqual([
    expect.objectContaining({
      id: data?.id,
      from: "Tidepost <hello@tidepost.example>",
      to: "ada@example.com",
      replyTo: "team@tidepost.example",
      subject: "Hello",
      html: "<p>Hello</p>",
      text: "Hello",
      tags: { kind: "auto-reply" },
      headers: { "X-Correlation-Id": "req_1" },
      idempotencyKey: "key-1",
      transport: "resend",
      receivedAt: "2026-11-20T10:00:00.000Z",
    }),
  ]);
});

test("inbox: oldest first, filtered by address, JSON on request, can be emptied", async () => {
  await resend.emails.send({ ...MAIL, subject: "first" });
  await resend.emails.send({
    ...MAIL,
    subject: "second",
    to: ["Bob <bob@example.com>", "c@d.example"],
  });
  expect((await inbox()).map((mail) => mail.subject)).toEqual(["first", "second"]);
  expect((await inbox("?to=BOB@example.com")).map((mail) => mail.subject)).toEqual(["second"]);
  expect(await inbox("?to=team@tidepost.example")).toEqual([]);
  expect(await inbox("?about=team@tidepost.example")).toHaveLength(2);
  expect((await inbox("?about=ada@example.com")).map((mail) => mail.subject)).toEqual(["first"]);
  expect((await inbox("?bodies=no"))[0]).not.toHaveProperty("html");
  const negotiated = await fetch(`${baseUrl}/inbox`, { headers: { accept: "application/json" } });
  expect(await negotiated.json()).toHaveLength(2);
  await fetch(`${baseUrl}/inbox`, { method: "DELETE" });
  expect(await inbox()).toEqual([]);
});

test.each([
  ["no key at all", "", 401, "missing_api_key"],
  ["a foreign key", "Bearer re_other", 403, "invalid_api_key"],
])("%s: rejected", async (_case, authorization, status, name) => {
  const answer = await fetch(`${baseUrl}/emails`, {
    method: "POST",
    headers: authorization === "" ? {} : { authorization },
    body: JSON.stringify(MAIL),
  });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ statusCode: status, name });
});

test.each([
  ["a sender without a domain", { from: "hello" }, "invalid_from_address"],
  ["an invalid recipient", { to: "nobody" }, "validation_error"],
  ["one bad recipient among good ones", { to: ["a@b.example", "x"] }, "validation_error"],
  ["no recipient", { to: [] }, "validation_error"],
  ["no subject", { subject: "" }, "missing_required_field"],
  ["a subject of two lines", { subject: "a\r\nBcc: x@y.example" }, "validation_error"],
  ["neither HTML nor text", { html: undefined, text: undefined }, "missing_required_field"],
  ["a tag with a space", { tags: [{ name: "a b", value: "c" }] }, "validation_error"],
  ["an attachment without content", { attachments: [{ filename: "a" }] }, "invalid_attachment"],
])("%s: rejected permanently and stored nowhere", async (_case, change, name) => {
  const { error } = await resend.emails.send({ ...MAIL, ...change } as CreateEmailOptions);
  expect(error).toMatchObject({ statusCode: 422, name });
  expect(await inbox()).toEqual([]);
});

test("same idempotency key: first response, no second email, even with an emptied inbox", async () => {
  const first = await resend.emails.send(MAIL, { idempotencyKey: "key" });
  const second = await resend.emails.send(MAIL, { idempotencyKey: "key" });
  expect(second.data?.id).toBe(first.data?.id);
  expect(await inbox()).toHaveLength(1);
  await fetch(`${baseUrl}/inbox`, { method: "DELETE" });
  await resend.emails.send(MAIL, { idempotencyKey: "key" });
  expect(await inbox()).toEqual([]);
  expect(await stats()).toMatchObject({ requests: 3, accepted: 1, replays: 2 });
});

test("same idempotency key, other email: conflict", async () => {
  await resend.emails.send(MAIL, { idempotencyKey: "key" });
  const { error } = await resend.emails.send(
    { ...MAIL, subject: "Else" },
    { idempotencyKey: "key" },
  );
  expect(error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
});

test("idempotency key in progress: its own conflict error", async () => {
  await setSwitches({ delayMs: 1_000 });
  const first = resend.emails.send(MAIL, { idempotencyKey: "key" });
  await expect.poll(async () => (await stats()).requests).toBe(1);
  const { error } = await resend.emails.send(MAIL, { idempotencyKey: "key" });
  expect(error).toMatchObject({ statusCode: 409, name: "concurrent_idempotent_requests" });
  releaseWait();
  expect((await first).error).toBeNull();
});

test("idempotency key over 256 characters: rejected", async () => {
  const { error } = await resend.emails.send(MAIL, { idempotencyKey: "k".repeat(257) });
  expect(error).toMatchObject({ statusCode: 400, name: "invalid_idempotency_key" });
});

test("fail switch: fails the given number of emails, and a failed key can be retried", async () => {
  await setSwitches({ fail: { status: 500, remaining: 2 } });
  for (const expected of [500, 500, undefined]) {
    const { error } = await resend.emails.send(MAIL, { idempotencyKey: "key" });
    expect(error?.statusCode).toBe(expected);
  }
  expect(await inbox()).toHaveLength(1);
  expect(await stats()).toMatchObject({ failures: 2, injectedFailures: 2, accepted: 1 });
});

test("rate limit: answers with Retry-After", async () => {
  await setSwitches({ fail: { status: 429, retryAfterSeconds: 7 } });
  const { error, headers } = await resend.emails.send(MAIL);
  expect(error).toMatchObject({ statusCode: 429, name: "rate_limit_exceeded" });
  expect(headers?.["retry-after"]).toBe("7");
});

test("lost response: the email arrived, and its retry adds none", async () => {
  await setSwitches({ loseReplies: { remaining: 1 } });
  const lost = await resend.emails.send(MAIL, { idempotencyKey: "key" });
  expect(lost.error).toMatchObject({ name: "application_error", statusCode: null });
  const { data } = await resend.emails.send(MAIL, { idempotencyKey: "key" });
  expect((await inbox()).map((mail) => mail.id)).toEqual([data?.id]);
  expect(await stats()).toMatchObject({ lostReplies: 1, accepted: 1, replays: 1 });
});

test("onlyMatching: switches affect matching emails only", async () => {
  await setSwitches({ fail: { status: 422 }, onlyMatching: "BOB@" });
  expect((await resend.emails.send(MAIL)).error).toBeNull();
  const { error } = await resend.emails.send({ ...MAIL, to: "bob@example.com" });
  expect(error).toMatchObject({ statusCode: 422 });
  await fetch(`${baseUrl}/switches`, { method: "DELETE" });
  expect((await resend.emails.send({ ...MAIL, to: "bob@example.com" })).error).toBeNull();
});

test("unknown switch value: rejected", async () => {
  const answer = await fetch(`${baseUrl}/switches`, {
    method: "POST",
    body: JSON.stringify({ fail: { status: 418 } }),
  });
  expect(answer.status).toBe(400);
});

test("EmailJS: emails land in the same inbox, wrong ids get the errors of EmailJS", async () => {
  const send = (change: object): Promise<Response> =>
    fetch(`${baseUrl}/api/v1.0/email/send`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        lib_version: "3.2.0",
        user_id: "user",
        service_id: "service",
        template_id: "reply",
        template_params: { to_email: "ada@example.com", subject: "Hello", reply_message: "Thanks" },
        ...change,
      }),
    });
  const answer = await send({});
  expect([answer.status, await answer.text()]).toEqual([200, "OK"]);
  expect(await inbox()).toEqual([
    expect.objectContaining({
      transport: "emailjs",
      to: "ada@example.com",
      subject: "Hello",
      text: expect.stringContaining("reply_message: Thanks"),
      template: { id: "reply", params: expect.objectContaining({ reply_message: "Thanks" }) },
      headers: { "x-emailjs-lib-version": "3.2.0" },
    }),
  ]);
  for (const wrong of [{ user_id: "x" }, { service_id: "x" }, { template_id: "x" }]) {
    expect((await send(wrong)).status).toBe(400);
  }
  expect((await send({ user_id: "" })).status).toBe(403);
});

test("unknown path and wrong method: answered as Resend does", async () => {
  const missing = await fetch(`${baseUrl}/emailz`, { method: "POST" });
  expect(await missing.json()).toMatchObject({ statusCode: 404, name: "not_found" });
  const wrong = await fetch(`${baseUrl}/emails`, { method: "PUT" });
  expect(await wrong.json()).toMatchObject({ statusCode: 405, name: "method_not_allowed" });
});

test("HTML email: shown in a sandbox without scripts", async () => {
  await resend.emails.send({ ...MAIL, html: "<script>alert(1)</script><p>Hi</p>" });
  const [mail] = await inbox();
  const shown = await fetch(`${baseUrl}/inbox/mails/${mail?.id}/html`);
  expect(shown.headers.get("content-security-policy")).toMatch(/^sandbox .*default-src 'none'/);
});
