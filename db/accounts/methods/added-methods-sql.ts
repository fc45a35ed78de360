import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { METHOD_KINDS } from "#contracts/api/sign-in-methods.ts";
import { identities, mfaFactors, webauthnCredentials } from "#db/schema/accounts.ts";
import { Timestamp } from "#db/timestamps.ts";

export const AddedMethodRow = z.object({
  id: z.string(),
  kind: z.enum(METHOD_KINDS),
  name: z.nullable(z.string()),
  addedAt: Timestamp,
});
export type AddedMethodRow = z.infer<typeof AddedMethodRow>;

/**
 * The sign-in methods of the rows of `account` that were added after the account itself. Its address stays, which gets the
 * mails that remove them, and so does what the account began with.
 */
export function addedMethods(account: SQL): SQL {
  const phoneSince = sql`coalesce(owner.phone_confirmed_at, identity.created_at)`;
  return sql`
    select factor.id, case factor.factor_type when 'totp' then 'app' when 'phone' then 'text_message' else 'recovery_codes' end as kind,
      factor.friendly_name as name, factor.created_at as added_at
    from ${mfaFactors} factor join ${account} owner on owner.id = factor.user_id where factor.status = 'verified'
    union all
    select passkey.id, 'passkey', passkey.friendly_name, passkey.created_at
    from ${webauthnCredentials} passkey join ${account} owner on owner.id = passkey.user_id
    union all
    select identity.id, 'identity', identity.provider, identity.created_at
    from ${identities} identity join ${account} owner on owner.id = identity.user_id
    where identity.provider not in ('email', 'phone') and identity.created_at > owner.created_at and owner.email is not null
    union all
    select identity.id, 'phone', right(owner.phone, 3), ${phoneSince}
    from ${identities} identity join ${account} owner on owner.id = identity.user_id
    where identity.provider = 'phone' and ${phoneSince} > owner.created_at and owner.email is not null`;
}
