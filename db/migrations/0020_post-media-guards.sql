-- Files are written in the transaction of their version, which the content hash covers, and stay; they go with their post only.
create function post_version_media_reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (
    select from post_versions proposed
    where proposed.post_id = new.post_id and proposed.version = new.version and proposed.xmin = pg_current_xact_id()::xid
  ) then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select from posts where id = old.post_id) then
    return old;
  end if;
  raise exception 'the files of a version never change' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger post_version_media_fixed before insert or update or delete on post_version_media
  for each row execute function post_version_media_reject_change();
--> statement-breakpoint
-- When an account is deleted, its files may go before its posts.
alter table post_version_media alter constraint post_version_media_media_fk deferrable initially deferred;
