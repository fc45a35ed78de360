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
