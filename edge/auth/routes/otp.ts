import * as z from "zod";
import { requestSignInMail } from "#db/accounts/sign-up/request-code.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import { accountCreated, newEmailAccount } from "../accounts/create-account.ts";
import { readEmail, requireEmailOrPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { signupDisabledError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { metaFields, readJson, requireCaptchaOfMany } from "../http/auth-json-body.ts";
import { pkceFields, readChallenge } from "../http/pkce-fields.ts";
import { publishWritten } from "../http/publish-written.ts";
import { requireAllowed } from "../limits/require-allowed.ts";
import { uncountOtherBudget } from "../limits/send-budget.ts";
import { requireMailAllowed } from "../limits/send-timers.ts";
import { newVisitorMail } from "../one-time-tokens/new-token.ts";
import { sendSignInSms } from "../phone/codes.ts";

export const Otp = z.object({
  email: z.string().default(""),
  phone: z.string().default(""),
  data: z.record(z.string(), z.unknown()).default({}),
  create_user: z.boolean().default(true),
  channel: z.string().default(""),
  ...pkceFields,
  ...metaFields,
});

export function otpRoutes(deps: AuthDeps) {
  return newRoutes()
    .post("/otp", async (c) => {
      await requireAllowed(c, deps, "otp");
      const body = await readJson(c, Otp);
      await requireCaptchaOfMany(c, deps, body);
      requireEmailOrPhone(body);
      if (body.email !== "" && body.channel !== "") {
        throw validationError("Channel should only be specified with Phone OTP");
      }
      return body.phone === "" ? sendSignInMail(c, deps, body) : sendSignInSms(c, deps, body);
    })
    .post("/magiclink", async (c) => {
      await requireAllowed(c, deps, "otp");
      const body = await readJson(c, Otp);
      await requireCaptchaOfMany(c, deps, body);
      if (body.email === "") throw validationError("Password recovery requires an email");
      return sendSignInMail(c, deps, { ...body, create_user: true });
    });
}

async function sendSignInMail(
  c: AppContext,
  deps: AuthDeps,
  body: z.infer<typeof Otp>,
): Promise<Response> {
  const { config } = deps;
  const challenge = readChallenge(body, config);
  if (!config.EXTERNAL_EMAIL_ENABLED) {
    throw new AuthError("email_provider_disabled", "Email logins are disabled", { status: 422 });
  }
  const email = readEmail(body.email);
  const { unprovenAllowed } = await requireMailAllowed(c, deps, "recovery", email, "either");
  const createsAccount = body.create_user && !config.DISABLE_SIGNUP;
  const fresh = newEmailAccount(deps, { email, data: body.data });
  const created = accountCreated(c, fresh.account.id, "email");
  const mailbox = { address: email, challenge };
  const magicLink = newVisitorMail(c, deps, "magic-link", mailbox);
  const confirmation = newVisitorMail(c, deps, "confirm-sign-up", mailbox);
  const { isKnown, written } = await requestSignInMail(deps.db, {
    ...fresh,
    created,
    createsAccount,
    unprovenAllowed,
    autoconfirm: config.MAILER_AUTOCONFIRM,
    magicLink,
    confirmation,
    frequencyS: config.SMTP_MAX_FREQUENCY,
  });
  if (!isKnown && !(createsAccount && !unprovenAllowed)) {
    throw body.create_user
      ? signupDisabledError()
      : new AuthError("otp_disabled", "Signups not allowed for otp");
  }
  const isProven = written.includes(magicLink.mail.id);
  uncountOtherBudget(c, deps, { channel: "email", isProven });
  publishWritten(c, [created, magicLink.mail, confirmation.mail], written);
  return c.json({});
}
