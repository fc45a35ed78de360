import * as z from "zod";
import { signUpConfirmed, signUpUnconfirmed } from "#db/accounts/sign-up/sign-up.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import { publishEvents, VISITOR_ACTOR } from "../../http/publish-events.ts";
import {
  accountCreated,
  asAccount,
  newAnonymousAccount,
  newEmailAccount,
} from "../accounts/create-account.ts";
import { requireSmallMetadata } from "../accounts/metadata.ts";
import { readEmail, readPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { signupDisabledError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { metaFields, readJson, requireCaptchaOfMany } from "../http/auth-json-body.ts";
import { pkceFields, readChallenge } from "../http/pkce-fields.ts";
import { publishWritten } from "../http/publish-written.ts";
import { requireAllowed } from "../limits/require-allowed.ts";
import { spendReserved, uncountOtherBudget } from "../limits/send-budget.ts";
import { requireMailAllowed } from "../limits/send-timers.ts";
import { newVisitorMail } from "../one-time-tokens/new-token.ts";
import { hashForSignUp } from "../passwords/sign-up-password.ts";
import { requireStrongPassword } from "../passwords/strength.ts";
import { signUpWithPhone } from "../phone/codes.ts";
import { newNotice, newSession } from "../sessions/new-session.ts";
import { sessionResponse } from "../sessions/session-response.ts";
import { userJson } from "../sessions/user-json.ts";

export const SignUp = z.object({
  email: z.string().default(""),
  phone: z.string().default(""),
  password: z.string().default(""),
  data: z.record(z.string(), z.unknown()).default({}),
  channel: z.string().default(""),
  ...pkceFields,
  ...metaFields,
});

export function signUpRoutes(deps: AuthDeps) {
  return newRoutes().post("/signup", async (c) => {
    await requireAllowed(c, deps, "signup");
    const body = await readJson(c, SignUp);
    await requireCaptchaOfMany(c, deps, body);
    if (body.email === "" && body.phone === "") return signUpAnonymously(c, deps, body.data);
    if (deps.config.DISABLE_SIGNUP) throw signupDisabledError();
    if (body.password === "") throw validationError("Signup requires a valid password");
    if (body.email !== "" && body.phone !== "") {
      throw validationError("Only an email address or phone number should be provided on signup.");
    }
    // The address is checked before the password: a wrong one must not be answered with words about the password.
    if (body.phone === "") readEmail(body.email);
    else readPhone(body.phone);
    await requireStrongPassword(deps, body.password, { ...body, userMetadata: body.data });
    return body.phone === "" ? signUpWithEmail(c, deps, body) : signUpWithPhone(c, deps, body);
  });
}

async function signUpWithEmail(
  c: AppContext,
  deps: AuthDeps,
  body: z.infer<typeof SignUp>,
): Promise<Response> {
  const { config } = deps;
  const challenge = readChallenge(body, config);
  if (!config.EXTERNAL_EMAIL_ENABLED) {
    throw new AuthError("email_provider_disabled", "Email signups are disabled");
  }
  const email = readEmail(body.email);
  const permission = config.MAILER_AUTOCONFIRM
    ? null
    : await requireMailAllowed(c, deps, "confirmation", email, "sign-up");
  const fresh = newEmailAccount(deps, {
    email,
    passwordHash: await hashForSignUp(deps, { emailOrPhone: email, password: body.password }),
    data: body.data,
    isConfirmed: config.MAILER_AUTOCONFIRM,
  });
  const created = accountCreated(c, fresh.account.id, "email");
  const signUp = { ...fresh, created };
  if (config.MAILER_AUTOCONFIRM) {
    const session = newSession(c, deps, "password");
    const signedUp = await signUpConfirmed(deps.db, { ...signUp, session });
    if (signedUp === null) throw new AuthError("user_already_exists", "User already registered");
    publishEvents(c, [created]);
    return c.json(await sessionResponse(deps, signedUp.user, signedUp.session));
  }
  const confirmation = newVisitorMail(c, deps, "confirm-sign-up", { address: email, challenge });
  const { isProven, written } = await signUpUnconfirmed(deps.db, {
    ...signUp,
    ...confirmation,
    notice: permission?.provenAllowed === true ? newNotice(c, VISITOR_ACTOR) : null,
    frequencyS: config.SMTP_MAX_FREQUENCY,
  });
  uncountOtherBudget(c, deps, { channel: "email", isProven });
  if (isProven) spendReserved(c, "email");
  publishWritten(c, [created, confirmation.mail], written);
  return c.json(userJson(asAccount(fresh), config));
}

/** @throws {AuthError} `signup_disabled` or `anonymous_provider_disabled` */
async function signUpAnonymously(
  c: AppContext,
  deps: AuthDeps,
  data: Record<string, unknown>,
): Promise<Response> {
  const { config } = deps;
  await requireAllowed(c, deps, "anonymous");
  if (config.DISABLE_SIGNUP) throw signupDisabledError();
  if (!config.EXTERNAL_ANONYMOUS_USERS_ENABLED) {
    throw new AuthError("anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  requireSmallMetadata(data);
  const account = newAnonymousAccount(deps, data);
  const created = accountCreated(c, account.id, "anonymous");
  const signedUp = await signUpConfirmed(deps.db, {
    account,
    identity: null,
    session: newSession(c, deps, "anonymous"),
    created,
  });
  if (signedUp === null) throw new Error("Bug: an account without an address met another");
  publishEvents(c, [created]);
  return c.json(await sessionResponse(deps, signedUp.user, signedUp.session));
}
