import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { FACTOR_TYPES, type FactorType } from "#contracts/api/auth.ts";
import { timestamptz, oneOf } from "./columns.ts";
import { mailboxOf } from "./mailbox.ts";

/** `timestamp` in seconds since the epoch. */
export type AmrEntry = { method: string; timestamp: number; provider?: string };

export type Metadata = Record<string, unknown>;

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    role: text("role").notNull().default("authenticated"),
    email: text("email"),
    /** E.164 without its plus. */
    phone: text("phone"),
    /** The hash names its algorithm and parameters; null without a password. */
    passwordHash: text("password_hash"),
    emailConfirmedAt: timestamptz("email_confirmed_at"),
    phoneConfirmedAt: timestamptz("phone_confirmed_at"),
    invitedAt: timestamptz("invited_at"),
    confirmationSentAt: timestamptz("confirmation_sent_at"),
    /** Shared by recovery and magic link: one of them a minute. */
    recoverySentAt: timestamptz("recovery_sent_at"),
    newEmail: text("new_email"),
    emailChangeSentAt: timestamptz("email_change_sent_at"),
    /** True once one of two mailboxes has confirmed. */
    emailChangeHalfway: boolean("email_change_halfway").notNull().default(false),
    newPhone: text("new_phone"),
    phoneChangeSentAt: timestamptz("phone_change_sent_at"),
    reauthenticationSentAt: timestamptz("reauthentication_sent_at"),
    lastSignInAt: timestamptz("last_sign_in_at"),
    bannedUntil: timestamptz("banned_until"),
    /** An erased row stays for references, without personal data. */
    deletedAt: timestamptz("deleted_at"),
    isAnonymous: boolean("is_anonymous").notNull().default(false),
    /** An SSO account may share its email with another account. */
    isSso: boolean("is_sso").notNull().default(false),
    /** Ours: `provider`, `providers`, `role`. */
    appMetadata: jsonb("app_metadata").$type<Metadata>().notNull(),
    /** The user's. */
    userMetadata: jsonb("user_metadata").$type<Metadata>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (table) => [
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    uniqueIndex("users_email_unique")
      .on(table.email)
      .where(sql`not ${table.isSso}`),
    index("users_sso_email_idx")
      .on(table.email)
      .where(sql`${table.isSso}`),
    // Finds accounts of one person.
    index("users_mailbox_idx")
      .on(mailboxOf(table.email))
      .where(sql`not ${table.isSso}`),
    uniqueIndex("users_phone_unique").on(table.phone),
    // Search by name at the ops console.
    index("users_name_idx").on(
      sql`lower((${table.userMetadata}->>'first_name') || ' ' || (${table.userMetadata}->>'last_name')) text_pattern_ops`,
    ),
    index("users_last_name_idx").on(
      sql`lower(${table.userMetadata}->>'last_name') text_pattern_ops`,
    ),
    // Admin list, newest first.
    index("users_created_idx").on(table.createdAt, table.id),
    // The clean-up finds unconfirmed accounts by this index.
    index("users_unconfirmed_idx")
      .on(table.createdAt)
      .where(
        sql`${table.emailConfirmedAt} is null and ${table.phoneConfirmedAt} is null and ${table.lastSignInAt} is null
          and ${table.deletedAt} is null and not ${table.isAnonymous}`,
      ),
    // Clean-up of anonymous accounts.
    index("users_anonymous_idx")
      .on(table.createdAt)
      .where(sql`${table.isAnonymous}`),
  ],
);

const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const identities = pgTable(
  "identities",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    provider: text("provider").notNull(),
    /** The provider's user id; our own id for `email` and `phone`. */
    providerId: text("provider_id").notNull(),
    identityData: jsonb("identity_data").$type<Metadata>().notNull(),
    /** Lower case, as the provider says. */
    email: text("email"),
    lastSignInAt: timestamptz("last_sign_in_at"),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("identities_subject_unique").on(table.provider, table.providerId),
    index("identities_user_idx").on(table.userId),
    index("identities_email_idx").on(table.email),
  ],
);

/** A refresh token names a session and a counter; `refreshSession` says which counters are accepted. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    aal: text("aal").$type<"aal1" | "aal2">().notNull().default("aal1"),
    /** Newest first, one per method. */
    amr: jsonb("amr").$type<AmrEntry[]>().notNull(),
    factorId: uuid("factor_id"),
    /** +1 with each refresh, +2 when a factor is verified. */
    refreshCounter: bigint("refresh_counter", { mode: "number" }).notNull().default(0),
    /** Tokens below it are rejected: they are from before MFA raised the session. */
    refreshFloor: bigint("refresh_floor", { mode: "number" }).notNull().default(0),
    refreshedAt: timestamptz("refreshed_at"),
    ip: text("ip"),
    userAgent: text("user_agent"),
    notAfter: timestamptz("not_after"),
    provider: text("provider"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    oneOf("sessions_aal_known", table.aal, ["aal1", "aal2"]),
    index("sessions_user_idx").on(table.userId, table.createdAt),
    // Clean-up of idle sessions.
    index("sessions_refreshed_idx").on(sql`coalesce(${table.refreshedAt}, ${table.createdAt})`),
    index("sessions_not_after_idx")
      .on(table.notAfter)
      .where(sql`${table.notAfter} is not null`),
  ],
);

const TOKEN_PURPOSES = [
  "confirmation",
  "recovery",
  "email_change_new",
  "email_change_current",
  "phone_confirmation",
  "phone_change",
  "reauthentication",
] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/** Unused codes and links, derived from the id and a secret: one per purpose and user, replaced under a new id. */
export const oneTimeTokens = pgTable(
  "one_time_tokens",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    purpose: text("purpose").$type<TokenPurpose>().notNull(),
    /** Keyed hash of address and code. */
    codeHash: text("code_hash").notNull(),
    linkHash: text("link_hash").notNull().unique(),
    /** The email or phone that it proves. */
    relatesTo: text("relates_to").notNull(),
    codeLength: smallint("code_length").notNull(),
    /** Typed so far. */
    codeAttempts: smallint("code_attempts").notNull().default(0),
    isPkce: boolean("is_pkce").notNull().default(false),
    redirectTo: text("redirect_to").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    oneOf("one_time_tokens_purpose_known", table.purpose, TOKEN_PURPOSES),
    uniqueIndex("one_time_tokens_purpose_unique").on(table.userId, table.purpose),
    index("one_time_tokens_code_idx").on(table.codeHash),
    index("one_time_tokens_relates_idx").on(table.relatesTo),
    index("one_time_tokens_expires_idx").on(table.expiresAt),
  ],
);

export type PendingIdentity = {
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  data: Metadata;
};

/** PKCE and OAuth flows between start and exchange. */
export const flowStates = pgTable(
  "flow_states",
  {
    id: uuid("id").primaryKey(),
    /** Null until the callback of OAuth. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Null until the callback. */
    authCode: text("auth_code").unique(),
    /** Null in the implicit flow. */
    codeChallenge: text("code_challenge"),
    codeChallengeMethod: text("code_challenge_method").$type<"s256" | "plain">(),
    /** The `amr` entry of the session. */
    authenticationMethod: text("authentication_method").notNull(),
    provider: text("provider"),
    redirectTo: text("redirect_to").notNull(),
    /** The nonce that the id token must have. */
    providerNonce: text("provider_nonce"),
    /** The PKCE verifier. We send it to the OAuth provider when we exchange the provider's code for tokens. */
    providerVerifier: text("provider_verifier"),
    /** Encrypted. */
    providerTokens: text("provider_tokens"),
    linkUserId: uuid("link_user_id").references(() => users.id, { onDelete: "cascade" }),
    linkSessionId: uuid("link_session_id").references(() => sessions.id, { onDelete: "cascade" }),
    /** The identity to link, once the browser that started exchanges its code. */
    pendingIdentity: jsonb("pending_identity").$type<PendingIdentity>(),
    authCodeIssuedAt: timestamptz("auth_code_issued_at"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    // The foreign key needs it: ending a session deletes its links.
    index("flow_states_link_session_idx")
      .on(table.linkSessionId)
      .where(sql`${table.linkSessionId} is not null`),
    index("flow_states_user_idx").on(table.userId, table.authenticationMethod, table.createdAt),
    index("flow_states_created_idx").on(table.createdAt),
  ],
);

export const mfaFactors = pgTable(
  "mfa_factors",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    friendlyName: text("friendly_name"),
    factorType: text("factor_type").$type<FactorType>().notNull(),
    status: text("status").$type<"unverified" | "verified">().notNull().default("unverified"),
    encryptedSecret: text("encrypted_secret"),
    phone: text("phone"),
    /** Each TOTP step is accepted once. */
    lastUsedStep: integer("last_used_step"),
    /** Keyed hashes of the unused recovery codes. A statement that uses or replaces a code locks this row first. */
    recoveryCodeHashes: text("recovery_code_hashes").array(),
    /** Wrong recovery codes in a row. */
    failedAttempts: smallint("failed_attempts").notNull().default(0),
    lockedUntil: timestamptz("locked_until"),
    lastChallengedAt: timestamptz("last_challenged_at"),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (table) => [
    oneOf("mfa_factors_type_known", table.factorType, FACTOR_TYPES),
    oneOf("mfa_factors_status_known", table.status, ["unverified", "verified"]),
    uniqueIndex("mfa_factors_name_unique")
      .on(table.userId, table.friendlyName)
      .where(sql`${table.friendlyName} <> ''`),
    uniqueIndex("mfa_factors_recovery_unique")
      .on(table.userId)
      .where(sql`${table.factorType} = 'recovery_code'`),
    index("mfa_factors_user_idx").on(table.userId),
  ],
);

export const mfaChallenges = pgTable(
  "mfa_challenges",
  {
    id: uuid("id").primaryKey(),
    factorId: uuid("factor_id")
      .notNull()
      .references(() => mfaFactors.id, { onDelete: "cascade" }),
    /** The response has to come from this address. */
    ip: text("ip").notNull(),
    /** Keyed hash of the SMS code; null for authenticator apps. */
    codeHash: text("code_hash"),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    verifiedAt: timestamptz("verified_at"),
  },
  (table) => [
    index("mfa_challenges_factor_idx").on(table.factorId, table.createdAt),
    index("mfa_challenges_expires_idx").on(table.expiresAt),
  ],
);

/** Id tokens of `grant_type=id_token`, each of which is accepted once. */
export const redeemedIdTokens = pgTable(
  "redeemed_id_tokens",
  {
    /** SHA-256 of the signed part: some signatures have a second form. */
    id: text("id").primaryKey(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("redeemed_id_tokens_expires_idx").on(table.expiresAt)],
);

/** Addresses of erased accounts, and those that accounts changed, until the last mail has left. By the event's id. */
export const erasedAddresses = pgTable("erased_addresses", {
  id: text("id").primaryKey(),
  email: text("email").notNull(),
  erasedAt: timestamptz("erased_at").notNull(),
});

/** Passkeys. */
export const webauthnCredentials = pgTable(
  "webauthn_credentials",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** The authenticator's own id, base64url. */
    credentialId: text("credential_id").notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's model; null when it does not say. */
    aaguid: uuid("aaguid"),
    /** The authenticator's counter at the newest sign-in; always 0 for synced passkeys. */
    signCount: bigint("sign_count", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<string[]>().notNull(),
    /** Whether it may be synced between devices: fixed at registration. */
    isBackupEligible: boolean("backup_eligible").notNull(),
    isBackedUp: boolean("backed_up").notNull(),
    friendlyName: text("friendly_name").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (table) => [index("webauthn_credentials_user_idx").on(table.userId)],
);

/** Each is deleted by the statement that reads it, so it is answered once. */
export const webauthnChallenges = pgTable(
  "webauthn_challenges",
  {
    id: uuid("id").primaryKey(),
    /** The user who registers a passkey. Null for a sign-in: the passkey names the user. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Random, base64url. */
    challenge: text("challenge").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    index("webauthn_challenges_user_idx")
      .on(table.userId)
      .where(sql`${table.userId} is not null`),
    index("webauthn_challenges_expires_idx").on(table.expiresAt),
  ],
);
