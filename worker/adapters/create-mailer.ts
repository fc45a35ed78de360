import { SettingsError } from "#contracts/settings-error.ts";
import type { WorkerConfig } from "../config.ts";
import type { Mailer } from "../ports/mailer.ts";
import { createEmailJsMailer } from "./emailjs.ts";
import { createResendMailer } from "./resend.ts";

/** @throws {SettingsError} naming the setting that the transport lacks */
export function createMailer(config: WorkerConfig): Mailer {
  switch (config.MAIL_TRANSPORT) {
    case "resend":
      if (config.RESEND_API_KEY === undefined) {
        throw new SettingsError("Resend needs an API key: set RESEND_API_KEY.");
      }
      return createResendMailer({
        apiKey: config.RESEND_API_KEY,
        from: config.MAIL_FROM,
        baseUrl: config.RESEND_BASE_URL,
      });
    case "emailjs":
      return createEmailJsMailer({
        userId: config.EMAILJS_USER_ID,
        serviceId: config.EMAILJS_SERVICE_ID,
        templateIds: {
          "team-notification": config.EMAILJS_TEMPLATE_ID,
          "auto-reply": config.EMAILJS_AUTO_REPLY_TEMPLATE_ID,
          account: config.EMAILJS_ACCOUNT_TEMPLATE_ID,
        },
        baseUrl: config.EMAILJS_BASE_URL,
      });
  }
}
