import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createCalendlyEmulator } from "../calendly/app.ts";
import { createMetaEmulator } from "../meta/app.ts";
import { createOAuthEmulator } from "../oauth/app.ts";
import { emulatorClient } from "../oauth/settings.ts";
import { serveEmulator } from "../serve-emulator.ts";
import { createTurnstileEmulator } from "../turnstile/app.ts";
import { createTwilioEmulator } from "../twilio/app.ts";
import { createResendEmulator } from "./app.ts";
import { openMailbox } from "./mailbox.ts";
import { openReports } from "./reports.ts";

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The emulators need ${name}.`);
  return value;
};

const now = (): Date => new Date();
const wait = (ms: number): Promise<void> => delay(ms);
const mailbox = openMailbox(setting("MAIL_DIR"));
const { WEBHOOK_URL: webhookUrl = "", WEBHOOK_SECRET: webhookSecret = "" } = process.env;
const mail = createResendEmulator({
  mailbox,
  reports: openReports({
    file: join(setting("MAIL_DIR"), "reports.jsonl"),
    endpoint:
      webhookUrl === "" || webhookSecret === "" ? null : { url: webhookUrl, secret: webhookSecret },
    now,
    random: Math.random,
    wait,
  }),
  resendApiKey: setting("RESEND_API_KEY"),
  emailJs: {
    userId: setting("EMAILJS_USER_ID"),
    serviceId: setting("EMAILJS_SERVICE_ID"),
    templateIds: [
      setting("EMAILJS_TEMPLATE_ID"),
      setting("EMAILJS_AUTO_REPLY_TEMPLATE_ID"),
      setting("EMAILJS_ACCOUNT_TEMPLATE_ID"),
    ],
  },
  now,
  random: Math.random,
  wait,
});
const meta = createMetaEmulator(
  { pixelId: setting("META_PIXEL_ID"), accessToken: setting("META_ACCESS_TOKEN") },
  now,
);
const twilio = createTwilioEmulator(
  { accountSid: setting("TWILIO_ACCOUNT_SID"), authToken: setting("TWILIO_AUTH_TOKEN") },
  now,
);
const oauth = createOAuthEmulator(
  emulatorClient({ redirectUri: setting("OAUTH_REDIRECT_URI"), appleKey: setting("APPLE_KEY") }),
  now,
);

const turnstile = createTurnstileEmulator(setting("TURNSTILE_SECRET"), now);

const { CALENDLY_WEBHOOK_URL: callsUrl = "", CALENDLY_WEBHOOK_SECRET: callsSecret = "" } =
  process.env;
const calendly = createCalendlyEmulator({
  webhook: callsUrl === "" || callsSecret === "" ? null : { url: callsUrl, secret: callsSecret },
  now,
  wait,
});

serveEmulator(
  mail
    .route("/", calendly)
    .route("/", meta)
    .route("/", twilio)
    .route("/", turnstile)
    .route("/oauth", oauth).fetch,
  { port: Number(setting("PORT")) },
);
