import { sql, and, eq, isNull } from "drizzle-orm";
import { type Db, hasRow } from "#db/client.ts";
import { users, webauthnCredentials, webauthnChallenges } from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { type NewSession, openSession, type SignedIn } from "../sessions/open-session.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";
import type { PasskeyRow } from "./find-passkeys.ts";

type NewPasskey = Omit<
  typeof webauthnCredentials.$inferSelect,
  "createdAt" | "updatedAt" | "lastUsedAt"
> &
  CurrentUserIds & { at: string; notice: NoticeEvent };

/** @returns false when an account has this credential already, or session or user are gone */
export function insertPasskey(db: Db, passkey: NewPasskey): Promise<boolean> {
  const at = sql`${passkey.at}::timestamptz`;
  return hasRow(db)`with added as (
    insert into ${webauthnCredentials} (
      id, user_id, credential_id, public_key, aaguid, sign_count, transports, backup_eligible, backed_up,
      friendly_name, created_at, updated_at
    ) select
      ${passkey.id}::uuid, account.id, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.aaguid}::uuid,
      ${passkey.signCount}::bigint, ${JSON.stringify(passkey.transports)}::jsonb, ${passkey.isBackupEligible}::boolean,
      ${passkey.isBackedUp}::boolean, ${passkey.friendlyName}, ${at}, ${at}
    from ${users} account where ${lockValidSession(passkey, passkey.at)}
      and account.id = ${passkey.userId}::uuid and account.deleted_at is null
    on conflict (credential_id) do nothing
    returning id, user_id
  ), notice as (
    ${insertSecurityNotice(passkey.notice, "passkey-added", sql`from added`, { subject: true })}
  )
  select id from added`;
}

export function deletePasskey(
  db: Db,
  { id, notice, ...currentUser }: CurrentUserIds & { id: string; notice: NoticeEvent },
): Promise<boolean> {
  return hasRow(db)`with removed as (
    delete from ${webauthnCredentials} where ${lockValidSession(currentUser, notice.at)}
      and id = ${id}::uuid and user_id = ${currentUser.userId}::uuid
    returning id, user_id
  ), notice as (
    ${insertSecurityNotice(notice, "passkey-removed", sql`from removed`)}
  )
  select id from removed`;
}

export async function renamePasskey(
  db: Db,
  {
    id,
    friendlyName,
    at,
    ...currentUser
  }: CurrentUserIds & { id: string; friendlyName: string; at: string },
): Promise<PasskeyRow | null> {
  const [renamed] = await db
    .update(webauthnCredentials)
    .set({ friendlyName, updatedAt: at })
    .where(
      and(
        lockValidSession(currentUser, at, { mayLackFactor: true }),
        eq(webauthnCredentials.id, id),
        eq(webauthnCredentials.userId, currentUser.userId),
      ),
    )
    .returning();
  return renamed ?? null;
}

/** @returns null when passkey or account are gone, or a sign-in with the same count came first */
export function signInWithPasskey(
  db: Db,
  input: { passkeyId: string; signCount: number; isBackedUp: boolean; session: NewSession },
): Promise<SignedIn | null> {
  const { session } = input;
  // The condition on `sign_count` closes the race of a passkey and its copy: one of them signs in.
  return openSession(
    db,
    session,
    sql`used as (
      update ${webauthnCredentials} passkey set
        sign_count = ${input.signCount}::bigint, backed_up = ${input.isBackedUp}::boolean,
        last_used_at = ${session.at}::timestamptz
      where passkey.id = ${input.passkeyId}::uuid
        and (passkey.sign_count < ${input.signCount}::bigint
          or passkey.sign_count = 0 and ${input.signCount}::bigint = 0)
      returning passkey.user_id
    ), signed_in as (
      update ${users} account set last_sign_in_at = ${session.at}::timestamptz
      from used where account.id = used.user_id and account.deleted_at is null
      returning account.*
    )`,
  );
}

export async function insertChallenge(
  db: Db,
  challenge: typeof webauthnChallenges.$inferInsert,
): Promise<void> {
  await db.insert(webauthnChallenges).values(challenge);
}

type IssuedChallenge = { challenge: string; expiresAt: string };

type RedeemChallenge = {
  id: string;
  /** A user's id; null for a sign-in. */
  issuedTo: string | null;
};

/** Deletes the challenge that it returns, expired or not: the delete closes the race of two answers. */
export async function redeemChallenge(
  db: Db,
  { id, issuedTo }: RedeemChallenge,
): Promise<IssuedChallenge | null> {
  const { userId } = webauthnChallenges;
  const [redeemed] = await db
    .delete(webauthnChallenges)
    .where(
      and(eq(webauthnChallenges.id, id), issuedTo === null ? isNull(userId) : eq(userId, issuedTo)),
    )
    .returning({
      challenge: webauthnChallenges.challenge,
      expiresAt: webauthnChallenges.expiresAt,
    });
  return redeemed ?? null;
}
