import * as z from "zod";
import { changeAccount } from "#db/accounts/change-account.ts";
import {
  requestConfirmation,
  requestReauthentication,
  requestRecovery,
} from "#db/accounts/one-time-tokens/request-mail.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import { findUser } from "#db/accounts/users/find-users.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import { publishEvents, VISITOR_ACTOR, userActor } from "../../http/publish-events.ts";
import { readEmail, requireEmailOrPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { redirectTarget } from "../http/allowed-redirects.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { metaFields, readJson, requireCaptchaOfMany } from "../http/auth-json-body.ts";
import { pkceFields, readChallenge } from "../http/pkce-fields.ts";
import { publishWritten } from "../http/publish-written.ts";
import { requireAllowed } from "../limits/require-allowed.ts";
import { requireBudget, uncountOtherBudget } from "../limits/send-budget.ts";
import {
  countMailbox,
  requireMailAllowed,
  tooSoonAfterError,
  tooSoonError,
} from "../limits/send-timers.ts";
import { newEmailChange } from "../one-time-tokens/new-email-change.ts";
import { newMail, newVisitorMail } from "../one-time-tokens/new-token.ts";
import { resendPhoneCode } from "../phone/codes.ts";
import { resendPhoneChange } from "../phone/phone-change.ts";
import { reauthenticateBySms } from "../phone/reauthenticate.ts";
import { getCurrentUser, requireTokenUser } from "../sessions/bearer.ts";

export const Recover = z.object({ email: z.string().default(""), ...pkceFields, ...metaFields });

export const Resend = z.object({
  type: z.string().default(""),
  email: z.string().default(""),
  phone: z.string().default(""),
  ...pkceFields,
  ...metaFields,
});

/** Empty responses, whether a mail was sent or not. */
export function mailRoutes(deps: AuthDeps) {
  return newRoutes()
    .post("/recover", async (c) => {
      await requireAllowed(c, deps, "recover");
      const body = await readJson(c, Recover);
      await requireCaptchaOfMany(c, deps, body);
      if (body.email === "") throw validationError("Password recovery requires an email");
      await sendMailAgain(c, deps, "recovery", body);
      return c.json({});
    })
    .post("/resend", async (c) => {
      await requireAllowed(c, deps, "resend");
      const body = await readJson(c, Resend);
      await requireCaptchaOfMany(c, deps, body);
      requireEmailOrPhone(body);
      if (body.type === "sms" || body.type === "phone_change") {
        if (body.phone === "") throw validationError("Type provided requires a phone number");
        const resend = body.type === "sms" ? resendPhoneCode : resendPhoneChange;
        return resend(c, deps, body.phone);
      }
      if (body.type !== "signup" && body.type !== "email_change") {
        throw validationError(
          "Missing one of these types: signup, email_change, sms, phone_change",
        );
      }
      if (body.email === "") throw validationError("Type provided requires an email address");
      await (body.type === "signup"
        ? sendMailAgain(c, deps, "confirmation", body)
        : resendEmailChange(c, deps, body));
      return c.json({});
    })
    .get("/reauthenticate", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      const { user } = await getCurrentUser(deps, tokenUser);
      await (user.email === null
        ? reauthenticateBySms(c, deps, user)
        : reauthenticate(c, deps, user, user.email));
      return c.json({});
    });
}

const MAILS = {
  recovery: { kind: "recovery", request: requestRecovery, addressee: "either" },
  confirmation: { kind: "confirm-sign-up", request: requestConfirmation, addressee: "unproven" },
} as const;

/** Sends only if the account exists and needs it, and the last mail is old enough. */
async function sendMailAgain(
  c: AppContext,
  deps: AuthDeps,
  timer: keyof typeof MAILS,
  body: z.infer<typeof Recover>,
): Promise<void> {
  const challenge = readChallenge(body, deps.config);
  const email = readEmail(body.email);
  const { kind, request, addressee } = MAILS[timer];
  const { unprovenAllowed } = await requireMailAllowed(c, deps, timer, email, addressee);
  const requested = newVisitorMail(c, deps, kind, { address: email, challenge });
  const { isProven, written } = await request(deps.db, {
    email,
    ...requested,
    unprovenAllowed,
    frequencyS: deps.config.SMTP_MAX_FREQUENCY,
  });
  uncountOtherBudget(c, deps, { channel: "email", isProven });
  publishWritten(c, [requested.mail], written);
}

async function resendEmailChange(
  c: AppContext,
  deps: AuthDeps,
  body: z.infer<typeof Resend>,
): Promise<void> {
  const challenge = readChallenge(body, deps.config);
  const email = readEmail(body.email);
  await requireMailAllowed(c, deps, "email_change", email, "unproven");
  const user = await findUser(deps.db, { email });
  if (user === null || user.newEmail === null) return;
  const { SMTP_MAX_FREQUENCY: frequencyS } = deps.config;
  if (tooSoonError("mail", user.emailChangeSentAt, frequencyS, deps.now()) !== null) return;
  // The other mailbox gets a mail, too; the client must not notice.
  if (!(await countMailbox(deps, "email_change", user.newEmail)).allowed) return;
  const change = newEmailChange(c, deps, VISITOR_ACTOR, {
    from: email,
    to: user.newEmail,
    seenSentAt: user.emailChangeSentAt,
    challenge,
    redirectTo: redirectTarget(c, deps.config),
    isRepeat: true,
  });
  const changed = await changeAccount(deps.db, {
    userId: user.id,
    sessionId: null,
    metadata: null,
    password: null,
    email: change,
    phone: null,
    at: deps.now().toISOString(),
  });
  if (changed !== null && typeof changed !== "string") {
    publishEvents(
      c,
      change.confirmations.map(({ mail }) => mail),
    );
  }
}

async function reauthenticate(
  c: AppContext,
  deps: AuthDeps,
  user: Account,
  email: string,
): Promise<void> {
  if (user.emailConfirmedAt === null) {
    throw new AuthError("email_not_confirmed", "Please verify your email first.", { status: 422 });
  }
  const { SMTP_MAX_FREQUENCY: frequencyS } = deps.config;
  const tooSoon = tooSoonError("mail", user.reauthenticationSentAt, frequencyS, deps.now());
  if (tooSoon !== null) throw tooSoon;
  // An organisation may name any email.
  await requireBudget(c, deps, "email", { accountId: user.id, isProven: !user.isSso });
  const { token, mail: message } = newMail(c, deps, userActor(user.id), "reauthentication", {
    purpose: "reauthentication",
    address: email,
    isPkce: false,
    redirectTo: deps.config.SITE_URL,
  });
  const { written } = await requestReauthentication(deps.db, {
    userId: user.id,
    token,
    message,
    frequencyS,
  });
  if (written.length === 0) throw tooSoonAfterError("mail", frequencyS);
  publishWritten(c, [message], written);
}
