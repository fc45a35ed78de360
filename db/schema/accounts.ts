import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
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
import { timestamptz } from "./columns.ts";

/** One proof of who somebody is: how and when, in seconds since the epoch. */
export type AmrEntry = { method: string; timestamp: number; provider?: string };

/** What somebody may say about themselves, or we about them. */
export type Metadata = Record<string, unknown>;

/** One row for each account. What identifies a person stands here and in `identities`, and nowhere else. */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    role: text("role").notNull().default("authenticated"),
    /** Lower case. */
    email: text("email"),
    /** E.164 without its plus. */
    phone: text("phone"),
    /** With its algorithm and parameters; null for accounts that never had a password. */
    passwordHash: text("password_hash"),
    emailConfirmedAt: timestamptz("email_confirmed_at"),
    phoneConfirmedAt: timestamptz("phone_confirmed_at"),
    invitedAt: timestamptz("invited_at"),
    confirmationSentAt: timestamptz("confirmation_sent_at"),
    /** Recovery and magic link share it: a mailbox gets one of them a minute. */
    recoverySentAt: timestamptz("recovery_sent_at"),
    /** The address that a pending change leads to. */
    newEmail: text("new_email"),
    emailChangeSentAt: timestamptz("email_change_sent_at"),
    /** True once one of the two addresses has agreed to the change. */
    emailChangeHalfway: boolean("email_change_halfway").notNull().default(false),
    newPhone: text("new_phone"),
    phoneChangeSentAt: timestamptz("phone_change_sent_at"),
    reauthenticationSentAt: timestamptz("reauthentication_sent_at"),
    lastSignInAt: timestamptz("last_sign_in_at"),
    bannedUntil: timestamptz("banned_until"),
    /** Set when the account was anonymised; the row stays for what refers to it. */
    deletedAt: timestamptz("deleted_at"),
    isAnonymous: boolean("is_anonymous").notNull().default(false),
    /** Managed by an organisation's own sign-in; may share its address with another account. */
    isSso: boolean("is_sso").notNull().default(false),
    /** Ours to write: `provider`, `providers`, `role`. */
    appMetadata: jsonb("app_metadata").$type<Metadata>().notNull(),
    /** Theirs to write. */
    userMetadata: jsonb("user_metadata").$type<Metadata>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (table) => [
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    uniqueIndex("users_email_unique")
      .on(table.email)
      .where(sql`not ${table.isSso}`),
    // An organisation's people may have the addresses of others.
    index("users_sso_email_idx")
      .on(table.email)
      .where(sql`${table.isSso}`),
    uniqueIndex("users_phone_unique").on(table.phone),
    // The desk finds people by their name, or its beginning.
    index("users_name_idx").on(
      sql`lower((${table.userMetadata}->>'first_name') || ' ' || (${table.userMetadata}->>'last_name')) text_pattern_ops`,
    ),
    index("users_last_name_idx").on(
      sql`lower(${table.userMetadata}->>'last_name') text_pattern_ops`,
    ),
    // The administrators' list, newest first.
    index("users_created_idx").on(table.createdAt, table.id),
    // The clean-up of visitors who never said who they are.
    index("users_anonymous_idx")
      .on(table.createdAt)
      .where(sql`${table.isAnonymous}`),
  ],
);

const userId = () =>
  uuid("user_id")
    .notNull()
    .references((): AnyPgColumn => users.id, { onDelete: "cascade" });

/** One row for each way in which a person is known: an address, a phone, an account elsewhere. */
export const identities = pgTable(
  "identities",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** `email`, `phone`, `google`, `web3`, `sso:<id>`, … */
    provider: text("provider").notNull(),
    /** The provider's name for the person; the user's own id for `email` and `phone`. */
    providerId: text("provider_id").notNull(),
    identityData: jsonb("identity_data").$type<Metadata>().notNull(),
    /** Lower case; what the provider says the address is. */
    email: text("email"),
    lastSignInAt: timestamptz("last_sign_in_at"),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("identities_subject_unique").on(table.provider, table.providerId),
    index("identities_user_idx").on(table.userId),
    // A sign-in elsewhere looks for accounts with the same address.
    index("identities_email_idx").on(table.email),
  ],
);

/**
 * One row for each sign-in; without it neither its access token nor its refresh token is worth anything. The
 * refresh token names a session and a count: the newest count is the valid token, the one before it a client
 * that missed an answer, everything older a copy that somebody kept.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    aal: text("aal").$type<"aal1" | "aal2">().notNull().default("aal1"),
    /** Most recent first, one entry for each method. */
    amr: jsonb("amr").$type<AmrEntry[]>().notNull(),
    /** The factor that raised it to aal2. */
    factorId: uuid("factor_id"),
    /** Counts up by one with each refresh, by two when a factor is verified. */
    refreshCounter: bigint("refresh_counter", { mode: "number" }).notNull().default(0),
    /** Older tokens are never answered: they were issued before a factor raised the session. */
    refreshFloor: bigint("refresh_floor", { mode: "number" }).notNull().default(0),
    refreshedAt: timestamptz("refreshed_at"),
    ip: text("ip"),
    userAgent: text("user_agent"),
    /** Ends whatever is refreshed. */
    notAfter: timestamptz("not_after"),
    /** The way in which it began, where that may end it: the provider of an organisation's sign-in. */
    provider: text("provider"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    check("sessions_aal_known", sql`${table.aal} in ('aal1', 'aal2')`),
    index("sessions_user_idx").on(table.userId, table.createdAt),
    // The clean-up of sessions that nobody refreshes any more.
    index("sessions_refreshed_idx").on(sql`coalesce(${table.refreshedAt}, ${table.createdAt})`),
    index("sessions_not_after_idx")
      .on(table.notAfter)
      .where(sql`${table.notAfter} is not null`),
  ],
);

export const TOKEN_PURPOSES = [
  "confirmation",
  "recovery",
  "email_change_new",
  "email_change_current",
  "phone_confirmation",
  "phone_change",
  "reauthentication",
] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/**
 * The codes and links that were mailed or texted and not yet used: one for each purpose and user, replaced by a
 * newer one under a new id. Code and link are derived from the id and a secret, here are only their hashes.
 */
export const oneTimeTokens = pgTable(
  "one_time_tokens",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    purpose: text("purpose").$type<TokenPurpose>().notNull(),
    /** Keyed hash of address and code. */
    codeHash: text("code_hash").notNull(),
    /** Hash of the link's token. */
    linkHash: text("link_hash").notNull().unique(),
    /** The address or phone that it was sent to. */
    relatesTo: text("relates_to").notNull(),
    codeLength: smallint("code_length").notNull(),
    /** Whether the link leads to a code for the browser that holds the verifier. */
    isPkce: boolean("is_pkce").notNull().default(false),
    /** Where the person is led afterwards; one of the allowed targets. */
    redirectTo: text("redirect_to").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    check(
      "one_time_tokens_purpose_known",
      sql`${table.purpose} in ('confirmation', 'recovery', 'email_change_new', 'email_change_current',
        'phone_confirmation', 'phone_change', 'reauthentication')`,
    ),
    uniqueIndex("one_time_tokens_purpose_unique").on(table.userId, table.purpose),
    index("one_time_tokens_code_idx").on(table.codeHash),
    index("one_time_tokens_expires_idx").on(table.expiresAt),
  ],
);

/** A way to sign in that is to be added to an account, as its provider named it. */
export type PendingIdentity = {
  subject: string;
  /** Lower case. */
  email: string | null;
  isEmailVerified: boolean;
  data: Metadata;
};

/** A sign-in that began in one place and ends in another: a mailed link, or a visit to a provider. */
export const flowStates = pgTable(
  "flow_states",
  {
    id: uuid("id").primaryKey(),
    /** Known from the beginning for mailed links, at the end for providers. */
    userId: uuid("user_id").references((): AnyPgColumn => users.id, { onDelete: "cascade" }),
    /** Given to the browser, which exchanges it; null until the flow came so far. */
    authCode: text("auth_code").unique(),
    /** Null in the implicit flow, which only providers' sign-ins may use. */
    codeChallenge: text("code_challenge"),
    codeChallengeMethod: text("code_challenge_method").$type<"s256" | "plain">(),
    /** What the session's amr will say. */
    authenticationMethod: text("authentication_method").notNull(),
    provider: text("provider"),
    /** Where the browser goes in the end; one of the allowed targets. */
    redirectTo: text("redirect_to").notNull(),
    /** What the provider's answer must fit: the nonce of its id token, and our own verifier towards it. */
    providerNonce: text("provider_nonce"),
    providerVerifier: text("provider_verifier"),
    /** The provider's tokens, sealed, only between callback and exchange. */
    providerTokens: text("provider_tokens"),
    /** The signed-in user who is adding an identity. */
    linkUserId: uuid("link_user_id").references((): AnyPgColumn => users.id, {
      onDelete: "cascade",
    }),
    /** The session in which they began to; the link ends with it. */
    linkSessionId: uuid("link_session_id").references((): AnyPgColumn => sessions.id, {
      onDelete: "cascade",
    }),
    /** What the provider said of them, between callback and exchange: only the browser that began adds it. */
    pendingIdentity: jsonb("pending_identity").$type<PendingIdentity>(),
    authCodeIssuedAt: timestamptz("auth_code_issued_at"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    // A session that ends takes its links along.
    index("flow_states_link_session_idx")
      .on(table.linkSessionId)
      .where(sql`${table.linkSessionId} is not null`),
    index("flow_states_user_idx").on(table.userId, table.authenticationMethod, table.createdAt),
    index("flow_states_created_idx").on(table.createdAt),
  ],
);

/** One row for each second step that a person set up or began to set up. */
export const mfaFactors = pgTable(
  "mfa_factors",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    friendlyName: text("friendly_name"),
    factorType: text("factor_type").$type<"totp" | "phone">().notNull(),
    status: text("status").$type<"unverified" | "verified">().notNull().default("unverified"),
    /** The authenticator's secret, sealed. */
    encryptedSecret: text("encrypted_secret"),
    phone: text("phone"),
    /** The time step of the last code that was accepted: none is accepted twice. */
    lastUsedStep: integer("last_used_step"),
    lastChallengedAt: timestamptz("last_challenged_at"),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (table) => [
    check("mfa_factors_type_known", sql`${table.factorType} in ('totp', 'phone')`),
    check("mfa_factors_status_known", sql`${table.status} in ('unverified', 'verified')`),
    uniqueIndex("mfa_factors_name_unique")
      .on(table.userId, table.friendlyName)
      .where(sql`${table.friendlyName} <> ''`),
    index("mfa_factors_user_idx").on(table.userId),
  ],
);

/** One row for each time that a second step was asked for. */
export const mfaChallenges = pgTable(
  "mfa_challenges",
  {
    id: uuid("id").primaryKey(),
    factorId: uuid("factor_id")
      .notNull()
      .references(() => mfaFactors.id, { onDelete: "cascade" }),
    /** The visitor's address of the network: who answers must be who asked. */
    ip: text("ip").notNull(),
    /** Keyed hash of the code that was texted; null for authenticators. */
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
