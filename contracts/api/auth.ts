import * as z from "zod";

// Answers of `/auth/v1`, in GoTrue's shapes. Timestamps are ISO 8601, those of `expires_at` seconds since the epoch.

const Metadata = z.record(z.string(), z.unknown());

const CHALLENGED_FACTOR_TYPES = ["totp", "phone"] as const;
export type ChallengedFactorType = (typeof CHALLENGED_FACTOR_TYPES)[number];
export const FACTOR_TYPES = [...CHALLENGED_FACTOR_TYPES, "recovery_code"] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];

export const AuthFactor = z.object({
  id: z.uuid(),
  created_at: z.string(),
  updated_at: z.string(),
  status: z.enum(["verified", "unverified"]),
  friendly_name: z.string().optional(),
  factor_type: z.enum(FACTOR_TYPES),
  phone: z.string().optional(),
  last_challenged_at: z.string().optional(),
});

const AuthIdentity = z.object({
  identity_id: z.uuid(),
  /** The id that the identity provider gives the user. */
  id: z.string(),
  user_id: z.uuid(),
  identity_data: Metadata,
  provider: z.string(),
  last_sign_in_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  email: z.string().optional(),
});

/** Empty fields are left out, except email and phone, which are "". */
export const AuthUser = z.object({
  id: z.uuid(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  email_confirmed_at: z.string().optional(),
  invited_at: z.string().optional(),
  phone: z.string(),
  phone_confirmed_at: z.string().optional(),
  confirmation_sent_at: z.string().optional(),
  confirmed_at: z.string().optional(),
  recovery_sent_at: z.string().optional(),
  new_email: z.string().optional(),
  email_change_sent_at: z.string().optional(),
  new_phone: z.string().optional(),
  reauthentication_sent_at: z.string().optional(),
  last_sign_in_at: z.string().optional(),
  app_metadata: Metadata,
  user_metadata: Metadata,
  factors: z.array(AuthFactor).optional(),
  identities: z.array(AuthIdentity),
  created_at: z.string(),
  updated_at: z.string(),
  banned_until: z.string().optional(),
  deleted_at: z.string().optional(),
  is_anonymous: z.boolean(),
});
export type AuthUser = z.infer<typeof AuthUser>;

export const AuthUsers = z.object({ users: z.array(AuthUser), aud: z.string() });

export const WEAK_PASSWORD_REASONS = ["length", "characters", "pwned"] as const;

export const AuthSession = z.object({
  access_token: z.jwt(),
  token_type: z.literal("bearer"),
  expires_in: z.int(),
  expires_at: z.int(),
  refresh_token: z.string(),
  user: AuthUser,
  provider_token: z.string().optional(),
  provider_refresh_token: z.string().optional(),
  weak_password: z
    .object({ message: z.string(), reasons: z.array(z.enum(WEAK_PASSWORD_REASONS)) })
    .optional(),
});
export type AuthSession = z.infer<typeof AuthSession>;

export const AuthLink = z.object({
  ...AuthUser.shape,
  action_link: z.url(),
  email_otp: z.string(),
  hashed_token: z.string(),
  verification_type: z.string(),
  redirect_to: z.string(),
});

/** Answer to the first of the two confirmations of an email change. */
export const HalfConfirmed = z.object({ msg: z.string(), code: z.literal("200") });

export const SentMessage = z.object({ message_id: z.string().optional() });

export const AuthRedirect = z.object({ url: z.url() });

export const EnrolledFactor = z.object({
  id: z.uuid(),
  type: z.enum(CHALLENGED_FACTOR_TYPES),
  friendly_name: z.string(),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }).optional(),
  phone: z.string().optional(),
});

export const FactorChallenge = z.object({
  id: z.uuid(),
  type: z.enum(CHALLENGED_FACTOR_TYPES),
  expires_at: z.int(),
});

export const DeletedFactor = z.object({ id: z.uuid() });

export const RecoveryCodesLeft = z.object({
  id: z.uuid(),
  type: z.literal("recovery_code"),
  total: z.int(),
  remaining: z.int(),
});

/** The only answer that shows the codes. */
export const RecoveryCodes = z.object({
  id: z.uuid(),
  type: z.literal("recovery_code"),
  friendly_name: z.string(),
  total: z.int(),
  codes: z.array(z.string()),
});

export const Passkey = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().optional(),
});

/** `options` as browsers take them: Web Authentication Level 3. */
export const PasskeyOptions = z.object({
  challenge_id: z.uuid(),
  options: z.looseObject({ challenge: z.string() }),
  expires_at: z.int(),
});

export const AuthHealth = z.object({
  version: z.string(),
  name: z.string(),
  description: z.string(),
});

export const AuthSettingsResponse = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  saml_private_key_next_configured: z.boolean(),
  passkeys_enabled: z.boolean(),
});

export const Jwks = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })),
});

export const OpenIdConfiguration = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url(),
  response_types_supported: z.array(z.string()),
  subject_types_supported: z.array(z.string()),
  id_token_signing_alg_values_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
});
