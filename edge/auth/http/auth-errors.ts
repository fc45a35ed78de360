import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { WEAK_PASSWORD_REASONS } from "#contracts/api/auth.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { isDatabaseUnavailable } from "#db/query-error.ts";
import type { AppContext } from "../../http/env.ts";
import { stackOf } from "../../http/errors.ts";

/** GoTrue's codes with their usual status; `implicit_flow_disabled` is ours. */
export const AUTH_STATUS = {
  anonymous_provider_disabled: 422,
  bad_code_verifier: 400,
  bad_json: 400,
  bad_jwt: 403,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  captcha_failed: 400,
  conflict: 409,
  current_password_invalid: 400,
  current_password_required: 400,
  email_conflict_identity_not_deletable: 422,
  email_exists: 422,
  email_not_confirmed: 400,
  email_provider_disabled: 400,
  feature_disabled: 404,
  flow_state_expired: 422,
  flow_state_not_found: 404,
  identity_already_exists: 422,
  identity_not_found: 422,
  implicit_flow_disabled: 400,
  insufficient_aal: 403,
  invalid_credentials: 400,
  manual_linking_disabled: 404,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_factor_not_found: 404,
  mfa_ip_address_mismatch: 422,
  mfa_phone_enroll_not_enabled: 422,
  mfa_phone_verify_not_enabled: 422,
  mfa_recovery_codes_locked: 429,
  mfa_recovery_codes_sole_factor: 422,
  mfa_totp_enroll_not_enabled: 422,
  mfa_totp_verify_not_enabled: 422,
  mfa_verification_failed: 422,
  mfa_verified_factor_exists: 422,
  mfa_webauthn_enroll_not_enabled: 422,
  no_authorization: 401,
  not_admin: 403,
  not_found: 404,
  otp_disabled: 422,
  otp_expired: 403,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  over_sms_send_rate_limit: 429,
  passkey_disabled: 404,
  phone_exists: 422,
  phone_not_confirmed: 400,
  phone_provider_disabled: 400,
  provider_disabled: 400,
  provider_email_needs_verification: 401,
  reauthentication_needed: 400,
  reauthentication_not_valid: 422,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  request_entity_too_large: 413,
  same_password: 422,
  saml_provider_disabled: 404,
  service_unavailable: 503,
  session_expired: 400,
  session_not_found: 403,
  signup_disabled: 422,
  single_identity_not_deletable: 422,
  sso_provider_not_found: 404,
  too_many_enrolled_mfa_factors: 422,
  too_many_passkeys: 422,
  unexpected_failure: 500,
  user_already_exists: 422,
  user_banned: 403,
  user_not_found: 403,
  user_sso_managed: 422,
  validation_failed: 400,
  weak_password: 422,
  web3_provider_disabled: 422,
  web3_unsupported_chain: 400,
  webauthn_challenge_expired: 400,
  webauthn_challenge_not_found: 400,
  webauthn_credential_exists: 422,
  webauthn_verification_failed: 400,
} as const satisfies Record<string, ContentfulStatusCode>;

export type AuthErrorCode = keyof typeof AUTH_STATUS;
export type WeakPasswordReason = (typeof WEAK_PASSWORD_REASONS)[number];

type AuthErrorOptions = {
  status?: ContentfulStatusCode;
  weakPassword?: readonly WeakPasswordReason[];
  retryAfterS?: number;
  cause?: unknown;
};

/** The message quotes nothing that the client sent. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly code: AuthErrorCode;
  readonly status: ContentfulStatusCode;
  readonly weakPassword: readonly WeakPasswordReason[] | null;
  readonly retryAfterS: number | null;

  constructor(code: AuthErrorCode, message: string, options: AuthErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? AUTH_STATUS[code];
    this.weakPassword = options.weakPassword ?? null;
    this.retryAfterS = options.retryAfterS ?? null;
  }
}

export const validationError = (message: string, options?: AuthErrorOptions) =>
  new AuthError("validation_failed", message, options);

/** OAuth's shape, which some grants use for every API version. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly error: "invalid_grant" | "invalid_request" | "invalid nonce" | "invalid request";

  constructor(error: OAuthError["error"], description: string, options: { cause?: unknown } = {}) {
    super(description, options.cause === undefined ? undefined : { cause: options.cause });
    this.error = error;
  }
}

export const API_VERSION_HEADER = "X-Supabase-Api-Version";

/** The first API version with errors as `{code, message}`. */
const API_VERSION = "2024-01-01";

/** An unknown error becomes one fixed message; its stack is logged. */
export function authErrorResponse(error: Error, c: AppContext): Response {
  if (error instanceof OAuthError) {
    c.header("x-sb-error-code", error.error.replace(" ", "_"));
    return c.json({ error: error.error, error_description: error.message }, 400);
  }
  const known = reportAuthError(error, c);
  if (known.retryAfterS !== null) c.header("Retry-After", String(known.retryAfterS));
  c.header("x-sb-error-code", known.code);
  const weak =
    known.weakPassword === null ? {} : { weak_password: { reasons: known.weakPassword } };
  if (isNewVersion(c.req.header(API_VERSION_HEADER))) {
    c.header(API_VERSION_HEADER, API_VERSION);
    return c.json({ code: known.code, message: known.message, ...weak }, known.status);
  }
  return c.json(
    { code: known.status, error_code: known.code, msg: known.message, ...weak },
    known.status,
  );
}

export function reportAuthError(error: Error, c: AppContext): AuthError {
  const known = toAuthError(error);
  if (error === known) {
    c.var.log.info("auth_refused", { code: known.code });
  } else if (known.code === "service_unavailable") {
    c.var.log.warn("database_unavailable", { error: error.name });
  } else {
    c.var.log.error("request_failed", { error: error.name, stack: stackOf(error) });
  }
  return known;
}

function isNewVersion(version: string | undefined): boolean {
  // Dates in this form sort as text.
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION;
}

function toAuthError(error: Error): AuthError {
  if (error instanceof AuthError) return error;
  if (isDatabaseUnavailable(error)) {
    return new AuthError("service_unavailable", MESSAGES.refused.unavailable, {
      cause: error,
      retryAfterS: 5,
    });
  }
  return new AuthError("unexpected_failure", MESSAGES.refused.internal, { cause: error });
}

/** GoTrue's wording: auth-js passes on no header, so clients read the seconds here. */
export function waitMessage(retryAfterS: number): string {
  return `For security purposes, you can only request this after ${retryAfterS} seconds.`;
}

/** OAuth's `error` by status. */
export const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  503: "temporarily_unavailable",
};
