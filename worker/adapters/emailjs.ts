import { SettingsError } from "#contracts/settings-error.ts";
import { CompanyAnswer, retryAfterMs } from "../ports/company-answer.ts";
import { MailDeferred, type Mailer, MailRejected, type MailTemplate } from "../ports/mailer.ts";
import { noAnswer, REQUEST_TIMEOUT_MS } from "./company-request.ts";

export type EmailJsConfig = {
  userId: string | undefined;
  serviceId: string | undefined;
  templateIds: Readonly<Record<MailTemplate, string | undefined>>;
  /** Without a trailing slash. */
  baseUrl?: string | undefined;
  fetch?: typeof fetch;
  timeoutMs?: number;
};

const BASE_URL = "https://api.emailjs.com";
const LIB_VERSION = "3.2.0";

/**
 * Sends through EmailJS with a template stored there. The account must allow calls from outside a
 * browser.
 *
 * EmailJS has no idempotency keys: a lost response may send the email twice.
 *
 * @throws {SettingsError} naming the setting that is missing
 */
export function createEmailJsMailer(config: EmailJsConfig): Mailer {
  const { baseUrl = BASE_URL, timeoutMs = REQUEST_TIMEOUT_MS, fetch = globalThis.fetch } = config;
  const userId = required(config.userId, "user id", "EMAILJS_USER_ID");
  const serviceId = required(config.serviceId, "service id", "EMAILJS_SERVICE_ID");
  const templateIds: Record<MailTemplate, string> = {
    "team-notification": required(
      config.templateIds["team-notification"],
      "template id",
      "EMAILJS_TEMPLATE_ID",
    ),
    "auto-reply": required(
      config.templateIds["auto-reply"],
      "template id of the auto-reply",
      "EMAILJS_AUTO_REPLY_TEMPLATE_ID",
    ),
    account: required(
      config.templateIds.account,
      "template id of mails about accounts",
      "EMAILJS_ACCOUNT_TEMPLATE_ID",
    ),
  };
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(timeoutMs);
      let response: Response;
      let text: string;
      try {
        response = await fetch(`${baseUrl}/api/v1.0/email/send`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            lib_version: LIB_VERSION,
            user_id: userId,
            service_id: serviceId,
            template_id: templateIds[mail.template],
            template_params: mail.params,
          }),
          signal,
          redirect: "error",
        });
        text = await response.text();
      } catch {
        throw noAnswer("EmailJS", signal.aborted);
      }
      if (response.status === 200 || text.trim() === "OK") return { externalId: null };
      throw failureOf(response, text);
    },
  };
}

/** Its own message omits the response body, which may quote an email address. */
function failureOf({ status, headers }: Response, text: string): Error {
  const message = `EmailJS answered ${status}`;
  const answer = { cause: new CompanyAnswer(status, text) };
  if (status === 429) {
    return new MailDeferred(message, retryAfterMs(headers.get("retry-after")), answer);
  }
  return status === 400 || status === 403
    ? new MailRejected(message, answer)
    : new Error(message, answer);
}

function required(value: string | undefined, item: string, setting: string): string {
  if (value === undefined || value === "") {
    throw new SettingsError(`EmailJS needs its ${item}: set ${setting}.`);
  }
  return value;
}
