import type { WorkerConfig } from "../config.ts";
import { CompanyAnswer, retryAfterMs } from "../ports/company-answer.ts";
import { MailDeferred, type Mailer, MailRejected, type MailTemplate } from "../ports/mailer.ts";
import { noAnswer, REQUEST_TIMEOUT_MS } from "./company-request.ts";
import { requireSetting } from "./require-setting.ts";

export type EmailJsConfig = Partial<
  Pick<
    WorkerConfig,
    | "EMAILJS_USER_ID"
    | "EMAILJS_SERVICE_ID"
    | "EMAILJS_TEMPLATE_ID"
    | "EMAILJS_AUTO_REPLY_TEMPLATE_ID"
    | "EMAILJS_ACCOUNT_TEMPLATE_ID"
    | "EMAILJS_BASE_URL"
  >
> & { fetch?: typeof fetch; timeoutMs?: number };

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
  const { EMAILJS_BASE_URL: baseUrl = BASE_URL } = config;
  const { timeoutMs = REQUEST_TIMEOUT_MS, fetch = globalThis.fetch } = config;
  const required = (name: Extract<keyof EmailJsConfig, `EMAILJS_${string}`>, item: string) =>
    requireSetting(config, name, `EmailJS needs its ${item}`);
  const userId = required("EMAILJS_USER_ID", "user id");
  const serviceId = required("EMAILJS_SERVICE_ID", "service id");
  const templateIds: Record<MailTemplate, string> = {
    "team-notification": required("EMAILJS_TEMPLATE_ID", "template id"),
    "auto-reply": required("EMAILJS_AUTO_REPLY_TEMPLATE_ID", "template id of the auto-reply"),
    account: required("EMAILJS_ACCOUNT_TEMPLATE_ID", "template id of mails about accounts"),
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
