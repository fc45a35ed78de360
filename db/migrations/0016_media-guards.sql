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
