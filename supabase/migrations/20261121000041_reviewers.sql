-- People who only review death certificates, each with a login of their own. They see what waits and what was decided, and
-- decide; they read no plan and no other table. No one has the role until an administrator makes a login for it
-- (docs/reviewing.md). Who works in the dashboard is postgres, and needs none of this.
do $$
begin
  -- Roles belong to the server and not to the database, so another database of it may have made this one.
  if not exists (select from pg_roles where rolname = 'heartwood_reviewer') then
    create role heartwood_reviewer nologin;
  end if;
end $$;

grant usage on schema admin to heartwood_reviewer;
grant select on admin.certificate_reviews, admin.decided_certificates to heartwood_reviewer;
grant execute on function admin.claim_certificate(uuid, text),
                          admin.review_death_certificate(uuid, text, text, text, text, text),
                          admin.take_back_decision(uuid, text, text) to heartwood_reviewer;
-- Postgres lets anyone who reads a view call its functions. The schema stays closed, so that no one can name them elsewhere.
grant execute on function private.owner_active_at(uuid), private.earlier_certificates(uuid), private.objections_to(uuid),
                          private.birth_of(uuid), private.review_warning(uuid, timestamptz) to heartwood_reviewer;
