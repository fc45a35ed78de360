import { expect, test } from "vitest";
import { SAMPLE_FACTS, SAMPLE_FORMS } from "../../tests/mails/samples.ts";
import { autoReplyMail } from "../mail/auto-reply.ts";
import { teamNotification } from "../mail/team-notification.ts";
import { MailDeferred, MailRejected } from "../ports/mailer.ts";
import { createEmailJsMailer, type EmailJsConfig } from "./emailjs.ts";

const ACCOUNT = {
  EMAILJS_USER_ID: "user_1",
  EMAILJS_SERVICE_ID: "service_1",
  EMAILJS_TEMPLATE_ID: "template_team",
  EMAILJS_AUTO_REPLY_TEMPLATE_ID: "template_reply",
  EMAILJS_ACCOUNT_TEMPLATE_ID: "template_account",
} as const;
const SUBMISSION = { payload: SAMPLE_FORMS.contact };
const TEAM_MAIL = teamNotification(SUBMISSION, SAMPLE_FACTS);
const AUTO_REPLY = autoReplyMail(SUBMISSION, SAMPLE_FACTS);
const KEY = "evt_1.send-team-notification";

function mailerWith(respond: () => Response | Promise<Response>, timeoutMs = 1_000) {
  const sent: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push(new Request(input, init));
    return respond();
  };
  return { sent, mailer: createEmailJsMailer({ ...ACCOUNT, fetch, timeoutMs }) };
}

test.each([
  [TEAM_MAIL, "template_team"],
  [AUTO_REPLY, "template_reply"],
])("EmailJS: sends a template call with the email's values", async (mail, template_id) => {
  const { mailer, sent } = mailerWith(() => new Response("OK"));
  await expect(mailer.send(mail, KEY)).resolves.toEqual({ externalId: null });
  const [request] = sent;
  expect(sent).toHaveLength(1);
  expect(request?.url).toBe("https://api.emailjs.com/api/v1.0/email/send");
  expect(request?.method).toBe("POST");
  expect(request?.headers.get("content-type")).toBe("application/json");
  expect(await request?.json()).toEqual({
    lib_version: "3.2.0",
    user_id: "user_1",
    service_id: "service_1",
    template_id,
    template_params: mail.params,
  });
});

test.each<[string, Partial<EmailJsConfig>, RegExp]>([
  ["the user id", { EMAILJS_USER_ID: undefined }, /user id.*EMAILJS_USER_ID/],
  ["the service id", { EMAILJS_SERVICE_ID: "" }, /service id.*EMAILJS_SERVICE_ID/],
  ["the template id", { EMAILJS_TEMPLATE_ID: undefined }, /template id.*EMAILJS_TEMPLATE_ID/],
  [
    "the auto-reply's template id",
    { EMAILJS_AUTO_REPLY_TEMPLATE_ID: undefined },
    /template id of the auto-reply.*EMAILJS_AUTO_REPLY_TEMPLATE_ID/,
  ],
])("EmailJS without %s: throws an error that names the setting", (_, missing, message) => {
  expect(() => createEmailJsMailer({ ...ACCOUNT, ...missing })).toThrow(message);
});

test.each([
  ["status 200 with any text", 200, "sent"],
  ["the text OK with any status", 203, " OK\n"],
])("EmailJS: %s counts as success", async (_, status, text) => {
  const { mailer } = mailerWith(() => new Response(text, { status }));
  await expect(mailer.send(TEAM_MAIL, KEY)).resolves.toEqual({ externalId: null });
});

test("EmailJS answers 429: the email waits as long as Retry-After says", async () => {
  const { mailer } = mailerWith(
    () => new Response("Too many requests", { status: 429, headers: { "retry-after": "3" } }),
  );
  await expect(mailer.send(TEAM_MAIL, KEY)).rejects.toMatchObject({
    name: "MailDeferred",
    retryAfterMs: 3_000,
  });
});

test.each([400, 403])(
  "EmailJS status %i: rejected permanently, and the error does not quote the body",
  async (status) => {
    const { mailer } = mailerWith(() => new Response("No to amelia@example.com", { status }));
    const error: unknown = await mailer.send(TEAM_MAIL, KEY).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MailRejected);
    expect(error).toMatchObject({
      message: `EmailJS answered ${status}`,
      cause: { httpStatus: status, message: "No to [address]" },
    });
  },
);

test.each([404, 500, 502])("EmailJS status %i: retried", async (status) => {
  const { mailer } = mailerWith(() => new Response("amelia@example.com", { status }));
  const error: unknown = await mailer.send(TEAM_MAIL, KEY).catch((thrown: unknown) => thrown);
  expect(error).not.toBeInstanceOf(MailRejected);
  expect(error).not.toBeInstanceOf(MailDeferred);
  expect(error).toMatchObject({ message: `EmailJS answered ${status}` });
});

test("unreachable address: the send fails", async () => {
  const { mailer } = mailerWith(() => Promise.reject(new TypeError("fetch failed")));
  await expect(mailer.send(TEAM_MAIL, KEY)).rejects.toThrow("EmailJS could not be reached");
});

test("no response: the request is aborted at the time limit", async () => {
  const mailer = createEmailJsMailer({
    ...ACCOUNT,
    timeoutMs: 20,
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  });
  await expect(mailer.send(TEAM_MAIL, KEY)).rejects.toThrow("EmailJS did not answer in time");
});
