import { getRequestListener } from "@hono/node-server";
import { describe, expect } from "vitest";
import { createTwilioEmulator, type ReceivedText } from "../../tests/stack/twilio/app.ts";
import type { Handler } from "../../tests/support/serve.ts";
import { failureOf, PATIENCE_MS, test as base } from "../../tests/support/serving.ts";
import { type Sms, SmsRejected } from "../ports/sms-sender.ts";
import { createSmsSender, createTwilioSmsSender, type TwilioConfig } from "./twilio.ts";

const ACCOUNT = { accountSid: `AC${"0".repeat(32)}`, authToken: "token-1" };
const NOW = new Date("2026-11-20T12:00:05Z");
const PHONE = "447700900123";
const TEXT: Sms = {
  to: PHONE,
  channel: "sms",
  body: "123456 is your code.",
  code: "123456",
  eventId: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
};
const STATUS_URL = "https://api.tidepost.example/webhooks/twilio";
const TEMPLATE = `HX${"2".repeat(32)}`;

const test = base.extend<{ emulatorUrl: string }>({
  emulatorUrl: async ({ serving }, use) => {
    const listener = getRequestListener(createTwilioEmulator(ACCOUNT, () => NOW).fetch);
    await use(await serving((request, response) => void listener(request, response)));
  },
});

const smsSenderAt = (baseUrl: string, change: Partial<TwilioConfig> = {}) =>
  createTwilioSmsSender({
    ...ACCOUNT,
    from: "+447700900000",
    contentSid: TEMPLATE,
    statusUrl: STATUS_URL,
    baseUrl,
    timeoutMs: PATIENCE_MS,
    ...change,
  });

const receivedTexts = async (baseUrl: string, query = "") =>
  (await (await fetch(`${baseUrl}/texts.json${query}`)).json()) as ReceivedText[];

const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

describe("SMS", () => {
  test("reaches the phone and returns Twilio's id", async ({ emulatorUrl }) => {
    const { externalId } = await smsSenderAt(emulatorUrl).send(TEXT);
    expect(await receivedTexts(emulatorUrl, `?to=${PHONE}`)).toEqual([
      {
        sid: externalId,
        to: `+${PHONE}`,
        from: "+447700900000",
        channel: "sms",
        body: TEXT.body,
        receivedAt: NOW.toISOString(),
      },
    ]);
  });

  test.for([
    ["a name", { from: "Sender" }, "sms", "Sender"],
    ["a messaging service", { from: `MG${"1".repeat(32)}` }, "sms", `MG${"1".repeat(32)}`],
    ["a number on WhatsApp", {}, "whatsapp", "whatsapp:+447700900000"],
  ] as const)("is sent from %s", async ([, change, channel, from], { emulatorUrl }) => {
    await smsSenderAt(emulatorUrl, change).send({ ...TEXT, channel });
    expect(await receivedTexts(emulatorUrl)).toMatchObject([{ to: `+${PHONE}`, from, channel }]);
  });
});

test("names the template and the code on WhatsApp, and where to report", async ({ serving }) => {
  const forms: string[] = [];
  const url = await serving((request, response) => {
    request.on("data", (bytes: Buffer) => forms.push(bytes.toString()));
    request.on("end", () => response.writeHead(201).end("{}"));
  });
  await smsSenderAt(url).send({ ...TEXT, channel: "whatsapp" });
  expect(Object.fromEntries(new URLSearchParams(forms.join("")))).toEqual({
    To: `whatsapp:+${PHONE}`,
    From: "whatsapp:+447700900000",
    ContentSid: TEMPLATE,
    ContentVariables: '{"1":"123456"}',
    StatusCallback: `${STATUS_URL}?event=${TEXT.eventId}`,
  });
});

describe("rejection", () => {
  test("WhatsApp without a template: rejected before Twilio is asked", async () => {
    const sender = smsSenderAt("http://127.0.0.1:1", { contentSid: null });
    const error = await failureOf(sender.send({ ...TEXT, channel: "whatsapp" }));
    expect(error).toBeInstanceOf(SmsRejected);
  });

  test("invalid number: rejected permanently, and the error does not quote it", async ({
    emulatorUrl,
  }) => {
    const error = await failureOf(smsSenderAt(emulatorUrl).send({ ...TEXT, to: "15005550001" }));
    expect(error).toBeInstanceOf(SmsRejected);
    expect(error.message).toBe("Twilio: 21211 (400)");
    expect(error.cause).toMatchObject({
      httpStatus: 400,
      message: expect.stringContaining("[number]"),
    });
  });

  test("wrong credentials: retried, since the SMS itself is valid", async ({ emulatorUrl }) => {
    const error = await failureOf(smsSenderAt(emulatorUrl, { authToken: "wrong" }).send(TEXT));
    expect(error).not.toBeInstanceOf(SmsRejected);
    expect(error.message).toBe("Twilio: 20003 (401)");
  });
});

describe("responses", () => {
  test.for([
    ["a number that opted out", 400, { code: 21_610, message: `No to +${PHONE}` }],
    ["an unknown error code", 403, { code: 99_999 }],
    ["a rejection without an error code", 404, "<h1>Not found</h1>"],
  ] as const)("%s: rejected permanently", async ([, status, body], { serving }) => {
    const error = await failureOf(smsSenderAt(await serving(answering(status, body))).send(TEXT));
    expect(error).toBeInstanceOf(SmsRejected);
    expect(error.message).not.toContain(PHONE);
  });

  test.for([
    ["a rate limit (429)", 429, { code: 20_429 }],
    ["a rate limit (400)", 400, { code: 14_107 }],
    ["a server error", 500, { code: 20_500 }],
    ["HTML instead of JSON", 502, "<h1>Bad gateway</h1>"],
    ["a redirect", 307, ""],
  ] as const)("%s: retried", async ([, status, body], { serving }) => {
    const url = await serving(answering(status, body, { location: "/elsewhere" }));
    const error = await failureOf(smsSenderAt(url).send(TEXT));
    expect(error).not.toBeInstanceOf(SmsRejected);
    expect(error.message).not.toContain(PHONE);
  });

  test("success without an id counts as success", async ({ serving }) => {
    const url = await serving(answering(201, {}));
    await expect(smsSenderAt(url).send(TEXT)).resolves.toEqual({ externalId: null });
  });

  test("no response: the request is aborted at the time limit", async ({ serving }) => {
    const smsSender = smsSenderAt(await serving(() => {}), { timeoutMs: 20 });
    expect((await failureOf(smsSender.send(TEXT))).message).toBe("Twilio did not answer in time");
  });

  test("unreachable address: the send fails", async () => {
    const error = await failureOf(smsSenderAt("http://127.0.0.1:1").send(TEXT));
    expect(error.message).toBe("Twilio could not be reached");
  });
});

describe("configuration", () => {
  const whole = {
    SMS_TRANSPORT: "twilio",
    TWILIO_ACCOUNT_SID: ACCOUNT.accountSid,
    TWILIO_AUTH_TOKEN: ACCOUNT.authToken,
    TWILIO_FROM: "Sender",
    TWILIO_WHATSAPP_CONTENT_SID: undefined,
    TWILIO_BASE_URL: undefined,
    API_URL: "https://api.tidepost.example",
  } as const;

  test("a template and a name as sender, which WhatsApp does not take: throws", () => {
    const settings = { ...whole, TWILIO_WHATSAPP_CONTENT_SID: TEMPLATE };
    expect(() => createSmsSender(settings)).toThrow("TWILIO_FROM");
  });

  test("without a transport there is no SMS sender", () => {
    expect(createSmsSender({ ...whole, SMS_TRANSPORT: undefined })).toBeNull();
  });

  test.each(["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const)(
    "transport without %s: throws an error that names it",
    (name) => {
      expect(() => createSmsSender({ ...whole, [name]: undefined })).toThrow(name);
    },
  );
});
