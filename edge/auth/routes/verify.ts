import type { Context } from "hono";
import * as z from "zod";
import { buildConfirmLink, type ConfirmLinkType } from "#contracts/api/confirm-link.ts";
import { isPkceLink } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { redeemEmailChange } from "#db/accounts/one-time-tokens/redeem-email-change.ts";
import { redeemToken, type PresentedToken } from "#db/accounts/one-time-tokens/redeem-token.ts";
import type { Redemption } from "#db/accounts/one-time-tokens/redemption-sql.ts";
import type { EdgeConfig } from "../../config.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import { readEmail } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { emailExistsError, userBannedError } from "../http/account-errors.ts";
import { chooseRedirect } from "../http/allowed-redirects.ts";
import { AuthError, OAUTH_ERRORS, validationError } from "../http/auth-errors.ts";
import { readJson } from "../http/auth-json-body.ts";
import { redirectWith } from "../http/redirect.ts";
import {
  recordCodeSuccess,
  recordSuccessFrom,
  requireAllowed,
  requireAllowedFor,
} from "../limits/require-allowed.ts";
import { isSecureChange } from "../one-time-tokens/new-email-change.ts";
import type { MailLinkMethod } from "../one-time-tokens/new-token.ts";
import { requireRightCode } from "../one-time-tokens/require-right-code.ts";
import { verifyPhoneCode } from "../phone/verify-phone-code.ts";
import { newNotice, newSession } from "../sessions/new-session.ts";
import { sessionResponse, sessionFragment } from "../sessions/session-response.ts";

type Purpose = Extract<PresentedToken, { kind: "link" }>["purposes"][number];

/** The purpose of each type's token, and the `amr` method of its flow. */
const MAIL_TYPES = {
  signup: { purposes: ["confirmation"], method: "email/signup" },
  invite: { purposes: ["confirmation"], method: "invite" },
  email: { purposes: ["confirmation", "recovery"], method: null },
  recovery: { purposes: ["recovery"], method: "recovery" },
  magiclink: { purposes: ["recovery"], method: "magiclink" },
  email_change: { purposes: ["email_change_new", "email_change_current"], method: "email_change" },
} as const satisfies Record<
  ConfirmLinkType,
  { purposes: readonly Purpose[]; method: MailLinkMethod | null }
>;

export const MailType = z.enum(Object.keys(MAIL_TYPES) as ConfirmLinkType[]);

export const Verify = z.object({
  type: z.string().default(""),
  token: z.string().default(""),
  token_hash: z.string().default(""),
  email: z.string().default(""),
  phone: z.string().default(""),
});

const HALFWAY =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const CODE_INVALID = "Token has expired or is invalid";
const LINK_INVALID = "Email link is invalid or has expired";

/** `HEAD` from link scanners redeems nothing. */
export function verifyRoutes(deps: AuthDeps) {
  return newRoutes()
    .post("/verify", async (c) => {
      const body = await readJson(c, Verify);
      await requireAllowedFor(c, deps, "verify", body.email || body.phone);
      if (body.type === "sms" || body.type === "phone_change") {
        return verifyPhoneCode(c, deps, readPhoneFields(body.type, body));
      }
      const { type, presented } = await requirePresentedToken(c, deps, body);
      const session = newSession(c, deps, "otp");
      const redeemed = await redeem(c, deps, type, presented, { kind: "session", session });
      if (presented.kind === "code") await recordCodeSuccess(c, deps, readAddress(body.email));
      if (redeemed.outcome === "halfway") return c.json({ msg: HALFWAY, code: "200" });
      if (redeemed.outcome !== "session") throw missingSessionError();
      if (redeemed.user.email !== null) await recordSuccessFrom(c, deps, redeemed.user.email);
      return c.json(await sessionResponse(deps, redeemed.user, redeemed.session));
    })
    .get("/verify", async (c) => {
      if (c.req.method === "HEAD") return c.body(null);
      const type = readType(c.req.query("type") ?? "");
      const token = c.req.query("token") ?? "";
      if (token === "") throw validationError("Verify requires a token");
      await requireAllowed(c, deps, "verify");
      if (deps.config.SECURITY_PKCE_REQUIRED && !isPkceLink(token)) {
        return openConfirmPage(c, deps.config, type, token);
      }
      return followLink(c, deps, type, token);
    });
}

/** The site's page posts the token, so that no session is in an address. */
function openConfirmPage(
  c: Context,
  config: EdgeConfig,
  type: ConfirmLinkType,
  tokenHash: string,
): Response {
  const redirectTo = chooseRedirect([c.req.query("redirect_to")], config);
  return c.redirect(buildConfirmLink(config.SITE_URL, { tokenHash, type, redirectTo }), 303);
}

async function followLink(
  c: AppContext,
  deps: AuthDeps,
  type: ConfirmLinkType,
  token: string,
): Promise<Response> {
  const isPkce = isPkceLink(token);
  const requested = c.req.query("redirect_to");
  const presented: PresentedToken = {
    kind: "link",
    purposes: MAIL_TYPES[type].purposes,
    linkHash: deps.codes.linkHash(token),
  };
  const redemption: Redemption = isPkce
    ? {
        kind: "code",
        authCode: deps.makeUuid(),
        authenticationMethod: MAIL_TYPES[type].method,
      }
    : { kind: "session", session: newSession(c, deps, "otp") };
  try {
    const redeemed = await redeem(c, deps, type, presented, redemption);
    const target = chooseRedirect([requested, redeemed.redirectTo], deps.config);
    if (redeemed.outcome === "halfway") {
      return redirectWith(c, target, { fragment: { message: HALFWAY, sb: "" } });
    }
    if (redemption.kind === "code") {
      return redirectWith(c, target, { query: { code: redemption.authCode } });
    }
    if (redeemed.outcome !== "session") throw missingSessionError();
    const response = await sessionResponse(deps, redeemed.user, redeemed.session);
    return redirectWith(c, target, { fragment: sessionFragment(response, { type }) });
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    c.var.log.info("auth_refused", { code: error.code });
    const fields = {
      error: OAUTH_ERRORS[error.status] ?? "invalid_request",
      error_code: error.code,
      error_description: error.message,
    };
    const target = chooseRedirect([requested], deps.config);
    return redirectWith(c, target, {
      fragment: { ...fields, sb: "" },
      query: isPkce ? fields : {},
    });
  }
}

async function redeem(
  c: AppContext,
  deps: AuthDeps,
  type: ConfirmLinkType,
  presented: PresentedToken,
  redemption: Redemption,
) {
  const at = deps.now().toISOString();
  const redeemed =
    type === "email_change"
      ? await redeemEmailChange(deps.db, {
          presented,
          redemption,
          at,
          isSecure: isSecureChange(deps.config),
          event: newNotice(c),
        })
      : await redeemToken(deps.db, { presented, redemption, at });
  switch (redeemed.outcome) {
    case "session":
    case "code":
    case "halfway":
      return redeemed;
    case "no_flow":
      throw new AuthError("flow_state_not_found", "invalid flow state, no valid flow state found");
    case "taken":
      throw emailExistsError();
    case "banned":
      throw userBannedError();
    case "not_found":
      throw new AuthError("otp_expired", presented.kind === "code" ? CODE_INVALID : LINK_INVALID);
  }
}

function readPhoneFields(
  type: "sms" | "phone_change",
  { phone, token, email, token_hash: hash }: z.infer<typeof Verify>,
) {
  if (token === "" || hash !== "") throw validationError("Verify requires a token");
  if (phone === "" || email !== "") {
    throw validationError("Only an email address or phone number should be provided on verify");
  }
  return { type, phone, token };
}

async function requirePresentedToken(
  c: Context,
  deps: AuthDeps,
  body: z.infer<typeof Verify>,
): Promise<{ type: ConfirmLinkType; presented: PresentedToken }> {
  if (body.type === "") throw validationError("Verify requires a verification type");
  if ((body.token === "") === (body.token_hash === "")) {
    throw validationError("Verify requires either a token or a token hash");
  }
  const type = readType(body.type);
  const { purposes } = MAIL_TYPES[type];
  if (body.token_hash !== "") {
    if (body.email !== "" || body.phone !== "") {
      throw validationError("Only the token_hash and type should be provided");
    }
    return {
      type,
      presented: { kind: "link", purposes, linkHash: deps.codes.linkHash(body.token_hash) },
    };
  }
  if (body.email === "" || body.phone !== "") {
    throw validationError("Only an email address or phone number should be provided on verify");
  }
  const email = readAddress(body.email);
  const code = body.token.trim();
  const hashes = purposes.map((purpose) => ({
    purpose,
    codeHash: deps.codes.codeHash(purpose, email, code),
  }));
  await requireRightCode(c, deps, email, hashes);
  return { type, presented: { kind: "code", hashes } };
}

function readType(text: string): ConfirmLinkType {
  const type = MailType.safeParse(text);
  if (type.success) return type.data;
  throw validationError("Unsupported verification type");
}

function readAddress(text: string): string {
  try {
    return readEmail(text);
  } catch (cause) {
    throw validationError("Invalid email format", { status: 422, cause });
  }
}

function missingSessionError(): Error {
  return new Error("Bug: no session was issued");
}
