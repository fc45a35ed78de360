-- Who asked for a free trial becomes a customer: files of its posts then belong to another business, and stay otherwise as they were.
create or replace function post_version_media_reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (
    select from post_versions proposed
    where proposed.post_id = new.post_id and proposed.version = new.version and proposed.xmin = pg_current_xact_id()::xid
  ) then
    return new;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'business_id' = to_jsonb(old) - 'business_id' then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select from posts where id = old.post_id) then
    return old;
  end if;
  raise exception 'the files of a version never change' using errcode = 'insufficient_privilege';
end
$$;
