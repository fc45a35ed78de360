import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { describe, expect } from "vitest";
import { SAMPLE_FACTS, SAMPLE_FORMS } from "../../tests/mails/samples.ts";
import { createResendEmulator } from "../../tests/stack/resend/app.ts";
import { openMailbox, type Mailbox } from "../../tests/stack/resend/mailbox.ts";
import { openReports } from "../../tests/stack/resend/reports.ts";
import type { Handler } from "../../tests/support/serve.ts";
import { failureOf, PATIENCE_MS, test as base } from "../../tests/support/serving.ts";
import { autoReplyMail } from "../mail/auto-reply.ts";
import { MailDeferred, MailRejected } from "../ports/mailer.ts";
import { createFindSent, createResendMailer } from "./resend.ts";

const API_KEY = "re_test";
const FROM = "Tidepost <hello@tidepost.example>";
const KEY = "evt_1.send-auto-reply";
const MAIL = autoReplyMail({ payload: SAMPLE_FORMS["free-trial"] }, SAMPLE_FACTS);

const mailerAt = (baseUrl: string, apiKey = API_KEY) =>
  createResendMailer({ apiKey, from: FROM, baseUrl, timeoutMs: PATIENCE_MS });

type Emulator = {
  url: string;
  mailbox: Mailbox;
  setSwitches: (change: object) => Promise<unknown>;
};

const test = base.extend<{ emulator: Emulator }>({
  // oxlint-disable-next-line no-empty-pattern
  emulator: async ({}, use) => {
    const dir = mkdtempSync(join(tmpdir(), "tidepost-resend-"));
    const mailbox = openMailbox(dir);
    const app = createResendEmulator({
      mailbox,
      reports: openReports({
        file: join(dir, "reports.jsonl"),
        endpoint: null,
        now: () => new Date(),
        random: () => 0,
        wait: () => Promise.resolve(),
      }),
      resendApiKey: API_KEY,
      emailJs: { userId: "", serviceId: "", templateIds: [] },
      now: () => new Date(),
      random: () => 0,
      wait: () => Promise.resolve(),
    });
    const { server, url } = await new Promise<{ server: ReturnType<typeof serve>; url: string }>(
      (resolve) => {
        const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
          resolve({ server, url: `http://127.0.0.1:${port}` });
        });
      },
    );
    const setSwitches = (change: object) =>
      fetch(`${url}/switches`, { method: "POST", body: JSON.stringify(change) });
    await use({ url, mailbox, setSwitches });
    await new Promise((resolve) => {
      server.close(resolve);
      if ("closeAllConnections" in server) server.closeAllConnections();
    });
    rmSync(dir, { recursive: true });
  },
});

const IDS = Array.from({ length: 102 }, (_, index) => `evt_${index}`);

function answering(status: number, error: unknown, headers: Record<string, string> = {}): Handler {
  return (_, response) => {
    response.writeHead(status, headers);
    response.end(typeof error === "string" ? error : JSON.stringify(error));
  };
}

describe("against the Resend emulator", () => {
  test("sends the whole email with its tracing and auto-response headers", async ({ emulator }) => {
    const { externalId } = await mailerAt(emulator.url).send(MAIL, KEY);
    expect(emulator.mailbox.read(externalId ?? "")).toMatchObject({
      to: MAIL.to,
      from: FROM,
      replyTo: MAIL.replyTo,
      subject: MAIL.subject,
      html: MAIL.html,
      text: MAIL.text,
      idempotencyKey: KEY,
      headers: {
        "X-Correlation-Id": MAIL.correlationId,
        "X-Entity-Ref-ID": MAIL.correlationId,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
      },
      tags: { template: "auto-reply" },
    });
  });

  test("what was sent since: each effect with Resend's id, over pages; nothing from before, nothing without our tags", async ({
    emulator,
  }) => {
    const before = Date.now();
    const mailer = mailerAt(emulator.url);
    for (const id of IDS) await mailer.send(MAIL, `${id}/send-auto-reply`);
    await mailer.send(MAIL, "untold");
    const find = createFindSent({ apiKey: API_KEY, baseUrl: emulator.url });
    const sent = await find(new Date(before));
    expect([...sent.keys()].toSorted()).toEqual(
      IDS.map((id) => `${id}/send-auto-reply`).toSorted(),
    );
    expect(emulator.mailbox.read(sent.get("evt_7/send-auto-reply") ?? "")).toMatchObject({
      idempotencyKey: "evt_7/send-auto-reply",
    });
    expect((await find(new Date(Date.now() + 1_000))).size).toBe(0);
    const other = createFindSent({ apiKey: "re_other", baseUrl: emulator.url });
    await expect(other(new Date(before))).rejects.toThrow("Resend: ");
  });

  test("a thread and a way out: headers of both, and none that keeps mail programs from threading", async ({
    emulator,
  }) => {
    const unsubscribeUrl = "https://api.site.test/unsubscribe/appr_1/token";
    const mail = { ...MAIL, unsubscribeUrl, thread: "promise.7" };
    const { externalId } = await mailerAt(emulator.url).send(mail, KEY);
    const { headers } = emulator.mailbox.read(externalId ?? "") ?? {};
    expect(headers).toMatchObject({
      References: "<promise.7@tidepost.example>",
      "In-Reply-To": "<promise.7@tidepost.example>",
      "List-Unsubscribe": `<${unsubscribeUrl}>, <mailto:hello@tidepost.example?subject=unsubscribe>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(headers).not.toHaveProperty("X-Entity-Ref-ID");
  });

  test("same idempotency key: sends one email, also after a lost response", async ({
    emulator,
  }) => {
    const mailer = mailerAt(emulator.url);
    await emulator.setSwitches({ loseReplies: { remaining: 1 } });
    const failure = await failureOf(mailer.send(MAIL, KEY));
    expect(failure).not.toBeInstanceOf(MailRejected);
    const firstRetry = await mailer.send(MAIL, KEY);
    const secondRetry = await mailer.send(MAIL, KEY);
    expect(secondRetry).toEqual(firstRetry);
    expect(emulator.mailbox.list()).toHaveLength(1);
  });

  test("same key, different email: probably sent by the first attempt, so not sent again", async ({
    emulator,
  }) => {
    const mailer = mailerAt(emulator.url);
    await mailer.send(MAIL, KEY);
    expect(await mailer.send({ ...MAIL, subject: "Another" }, KEY)).toEqual({
      externalId: null,
      isProbablySent: true,
    });
    expect(emulator.mailbox.list()).toHaveLength(1);
  });

  test("invalid address: rejected permanently, and the error does not quote it", async ({
    emulator,
  }) => {
    const error = await failureOf(mailerAt(emulator.url).send({ ...MAIL, to: "nobody" }, KEY));
    expect(error).toBeInstanceOf(MailRejected);
    expect(error.message).toBe("Resend: validation_error (422)");
    expect(error.cause).toMatchObject({
      httpStatus: 422,
      message: expect.stringContaining("needs to follow"),
    });
  });

  test("Resend answers 429: the email waits as long as Retry-After says", async ({ emulator }) => {
    await emulator.setSwitches({ fail: { status: 429, retryAfterSeconds: 7 } });
    const error = await failureOf(mailerAt(emulator.url).send(MAIL, KEY));
    expect(error).toMatchObject({ name: "MailDeferred", retryAfterMs: 7_000 });
  });

  test("Resend answers 5xx: retried", async ({ emulator }) => {
    const mailer = mailerAt(emulator.url);
    await emulator.setSwitches({ fail: { status: 500, remaining: 1 } });
    const error = await failureOf(mailer.send(MAIL, KEY));
    expect(error).not.toBeInstanceOf(MailRejected);
    expect(error.message).toBe("Resend: application_error (500)");
    await mailer.send(MAIL, KEY);
    expect(emulator.mailbox.list()).toHaveLength(1);
  });

  test("wrong API key: retried, since the email itself is valid", async ({ emulator }) => {
    const error = await failureOf(mailerAt(emulator.url, "re_wrong").send(MAIL, KEY));
    expect(error).not.toBeInstanceOf(MailRejected);
    expect(error.message).toBe("Resend: invalid_api_key (403)");
  });
});

describe("responses", () => {
  const address = "amelia@example.com";
  const errorBody = (statusCode: number, name: string) => ({
    statusCode,
    name,
    message: `No to ${address}`,
  });

  test.for([
    ["the day's quota", 429, errorBody(429, "daily_quota_exceeded"), 3_600_000],
    ["the month's quota", 429, errorBody(429, "monthly_quota_exceeded"), 3_600_000],
    ["a rate limit without a time", 429, errorBody(429, "rate_limit_exceeded"), 1_000],
    ["a bare 429 from a proxy", 429, "slow down", 1_000],
  ] as const)(
    "%s: deferred without counting an attempt",
    async ([, status, body, retryAfterMs], { serving }) => {
      const error = await failureOf(
        mailerAt(await serving(answering(status, body))).send(MAIL, KEY),
      );
      expect(error).toBeInstanceOf(MailDeferred);
      expect(error).toMatchObject({ retryAfterMs });
      expect(error.message).not.toContain(address);
    },
  );

  test.for([
    ["an invalid field", errorBody(422, "invalid_from_address")],
    ["an unverified domain", errorBody(403, "validation_error")],
    ["an unknown error code", errorBody(451, "security_error")],
    ["a sentence as the error code", errorBody(422, `Hello ${address}`)],
  ] as const)("%s: rejected permanently", async ([, body], { serving }) => {
    const error = await failureOf(
      mailerAt(await serving(answering(body.statusCode, body))).send(MAIL, KEY),
    );
    expect(error).toBeInstanceOf(MailRejected);
    expect(error.message).not.toContain(address);
  });

  test.for([
    [
      "a concurrent request with the same key",
      409,
      errorBody(409, "concurrent_idempotent_requests"),
    ],
    ["HTML instead of JSON", 502, "<h1>Bad gateway</h1>"],
    ["a JSON null", 500, "null"],
    ["a JSON string", 500, JSON.stringify(`No to ${address}`)],
    ["an empty object", 500, {}],
    ["HTML with status 200", 200, "<h1>Hello</h1>"],
    ["a redirect", 307, ""],
  ] as const)("%s: retried", async ([, status, body], { serving }) => {
    const url = await serving(answering(status, body, { location: "/elsewhere" }));
    const error = await failureOf(mailerAt(url).send(MAIL, KEY));
    expect(error).not.toBeInstanceOf(MailRejected);
    expect(error).not.toBeInstanceOf(MailDeferred);
    expect(error.message).not.toContain(address);
  });

  test("what was sent since: Resend that is busy is asked again, after the time that it names", async ({
    serving,
  }) => {
    const waited: number[] = [];
    const email = { id: "e1", created_at: new Date().toISOString(), last_event: "delivered" };
    const tags = [
      { name: "event", value: "evt_1" },
      { name: "effect", value: "send-auto-reply" },
    ];
    const busy = answering(
      429,
      { statusCode: 429, name: "rate_limit_exceeded", message: "Too many" },
      { "retry-after": "2" },
    );
    const baseUrl = await serving((request, response) => {
      if (waited.length === 0) return busy(request, response);
      const isOne = request.url === "/emails/e1";
      const page = {
        object: "list",
        has_more: false,
        data: [email, { ...email, id: "e2", last_event: "failed" }],
      };
      return answering(200, isOne ? { ...email, tags } : page)(request, response);
    });
    const find = createFindSent({ apiKey: API_KEY, baseUrl }, (ms) => {
      waited.push(ms);
      return Promise.resolve();
    });
    expect(await find(new Date(0))).toEqual(new Map([["evt_1/send-auto-reply", "e1"]]));
    expect(waited).toEqual([2_000]);
  });

  test("success without an id counts as success", async ({ serving }) => {
    const url = await serving(answering(200, {}));
    await expect(mailerAt(url).send(MAIL, KEY)).resolves.toEqual({ externalId: null });
  });

  test("no response: the request is aborted at the time limit", async ({ serving }) => {
    const url = await serving(() => {});
    const mailer = createResendMailer({ apiKey: API_KEY, from: FROM, baseUrl: url, timeoutMs: 20 });
    expect((await failureOf(mailer.send(MAIL, KEY))).message).toBe("Resend did not answer in time");
  });

  test("unreachable address: the send fails", async () => {
    const error = await failureOf(mailerAt("http://127.0.0.1:1").send(MAIL, KEY));
    expect(error.message).toBe("Resend could not be reached");
  });
});
