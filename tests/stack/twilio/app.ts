import { createHmac, randomBytes } from "node:crypto";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { HttpUrl } from "#contracts/setting-schemas.ts";
import { type Html, htmlPage } from "../html-page.ts";

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

export interface ReceivedText {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly channel: "sms" | "whatsapp";
  readonly body: string;
  readonly receivedAt: string;
}

// Twilio's limit.
const BODY_MAX_CHARS = 1_600;

/** Twilio's magic number for an invalid recipient. */
const NO_PHONE = "+15005550001";

/** Accepted, then undelivered: this emulator's own. */
export const PHONE_OFF = "15005550030";

const SENDER = /^(?:\+[1-9]\d{6,14}|[A-Za-z0-9 ]{1,11})$/;
const ADDRESS = /^(?<channel>whatsapp:)?(?<number>.+)$/;

const Form = z.object({
  To: z.string(),
  From: z.string().optional(),
  MessagingServiceSid: z
    .string()
    .regex(/^MG[0-9a-f]{32}$/)
    .optional(),
  Body: z.string().optional(),
  ContentSid: z.string().optional(),
  ContentVariables: z.string().optional(),
  StatusCallback: HttpUrl.optional(),
});

const Variables = z.record(z.string().regex(/^\d+$/), z.string());

type Form = z.infer<typeof Form>;

/** What Twilio reports of a text that it accepted, in turn. */
function outcomeOf({ To, ContentSid }: Form): { status: string; errorCode?: number }[] {
  // Outside of a conversation WhatsApp takes approved templates only.
  if (To.startsWith("whatsapp:") && ContentSid === undefined) {
    return [{ status: "failed", errorCode: 63_016 }];
  }
  return [
    { status: "sent" },
    To.endsWith(PHONE_OFF) ? { status: "undelivered", errorCode: 30_003 } : { status: "delivered" },
  ];
}

/** The template of authentication, whose only variable is the code. */
function templateText(variables: string | undefined): string | null {
  try {
    const code = Variables.parse(JSON.parse(variables ?? ""))["1"];
    return code === undefined ? null : `${code} is your verification code.`;
  } catch {
    return null;
  }
}

/** @param send takes the signed reports of what became of a text */
export function createTwilioEmulator(
  account: TwilioAccount,
  now: () => Date,
  send: (request: Request) => Promise<Response> = fetch,
): Hono {
  let texts: ReceivedText[] = [];

  /** Twilio does not try again. */
  async function report(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const names = Object.keys(fields).toSorted();
    const signed = url + names.map((name) => name + (fields[name] ?? "")).join("");
    const signature = createHmac("sha1", account.authToken).update(signed).digest("base64");
    await send(
      new Request(url, {
        method: "POST",
        headers: { "x-twilio-signature": signature },
        body: new URLSearchParams(fields),
      }),
    ).catch(() => null);
  }

  async function reportAll(form: Form, sid: string): Promise<void> {
    for (const { status, errorCode } of outcomeOf(form)) {
      await report(form.StatusCallback ?? "", {
        AccountSid: account.accountSid,
        ApiVersion: "2010-04-01",
        MessageSid: sid,
        MessageStatus: status,
        SmsSid: sid,
        SmsStatus: status,
        To: form.To,
        ...(errorCode === undefined ? {} : { ErrorCode: String(errorCode) }),
      });
    }
  }

  const app = new Hono();
  const expected = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString("base64")}`;

  app.get("/2010-04-01/Accounts/:account{[^/]+\\.json}", (c) => {
    if (c.req.header("authorization") !== expected) {
      return c.json({ code: 20_003, message: "Authenticate", status: 401 }, 401);
    }
    return c.json({ sid: account.accountSid, status: "active" });
  });

  app.post("/2010-04-01/Accounts/:sid/Messages.json", async (c) => {
    const refuse = (status: 400 | 401 | 404, code: number, message: string): Response =>
      c.json(
        { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
        status,
      );
    if (c.req.header("authorization") !== expected) return refuse(401, 20_003, "Authenticate");
    if (c.req.param("sid") !== account.accountSid) {
      return refuse(404, 20_404, "The requested resource was not found");
    }
    const form = Form.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())));
    if (!form.success) return refuse(400, 21_604, "A required parameter is missing");
    const { To, From, MessagingServiceSid, ContentSid, ContentVariables } = form.data;
    const isTemplate = ContentSid !== undefined;
    const to = ADDRESS.exec(To)?.groups;
    const number = to?.["number"] ?? "";
    const isWhatsApp = to?.["channel"] !== undefined;
    if (!/^\+[1-9]\d{1,14}$/.test(number) || number === NO_PHONE) {
      return refuse(400, 21_211, `Invalid 'To' Phone Number: ${To}`);
    }
    const from = MessagingServiceSid ?? From;
    if (from === undefined) return refuse(400, 21_603, "A 'From' phone number is required.");
    if (MessagingServiceSid === undefined && !isSender(from, isWhatsApp)) {
      return refuse(400, 21_212, `Invalid 'From' Phone Number: ${from}`);
    }
    if (isTemplate && !/^HX[0-9a-f]{32}$/.test(ContentSid)) {
      return refuse(400, 21_655, "The ContentSid is invalid.");
    }
    const Body = isTemplate ? templateText(ContentVariables) : (form.data.Body ?? "");
    if (Body === null) return refuse(400, 21_656, "The ContentVariables parameter is invalid.");
    if (Body === "") return refuse(400, 21_602, "Message body is required.");
    if (Body.length > BODY_MAX_CHARS) {
      return refuse(400, 21_617, "The concatenated message body exceeds the 1600 character limit.");
    }
    const text: ReceivedText = {
      sid: `SM${randomBytes(16).toString("hex")}`,
      to: number,
      from,
      channel: isWhatsApp ? "whatsapp" : "sms",
      body: Body,
      receivedAt: now().toISOString(),
    };
    // What is not delivered, no phone shows.
    if (outcomeOf(form.data).every(({ errorCode }) => errorCode === undefined)) texts.push(text);
    if (form.data.StatusCallback !== undefined) void reportAll(form.data, text.sid);
    return c.json(
      {
        sid: text.sid,
        account_sid: account.accountSid,
        to: To,
        from: From ?? null,
        messaging_service_sid: MessagingServiceSid ?? null,
        body: Body,
        status: "queued",
        direction: "outbound-api",
        error_code: null,
        error_message: null,
        date_created: now().toUTCString(),
      },
      201,
    );
  });

  app.get("/texts.json", (c) => {
    const to = c.req.query("to")?.replace(/^\+?/, "+");
    return c.json(to === undefined ? texts : texts.filter((text) => text.to === to));
  });
  app.delete("/texts", (c) => {
    texts = [];
    return c.body(null, 204);
  });
  app.get("/texts", (c) => c.html(page(texts.toReversed())));
  return app;
}

function isSender(from: string, isWhatsApp: boolean): boolean {
  if (from.startsWith("whatsapp:") !== isWhatsApp) return false;
  return SENDER.test(from.replace(/^whatsapp:/, ""));
}

function page(newestFirst: readonly ReceivedText[]): Html {
  return htmlPage("Texts", {
    head: html`<meta http-equiv="refresh" content="3" />
      <link rel="stylesheet" href="/inbox/inbox.css" />`,
    body: html`<body>
      <header class="bar">
        <h1>Texts</h1>
        <p class="note">
          Texts to phones land here and nowhere else, <a href="/inbox">mails</a> beside them.
        </p>
      </header>
      <main class="texts">
        ${newestFirst.length === 0 ? html`<p>No text yet.</p>` : ""}
        ${newestFirst.map(
          ({ to, channel, body, receivedAt }) =>
            html`<article>
              <h2>${to}</h2>
              <p>${channel}, <time datetime="${receivedAt}">${receivedAt}</time></p>
              <pre>${body}</pre>
            </article>`,
        )}
      </main>
    </body>`,
  });
}
