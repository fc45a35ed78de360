-- The audit log is append-only.
create function audit_log_rejects_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_rejects_change();
--> statement-breakpoint
-- Wakes the relay for events that are due at once. Events with a grace period are left to the edge,
-- so that the common path pays for no notification.
create function outbox_events_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox_events', '');
  return null;
end
$$;
--> statement-breakpoint
create trigger outbox_events_due_now after insert or update of next_publish_at on outbox_events
  for each row when (new.completed_at is null and new.dead_lettered_at is null and new.next_publish_at <= now())
  execute function outbox_events_notify();
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
-- However a file's row goes, with its account or business or alone: its objects in R2 are found again.
create function media_remembers_removed() returns trigger language plpgsql as $$
begin
  insert into removed_media (id, upload_id, removed_at) values (old.id, old.upload_id, now())
  on conflict (id) do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger media_removed after delete on media for each row execute function media_remembers_removed();
--> statement-breakpoint
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
--> statement-breakpoint
-- Whoever reads the former mailbox of an owner decides nothing by the links that were sent there.
create function approval_links_end_with_email() returns trigger language plpgsql as $$
begin
  delete from approval_links link using businesses own
    where own.user_id = new.id and link.business_id = own.id and link.approver_id is null;
  return null;
end
$$;
--> statement-breakpoint
create trigger users_email_ends_approval_links after update of email on users
  for each row when (old.email is distinct from new.email) execute function approval_links_end_with_email();
--> statement-breakpoint
-- PostgreSQL vacuums after a fifth of a table was deleted: with 90 days in it, every 18 days. A hundredth is a day's deletions,
-- so the pages are free again for the next day.
alter table outbox_events set (autovacuum_vacuum_scale_factor = 0.01);
--> statement-breakpoint
alter table event_effects set (autovacuum_vacuum_scale_factor = 0.01);
--> statement-breakpoint
alter table effect_attempts set (autovacuum_vacuum_scale_factor = 0.01);
--> statement-breakpoint
alter table resend_events set (autovacuum_vacuum_scale_factor = 0.01);
--> statement-breakpoint
alter table stripe_events set (autovacuum_vacuum_scale_factor = 0.01);
