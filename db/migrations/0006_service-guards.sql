-- A submitted brief stays as it was sent; it goes with its business only.
create function brief_versions_reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from businesses where id = old.business_id) then
    return old;
  end if;
  raise exception 'a submitted brief never changes' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger brief_versions_submitted_fixed before update or delete on brief_versions
  for each row when (old.submitted_at is not null) execute function brief_versions_reject_change();
