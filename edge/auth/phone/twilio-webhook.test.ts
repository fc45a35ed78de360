import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { createTwilioEmulator, PHONE_OFF } from "../../../tests/stack/twilio/app.ts";
import { type AuthAnswer, type AuthEdge, test as base } from "../../../tests/support/auth-edge.ts";
import { API } from "../../../tests/support/auth-service.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";
import type { LimitBucket } from "../limits/rules.ts";

const ACCOUNT = { accountSid: `AC${"0".repeat(32)}`, authToken: "a token of Twilio" };
const TEMPLATE = `HX${"2".repeat(32)}`;
const PHONE = "447700900123";
const SETTINGS = {
  EXTERNAL_PHONE_ENABLED: "true",
  TWILIO_AUTH_TOKEN: ACCOUNT.authToken,
  TWILIO_WHATSAPP_CONTENT_SID: TEMPLATE,
  MFA_PHONE_ENROLL_ENABLED: "true",
  MFA_PHONE_VERIFY_ENABLED: "true",
};

const test = base.extend<{
  edge: AuthEdge;
  uncounted: [LimitBucket, string][];
  send: (fields: Readonly<Record<string, string>>) => Promise<string>;
  reports: (minimum: number) => Promise<{ type: string; code: string | null }[]>;
  facts: () => Promise<unknown[]>;
}>({
  // oxlint-disable-next-line no-empty-pattern
  uncounted: async ({}, use) => {
    await use([]);
  },
  edge: async ({ edgeWith, uncounted }, use) => {
    await use(
      edgeWith(SETTINGS, {
        ...UNLIMITED,
        uncount(bucket, key) {
          if (bucket === "sms_phone") uncounted.push([bucket, key]);
          return Promise.resolve();
        },
      }),
    );
  },
  /** Sends a text for the newest request as the worker does; the emulator reports it to the edge. */
  send: async ({ edge, database }, use) => {
    const twilio = createTwilioEmulator(ACCOUNT, edge.now, (request) => edge.fetch(request));
    await use(async (fields) => {
      const { rows } = await database.query<{ id: string }>(
        "select id from outbox_events where type = 'AuthSmsRequested' order by id desc limit 1",
      );
      const answer = await twilio.request(
        `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`,
        {
          method: "POST",
          headers: { authorization: `Basic ${btoa(Object.values(ACCOUNT).join(":"))}` },
          body: new URLSearchParams({
            From:
              fields["To"]?.startsWith("whatsapp:") === true ? "whatsapp:+447700900000" : "Sender",
            StatusCallback: `${API}/webhooks/twilio?event=${String(rows[0]?.id)}`,
            ...fields,
          }),
        },
      );
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { sid: string }).sid;
    });
  },
  reports: async ({ database }, use) => {
    await use((minimum) =>
      eventually(`${minimum} reports`, async () => {
        const { rows } = await database.query<{ type: string; code: string | null }>(
          "select type, bounce_type as code from resend_events order by type",
        );
        return rows.length < minimum ? undefined : rows;
      }),
    );
  },
  facts: async ({ database }, use) => {
    await use(async () => {
      const { rows } = await database.query(
        "select action, data, subject_type as subject from audit_log",
      );
      return rows;
    });
  },
});

const ask = (edge: AuthEdge, channel: string, phone = PHONE) =>
  edge.call("POST", "/otp", { body: { phone, channel } });

describe("a code that Twilio accepted", () => {
  test("is delivered: where it stands is kept", async ({
    edge,
    send,
    reports,
    facts,
    uncounted,
  }) => {
    await ask(edge, "sms");
    await send({ To: `+${PHONE}`, Body: "123456" });
    expect(await reports(2)).toEqual([
      { type: "text.delivered", code: null },
      { type: "text.sent", code: null },
    ]);
    expect([await facts(), uncounted]).toEqual([[], []]);
  });

  test("fails at WhatsApp (63016): audited, and another is sent at once by SMS", async ({
    edge,
    send,
    reports,
    facts,
    uncounted,
    database,
  }) => {
    await ask(edge, "whatsapp");
    // The pause between two texts holds while nothing is known to have failed.
    await ask(edge, "sms");
    await send({ To: `whatsapp:+${PHONE}`, Body: "123456" });
    expect(await reports(1)).toEqual([{ type: "text.failed", code: "63016" }]);
    expect(await facts()).toEqual([
      {
        action: "undelivered.send-auth-sms",
        data: { text: "sign-in", channel: "whatsapp", code: "63016" },
        subject: "user",
      },
    ]);
    await eventually("the timer's end", () => Promise.resolve(uncounted[0]));
    expect(uncounted).toEqual([["sms_phone", `sign-in ${PHONE}`]]);
    await ask(edge, "sms");
    const { rows } = await database.query(
      "select payload->>'channel' as channel from outbox_events where type = 'AuthSmsRequested' order by channel desc",
    );
    expect(rows).toEqual([{ channel: "whatsapp" }, { channel: "sms" }]);
    expect(JSON.stringify(edge.log)).not.toContain(PHONE);
  });

  test.for<[string, (edge: AuthEdge) => Promise<() => Promise<AuthAnswer>>]>([
    [
      "a new phone",
      async (edge) => {
        const { token } = await edge.signUp();
        return () => edge.call("PUT", "/user", { token, body: { phone: PHONE } });
      },
    ],
    [
      "a second factor",
      async (edge) => {
        const { token } = await edge.signUp();
        const body = { factor_type: "phone", phone: PHONE };
        const { body: factor } = await edge.call("POST", "/factors", { token, body });
        const path = `/factors/${String(factor["id"])}/challenge`;
        return () => edge.call("POST", path, { token, body: { channel: "sms" } });
      },
    ],
  ])("fails for %s: the next one is sent at once", async ([, begin], { edge, send, reports }) => {
    const request = await begin(edge);
    expect((await request()).status).toBe(200);
    expect(refusal(await request())).toEqual([429, "over_sms_send_rate_limit"]);
    await send({ To: `whatsapp:+${PHONE}`, Body: "123456" });
    await reports(1);
    expect((await request()).status).toBe(200);
    // The pause holds again.
    expect(refusal(await request())).toEqual([429, "over_sms_send_rate_limit"]);
  });

  test("is undelivered to a phone that is off (30003): audited", async ({
    edge,
    send,
    reports,
    facts,
  }) => {
    await ask(edge, "sms", PHONE_OFF);
    await send({ To: `+${PHONE_OFF}`, Body: "123456" });
    expect(await reports(2)).toMatchObject([{ type: "text.sent" }, { code: "30003" }]);
    expect(await facts()).toMatchObject([{ data: { channel: "sms", code: "30003" } }]);
  });
});

describe("a report", () => {
  const FIELDS = { MessageSid: `SM${"1".repeat(32)}`, MessageStatus: "failed", ErrorCode: "30003" };

  async function notify(
    edge: AuthEdge,
    event: string,
    fields: Readonly<Record<string, string>> = FIELDS,
    token = ACCOUNT.authToken,
  ) {
    const url = `${API}/webhooks/twilio?event=${event}`;
    const signed =
      url +
      Object.keys(fields)
        .toSorted()
        .map((name) => name + (fields[name] ?? ""))
        .join("");
    const response = await edge.fetch(
      new Request(url, {
        method: "POST",
        headers: {
          "x-twilio-signature": createHmac("sha1", token).update(signed).digest("base64"),
        },
        body: new URLSearchParams(fields),
      }),
    );
    return [response.status, ((await response.json()) as { code?: string }).code];
  }

  test("delivered ten times at once: one row, one fact, and one end of the wait", async ({
    edge,
    reports,
    facts,
    uncounted,
  }) => {
    const { body } = await ask(edge, "sms");
    const event = String(body["message_id"]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => notify(edge, event)));
    expect(answers).toEqual(answers.map(() => [200, undefined]));
    expect(await reports(1)).toHaveLength(1);
    expect(await facts()).toHaveLength(1);
    expect(uncounted).toHaveLength(1);
  });

  test("of another token, of another event, and of a status before it was sent: writes nothing", async ({
    edge,
    database,
    facts,
  }) => {
    const { body } = await ask(edge, "sms");
    const event = String(body["message_id"]);
    expect(await notify(edge, event, FIELDS, "another")).toEqual([400, "signature_invalid"]);
    expect(await notify(edge, "evt_01KAHX2J3V7W8R9T0A1B2C3D4E")).toEqual([200, undefined]);
    expect(await notify(edge, event, { ...FIELDS, MessageStatus: "queued" })).toEqual([
      200,
      undefined,
    ]);
    expect((await database.query("select from resend_events")).rows).toEqual([]);
    expect(await facts()).toEqual([]);
  });

  test("that cannot be read: 200, and the team is told which field", async ({ edge, database }) => {
    expect(await notify(edge, "evt_1", { MessageStatus: "failed" })).toEqual([200, undefined]);
    const { rows } = await database.query(
      "select payload from outbox_events where type = 'WebhookUnread'",
    );
    expect(rows).toMatchObject([
      { payload: { webhook: "twilio", notification: "failed", fields: ["MessageSid"] } },
    ]);
  });
});

test("WhatsApp without a template is no channel", async ({ edgeWith }) => {
  const edge = edgeWith({ EXTERNAL_PHONE_ENABLED: "true" });
  expect(refusal(await ask(edge, "whatsapp"))).toEqual([400, "validation_failed"]);
  expect((await ask(edge, "sms")).status).toBe(200);
});
