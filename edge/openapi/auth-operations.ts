import * as z from "zod";
import * as auth from "#contracts/api/auth.ts";
import type { Operation } from "#contracts/api/operation.ts";
import { IdTokenGrant } from "../auth/grants/id-token.ts";
import { PasswordGrant } from "../auth/grants/password.ts";
import { PkceGrant } from "../auth/grants/pkce.ts";
import { RefreshGrant } from "../auth/grants/refresh-token.ts";
import { Web3Grant } from "../auth/grants/web3.ts";
import type { AuthErrorCode } from "../auth/http/auth-errors.ts";
import { pkceFields } from "../auth/http/pkce-fields.ts";
import { AuthenticationCredential, RegistrationCredential } from "../auth/passkeys/credential.ts";
import { InviteBody, LinkBody } from "../auth/routes/admin-links.ts";
import { DeleteBody, UserBody } from "../auth/routes/admin-users.ts";
import { Recover, Resend } from "../auth/routes/emails.ts";
import { Enrolment, FactorChannel, FactorCode } from "../auth/routes/factors.ts";
import { Scope } from "../auth/routes/logout.ts";
import { Otp } from "../auth/routes/otp.ts";
import { OptionsBody, RenameBody } from "../auth/routes/passkeys.ts";
import { CodesName, RecoveryCode } from "../auth/routes/recovery-codes.ts";
import { SignUp } from "../auth/routes/sign-up.ts";
import { Sso } from "../auth/routes/sso.ts";
import { UserUpdate } from "../auth/routes/user.ts";
import { MailType, Verify } from "../auth/routes/verify.ts";

/** A code whose status differs from its usual one is written `code:status`. */
type AuthCode = AuthErrorCode | `${AuthErrorCode}:${number}` | (typeof OAUTH)[number];

const Empty = z.object({});
const optional = z.string().optional();
const Redirect = z.object({ redirect_to: optional });
const Authorize = z.object({
  provider: z.string(),
  redirect_to: optional,
  scopes: optional,
  ...pkceFields,
});
const Callback = z.object({
  state: optional,
  code: optional,
  error: optional,
  error_description: optional,
});

const CAPTCHA = ["captcha_failed", "validation_failed"] as const;
const MAIL = [...CAPTCHA, "over_email_send_rate_limit"] as const;
const SMS = ["over_sms_send_rate_limit", "phone_provider_disabled"] as const;
const FACTOR = ["validation_failed:404", "mfa_factor_not_found", "no_authorization:403"] as const;
const PASSKEY = ["passkey_disabled", "validation_failed"] as const;
/** They concern a signed-in user, who may be one of those that have no passkeys. */
const PASSKEYS = [...PASSKEY, "validation_failed:422", "no_authorization:403"] as const;
const CHALLENGE = ["webauthn_challenge_not_found", "webauthn_challenge_expired"] as const;

/** They concern grants that link an identity, and so take an access token. */
const LINK = [
  "no_authorization",
  "bad_jwt",
  "bad_jwt:400",
  "session_not_found",
  "user_not_found",
  "insufficient_aal:401",
  "manual_linking_disabled",
  "identity_already_exists",
  "user_sso_managed",
  "email_exists",
] as const;
const OAUTH = ["invalid_grant", "invalid_request", "invalid_nonce"] as const;

export const AUTH_OPERATIONS = {
  "GET /auth/v1/health": {
    summary: "Name the service",
    access: "nothing",
    answers: { 200: auth.AuthHealth },
  },
  "GET /auth/v1/settings": {
    summary: "Read which ways to sign in are on",
    access: "nothing",
    answers: { 200: auth.AuthSettingsResponse },
  },
  "GET /auth/v1/.well-known/openid-configuration": {
    summary: "Read the OpenID configuration",
    access: "nothing",
    answers: { 200: auth.OpenIdConfiguration },
  },
  "GET /auth/v1/.well-known/jwks.json": {
    summary: "Read the keys that verify access tokens",
    access: "nothing",
    answers: { 200: auth.Jwks },
  },

  "POST /auth/v1/signup": {
    summary: "Sign up with an email or phone, or anonymously",
    access: "nothing",
    query: Redirect,
    body: SignUp,
    answers: { 200: z.union([auth.AuthSession, auth.AuthUser]) },
    errors: [
      ...MAIL,
      ...SMS,
      "signup_disabled",
      "anonymous_provider_disabled",
      "weak_password",
      "email_provider_disabled",
      "user_already_exists",
    ],
  },
  "POST /auth/v1/token": {
    summary: "Get a session for a password, refresh token, PKCE code, id token or wallet",
    access: "nothing",
    addsSignInMethod: true,
    query: z.object({
      grant_type: z.enum(["password", "refresh_token", "pkce", "id_token", "web3"]),
    }),
    body: z.union([PasswordGrant, RefreshGrant, PkceGrant, IdTokenGrant, Web3Grant]),
    answers: { 200: auth.AuthSession },
    errors: [
      // It has limits of its own, and not the default one.
      "over_request_rate_limit",
      ...CAPTCHA,
      "invalid_credentials",
      "email_not_confirmed",
      "phone_not_confirmed",
      "user_banned",
      "user_banned:400",
      "email_provider_disabled:422",
      "phone_provider_disabled:422",
      "refresh_token_not_found",
      "refresh_token_already_used",
      "session_expired",
      "flow_state_not_found",
      "flow_state_expired",
      "bad_code_verifier",
      "provider_disabled",
      "provider_email_needs_verification:422",
      "signup_disabled",
      "conflict",
      ...LINK,
      ...OAUTH,
      "web3_provider_disabled",
      "web3_unsupported_chain",
    ],
  },
  "POST /auth/v1/otp": {
    summary: "Mail or text a code to sign in",
    access: "nothing",
    query: Redirect,
    body: Otp,
    answers: { 200: auth.SentMessage },
    errors: [...MAIL, ...SMS, "signup_disabled", "otp_disabled", "email_provider_disabled:422"],
  },
  "POST /auth/v1/magiclink": {
    summary: "Mail a link to sign in",
    access: "nothing",
    query: Redirect,
    body: Otp,
    answers: { 200: auth.SentMessage },
    errors: [...MAIL, "signup_disabled", "otp_disabled", "email_provider_disabled:422"],
  },
  "POST /auth/v1/verify": {
    summary: "Redeem a code or link that was mailed or texted",
    access: "nothing",
    body: Verify,
    answers: { 200: z.union([auth.AuthSession, auth.HalfConfirmed]) },
    errors: [
      "validation_failed",
      "validation_failed:422",
      "otp_expired",
      "user_banned",
      "email_exists",
      "phone_exists",
    ],
  },
  "GET /auth/v1/verify": {
    summary: "Follow a mailed link: redirects to the site, errors in the address",
    access: "nothing",
    query: z.object({ type: MailType, token: z.string(), redirect_to: optional }),
    answers: { 303: null },
    errors: ["validation_failed"],
  },
  "POST /auth/v1/recover": {
    summary: "Mail a link and code to recover the account",
    access: "nothing",
    query: Redirect,
    body: Recover,
    answers: { 200: Empty },
    errors: MAIL,
  },
  "POST /auth/v1/resend": {
    summary: "Mail or text a code again",
    access: "nothing",
    query: Redirect,
    body: Resend,
    answers: { 200: auth.SentMessage },
    errors: [...MAIL, ...SMS],
  },
  "GET /auth/v1/authorize": {
    summary: "Sign in with an OAuth provider: redirects there",
    access: "nothing",
    query: Authorize,
    answers: { 302: null },
    errors: ["validation_failed", "implicit_flow_disabled"],
  },
  "GET /auth/v1/callback": {
    summary: "Return from an OAuth provider: redirects to the site, errors in the address",
    access: "nothing",
    query: Callback,
    answers: { 302: null, 303: null },
  },
  "POST /auth/v1/callback": {
    summary: "Return from an OAuth provider that posts a form",
    access: "nothing",
    body: Callback,
    bodyType: "application/x-www-form-urlencoded",
    answers: { 302: null, 303: null },
  },
  "POST /auth/v1/sso": {
    summary: "Sign in with an organisation’s provider",
    access: "nothing",
    body: Sso,
    answers: { 200: auth.AuthRedirect, 303: null },
    errors: [
      "validation_failed",
      "saml_provider_disabled",
      "sso_provider_not_found",
      "implicit_flow_disabled",
    ],
  },

  "GET /auth/v1/user": {
    summary: "Read the user",
    access: "token",
    answers: { 200: auth.AuthUser },
  },
  "PUT /auth/v1/user": {
    summary: "Change email, phone, password or metadata",
    access: "token",
    addsSignInMethod: true,
    query: Redirect,
    body: UserUpdate,
    answers: { 200: auth.AuthUser },
    errors: [
      ...SMS,
      "validation_failed",
      "validation_failed:422",
      "over_email_send_rate_limit",
      "weak_password",
      "same_password",
      "current_password_required",
      "current_password_invalid",
      "reauthentication_not_valid",
      "insufficient_aal:401",
      "not_admin",
      "email_exists",
      "phone_exists",
      "user_sso_managed",
    ],
  },
  "GET /auth/v1/reauthenticate": {
    summary: "Mail or text a code that proves the user",
    access: "token",
    answers: { 200: Empty },
    errors: [
      "over_email_send_rate_limit",
      "over_sms_send_rate_limit",
      "validation_failed",
      "email_not_confirmed:422",
      "phone_not_confirmed:422",
    ],
  },
  "POST /auth/v1/logout": {
    summary: "End this session, all, or all others",
    access: "token",
    query: z.object({ scope: Scope.optional() }),
    answers: { 204: null },
    errors: ["validation_failed", "insufficient_aal"],
  },
  "GET /auth/v1/user/identities/authorize": {
    summary: "Link an identity of an OAuth provider: redirects there",
    access: "token",
    addsSignInMethod: true,
    query: Authorize.extend({ skip_http_redirect: z.enum(["true", "false"]).optional() }),
    answers: { 200: auth.AuthRedirect, 302: null },
    errors: ["validation_failed", "manual_linking_disabled", "insufficient_aal:401"],
  },
  "DELETE /auth/v1/user/identities/:id": {
    summary: "Unlink an identity",
    access: "token",
    answers: { 200: Empty },
    errors: [
      "validation_failed:404",
      "manual_linking_disabled",
      "insufficient_aal:401",
      "single_identity_not_deletable",
      "identity_not_found",
      "conflict",
      "email_conflict_identity_not_deletable",
    ],
  },

  "POST /auth/v1/factors": {
    summary: "Enrol an authenticator app or a phone as a factor",
    access: "token",
    addsSignInMethod: true,
    body: Enrolment,
    answers: { 200: auth.EnrolledFactor },
    errors: [
      "validation_failed",
      "no_authorization:403",
      "insufficient_aal",
      "mfa_factor_name_conflict",
      "mfa_totp_enroll_not_enabled",
      "mfa_phone_enroll_not_enabled",
      "mfa_webauthn_enroll_not_enabled",
      "mfa_verified_factor_exists",
      "too_many_enrolled_mfa_factors",
    ],
  },
  "POST /auth/v1/factors/:id/challenge": {
    summary: "Begin to prove a factor; texts a code to a phone",
    access: "token",
    body: FactorChannel,
    isBodyOptional: true,
    answers: { 200: auth.FactorChallenge },
    errors: [
      ...FACTOR,
      "validation_failed",
      "insufficient_aal",
      "mfa_totp_verify_not_enabled",
      "mfa_phone_verify_not_enabled",
      "over_sms_send_rate_limit",
    ],
  },
  "POST /auth/v1/factors/:id/verify": {
    summary: "Prove a factor: the session becomes aal2",
    access: "token",
    addsSignInMethod: true,
    body: FactorCode,
    answers: { 200: auth.AuthSession },
    errors: [
      ...FACTOR,
      "validation_failed",
      "insufficient_aal",
      "mfa_factor_not_found:422",
      "mfa_verification_failed",
      "mfa_challenge_expired",
      "mfa_ip_address_mismatch",
      "mfa_totp_verify_not_enabled",
      "mfa_phone_verify_not_enabled",
    ],
  },
  "DELETE /auth/v1/factors/:id": {
    summary: "Remove a factor",
    access: "token",
    answers: { 200: auth.DeletedFactor },
    errors: [...FACTOR, "insufficient_aal:422"],
  },
  "GET /auth/v1/factors/recovery-codes": {
    summary: "Count the recovery codes that are left",
    access: "token",
    answers: { 200: auth.RecoveryCodesLeft },
    errors: ["mfa_factor_not_found", "no_authorization:403"],
  },
  "POST /auth/v1/factors/recovery-codes": {
    summary: "Make recovery codes",
    access: "token",
    addsSignInMethod: true,
    body: CodesName,
    isBodyOptional: true,
    answers: { 200: auth.RecoveryCodes },
    errors: [
      "validation_failed",
      "no_authorization:403",
      "insufficient_aal",
      "mfa_recovery_codes_sole_factor",
      "mfa_verified_factor_exists",
      "mfa_factor_name_conflict",
    ],
  },
  "POST /auth/v1/factors/recovery-codes/verify": {
    summary: "Redeem a recovery code: the session becomes aal2",
    access: "token",
    body: RecoveryCode,
    answers: { 200: auth.AuthSession },
    errors: ["no_authorization:403", "mfa_recovery_codes_locked", "mfa_verification_failed"],
  },
  "POST /auth/v1/factors/recovery-codes/regenerate": {
    summary: "Replace the recovery codes",
    access: "token",
    addsSignInMethod: true,
    answers: { 200: auth.RecoveryCodes },
    errors: ["no_authorization:403", "insufficient_aal", "mfa_factor_not_found"],
  },
  "DELETE /auth/v1/factors/recovery-codes": {
    summary: "Remove the recovery codes",
    access: "token",
    answers: { 200: auth.DeletedFactor },
    errors: ["no_authorization:403", "insufficient_aal", "mfa_factor_not_found"],
  },

  "POST /auth/v1/passkeys/registration/options": {
    summary: "Begin to register a passkey",
    access: "token",
    addsSignInMethod: true,
    answers: { 200: auth.PasskeyOptions },
    errors: [...PASSKEYS, "too_many_passkeys", "insufficient_aal"],
  },
  "POST /auth/v1/passkeys/registration/verify": {
    summary: "Register a passkey",
    access: "token",
    addsSignInMethod: true,
    body: z.object({ challenge_id: z.uuid(), credential: RegistrationCredential }),
    answers: { 200: auth.Passkey },
    errors: [
      ...PASSKEYS,
      ...CHALLENGE,
      "too_many_passkeys",
      "insufficient_aal",
      "webauthn_verification_failed",
      "webauthn_credential_exists",
    ],
  },
  "POST /auth/v1/passkeys/authentication/options": {
    summary: "Begin to sign in with a passkey",
    access: "nothing",
    body: OptionsBody,
    answers: { 200: auth.PasskeyOptions },
    errors: [...PASSKEY, ...CAPTCHA],
  },
  "POST /auth/v1/passkeys/authentication/verify": {
    summary: "Sign in with a passkey",
    access: "nothing",
    body: z.object({ challenge_id: z.uuid(), credential: AuthenticationCredential }),
    answers: { 200: auth.AuthSession },
    errors: [
      ...PASSKEY,
      ...CHALLENGE,
      "webauthn_verification_failed",
      "user_banned",
      "email_not_confirmed:403",
      "phone_not_confirmed:403",
    ],
  },
  "GET /auth/v1/passkeys": {
    summary: "List the user’s passkeys",
    access: "token",
    answers: { 200: z.array(auth.Passkey) },
    errors: [...PASSKEYS],
  },
  "PATCH /auth/v1/passkeys/:id": {
    summary: "Rename a passkey",
    access: "token",
    body: RenameBody,
    answers: { 200: auth.Passkey },
    errors: [...PASSKEYS, "validation_failed:404"],
  },
  "DELETE /auth/v1/passkeys/:id": {
    summary: "Remove a passkey",
    access: "token",
    answers: { 204: null },
    errors: [...PASSKEYS, "validation_failed:404", "insufficient_aal"],
  },

  "GET /auth/v1/admin/users": {
    summary: "List users, the newest first; X-Total-Count has their number",
    access: "service_key",
    query: z.object({ page: optional, per_page: optional, filter: optional, sort: optional }),
    answers: { 200: auth.AuthUsers },
    errors: ["validation_failed"],
  },
  "POST /auth/v1/admin/users": {
    summary: "Create a user",
    access: "service_key",
    body: UserBody,
    answers: { 200: auth.AuthUser },
    errors: ["validation_failed", "weak_password", "email_exists", "phone_exists", "conflict"],
  },
  "GET /auth/v1/admin/users/:id": {
    summary: "Read a user",
    access: "service_key",
    answers: { 200: auth.AuthUser },
    errors: ["user_not_found:404", "validation_failed:404"],
  },
  "PUT /auth/v1/admin/users/:id": {
    summary: "Change a user",
    access: "service_key",
    body: UserBody,
    answers: { 200: auth.AuthUser },
    errors: [
      "validation_failed",
      "validation_failed:404",
      "user_not_found:404",
      "weak_password",
      "email_exists",
      "phone_exists",
      "conflict",
    ],
  },
  "DELETE /auth/v1/admin/users/:id": {
    summary: "Delete a user; `should_soft_delete` erases and keeps a nameless row",
    access: "service_key",
    body: DeleteBody,
    isBodyOptional: true,
    answers: { 200: Empty },
    errors: ["user_not_found:404", "validation_failed:404", "conflict"],
  },
  "GET /auth/v1/admin/users/:id/factors": {
    summary: "List a user’s factors",
    access: "service_key",
    answers: { 200: z.array(auth.AuthFactor) },
    errors: ["user_not_found:404", "validation_failed:404"],
  },
  "DELETE /auth/v1/admin/users/:id/factors/:factorId": {
    summary: "Remove a user’s factor",
    access: "service_key",
    answers: { 200: auth.AuthFactor },
    errors: ["user_not_found:404", "validation_failed:404", "mfa_factor_not_found"],
  },
  "GET /auth/v1/admin/users/:id/passkeys": {
    summary: "List a user’s passkeys",
    access: "service_key",
    answers: { 200: z.array(auth.Passkey) },
    errors: ["user_not_found:404", "validation_failed:404"],
  },
  "DELETE /auth/v1/admin/users/:id/passkeys/:passkeyId": {
    summary: "Remove a user’s passkey",
    access: "service_key",
    answers: { 204: null },
    errors: ["user_not_found:404", "validation_failed:404"],
  },
  "POST /auth/v1/invite": {
    summary: "Create a user and mail an invitation",
    access: "service_key",
    query: Redirect,
    body: InviteBody,
    answers: { 200: auth.AuthUser },
    errors: ["validation_failed", "email_exists", "phone_exists", "conflict", "user_not_found:404"],
  },
  "POST /auth/v1/admin/generate_link": {
    summary: "Make a link for an administrator to pass on",
    access: "service_key",
    query: Redirect,
    body: LinkBody,
    answers: { 200: auth.AuthLink },
    errors: [
      "validation_failed",
      "email_exists",
      "phone_exists",
      "conflict",
      "user_not_found:404",
      "weak_password",
    ],
  },
} as const satisfies Record<string, Operation<AuthCode>>;
