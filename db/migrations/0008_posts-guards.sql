-- A version stays as it was proposed; it goes with its post only.
create function post_versions_reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from posts where id = old.post_id) then
    return old;
  end if;
  raise exception 'a version of a post never changes' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger post_versions_fixed before update or delete on post_versions
  for each row execute function post_versions_reject_change();
--> statement-breakpoint
-- Two tables that refer to each other: checked at the end of the statement that writes both.
alter table posts add constraint posts_version_fk foreign key (id, version) references post_versions (post_id, version);
