-- A password is an identity of its account, as its email: until now a password that was chosen beside another way to sign in
-- was none, so the account page did not show it and nobody could remove it.
with added as (
  insert into "identities" (
    "id", "user_id", "provider", "provider_id", "identity_data", "email", "last_sign_in_at", "created_at", "updated_at"
  )
  select gen_random_uuid(), account.id, 'email', account.id::text,
    jsonb_build_object('sub', account.id::text, 'email', account.email, 'email_verified', true, 'phone_verified', false),
    account.email, account.last_sign_in_at, now(), now()
  from "users" account
  where account.password_hash is not null and account.email is not null and account.email_confirmed_at is not null
    and not account.is_sso and account.deleted_at is null
    and not exists (select from "identities" known where known.user_id = account.id and known.provider = 'email')
  on conflict do nothing
  returning "user_id"
)
update "users" account set "app_metadata" = account.app_metadata || jsonb_build_object(
    'providers', coalesce(account.app_metadata->'providers', '[]'::jsonb) || '["email"]'::jsonb
  )
from added
where account.id = added.user_id and not coalesce(account.app_metadata->'providers', '[]'::jsonb) @> '["email"]'::jsonb;
