-- A published revision stays as the customer read it; it goes with its business only.
create function reports_reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from businesses where id = old.business_id) then
    return old;
  end if;
  raise exception 'a published report never changes' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger reports_published_fixed before update or delete on reports
  for each row when (old.published_at is not null) execute function reports_reject_change();
