-- Invented owners for the benchmark, and a stopwatch. Run as the superuser supabase_admin after the migrations.
create schema bench;
grant usage on schema bench to public;

create function bench.person(n integer) returns uuid language sql immutable return md5('person ' || n)::uuid;

-- Owners p_from to p_to, each with a plan, two designees (one accepted, one invited) and their files; one in 500 has
-- died and is released. Triggers and foreign keys are off (session_replication_role), so what triggers write is
-- inserted here.
create procedure bench.add_owners(p_from integer, p_to integer) language plpgsql as $$
begin
  set local session_replication_role = replica;
  create temporary table owner on commit drop as
    select n, bench.person(n) as id, format('person.%s@example.com', n) as email,
           now() - interval '3 years' * (n % 1000) / 1000.0 as since, n % 500 = 0 as is_released,
           -- One in 50 is in the free trial.
           case when n % 50 = 1 then now() + interval '7 days' * (n / 50 % 100) / 100.0
                else now() - interval '10 days' end as trial_end
      from generate_series(p_from, p_to) n;
  insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at, is_anonymous)
    select id, 'authenticated', 'authenticated', email, since, since, since, false from owner;
  insert into public.profiles (user_id, full_name, created_at, visibility_hold, is_deceased, death_review,
                               death_certificate_path, death_reviewed_at, release_at)
    select id, 'Person ' || n, since, not is_released, is_released,
           (case when is_released then 'approved' else 'none' end)::public.death_review,
           case when is_released then id || '/certificate.pdf' end,
           case when is_released then now() - interval '3 days' end, case when is_released then now() - interval '3 days' end
      from owner;
  insert into private.certificate_submissions (owner_id, path, submitted_by, submitted_at, decision, decided_at, released_told_at)
    select id, id || '/certificate.pdf', bench.person(n - 1), now() - interval '4 days', 'approved', now() - interval '3 days',
           now() - interval '3 days'
      from owner where is_released;
  insert into public.subscriptions (user_id, plan, status, trial_end, current_period_end)
    select id, case when trial_end < now() then 'monthly' end::public.plan_id,
           case when trial_end < now() then 'active' else 'trialing' end, trial_end, now() + interval '20 days'
      from owner;
  insert into private.used_trials (email_hash, trial_end, reminded_at)
    select private.trial_hash(email), trial_end, case when trial_end < now() + interval '2 days' then now() end from owner;
  insert into private.trial_reminders (user_id, next_at)
    select id, trial_end - interval '2 days' from owner where trial_end > now() + interval '2 days';
  insert into private.review_reminders (owner_id, next_at)
    select id, now() + interval '180 days' * (1 + n % 10000) / 10000.0 from owner;
  insert into private.address_checks (user_id, next_at)
    select id, now() + interval '365 days' * (1 + n % 10000) / 10000.0 from owner;

  insert into public.designations (owner_id, owner_name, person_name, person_email, beneficiary_user_id, role, status,
                                   invited_at, accepted_at, created_at)
    select id, 'Person ' || n, 'Trusted', format('person.%s@example.com', n - 1), bench.person(n - 1), 'trustee'::public.designation_role,
           'invited'::public.designation_status,
           since, since, since from owner
    union all
    select id, 'Person ' || n, 'Invited', format('person.%s@example.com', n - 2), null, 'beneficiary', 'invited',
           since, null, since from owner;
  insert into public.funeral_plan (user_id, venue, created_at) select id, 'The chapel', since from owner;
  insert into public.contacts (user_id, name, email, created_at)
    select id, 'Contact ' || i, 'contact@example.com', since + interval '1 hour' * i from owner, generate_series(1, 10) i;
  insert into public.financial_accounts (user_id, institution, account_name, created_at)
    select id, 'Bank ' || i, 'Savings', since + interval '1 hour' * i from owner, generate_series(1, 3) i;
  insert into public.portraits (user_id, picture_path, born_on, created_at)
    select id, id || '/portrait/1.jpg', '1948-03-03', since from owner;
  insert into public.home_items (user_id, kind, name, created_at)
    select id, 'keys', 'Key ' || i, since + interval '1 hour' * i from owner, generate_series(1, 2) i;
  insert into public.estate_documents (user_id, doc_type, description, file_path, created_at)
    select id, 'will', 'Document ' || i, format('%s/estate/%s.pdf', id, i), since from owner, generate_series(1, 2) i;
  insert into public.insurance_policies (user_id, provider, document_path, created_at)
    select id, 'Insurer', format('%s/insurance/1.pdf', id), since from owner;
  insert into public.video_messages (user_id, title, storage_path, created_at)
    select id, 'Message ' || i, format('%s/%s.mp4', id, i), since from owner, generate_series(1, 2) i;
  insert into storage.objects (bucket_id, name, owner_id, created_at, metadata)
    select 'documents', format('%s/estate/%s.pdf', id, i), id, since, '{"size": 1000, "mimetype": "application/pdf"}'::jsonb
      from owner, generate_series(1, 2) i
    union all
    select 'documents', format('%s/insurance/1.pdf', id), id, since, '{"size": 1000, "mimetype": "application/pdf"}' from owner
    union all
    select 'videos', format('%s/%s.mp4', id, i), id, since, '{"size": 1000, "mimetype": "video/mp4"}' from owner, generate_series(1, 2) i
    union all
    select 'death-certificates', id || '/certificate.pdf', bench.person(n - 1), since, '{"size": 1000}' from owner where is_released;

  insert into public.access_events (owner_id, actor_id, actor_role, action, created_at)
    select id, id, 'owner', 'designation_added', since + interval '1 minute' * i from owner, generate_series(1, 5) i;
  insert into private.mail_outbox (kind, to_email, sent_at, created_at)
    select 'invitation_accepted', email, at, at from (select *, now() - interval '30 days' * (n % 1000) / 1000.0 as at from owner) o;
  insert into private.designation_invites (owner_id, person_email, begun_at)
    select id, format('person.%s@example.com', n - 2), now() - interval '7 days' * (n % 1000) / 1000.0 from owner where n % 10 = 0;
  insert into private.email_codes (user_id, purpose, email, created_at, expires_at)
    select id, 'email-change-old', email, at, at + interval '10 minutes'
      from (select *, now() - interval '1 day' * (n % 1000) / 1000.0 as at from owner where n % 20 = 0) o;
  insert into private.stripe_events (id, type, processed_at)
    select 'evt_' || n, 'invoice.paid', now() - interval '90 days' * (n % 1000) / 1000.0 from owner;
end $$;

-- Milliseconds of each run of a statement in the server: parsing, planning and executing, without the connection.
create function bench.time(p_statement text, p_runs integer) returns float8[] language plpgsql as $$
declare
  v_times float8[];
  v_start timestamptz;
begin
  for v_run in 1 .. p_runs loop
    v_start := clock_timestamp();
    execute p_statement;
    v_times[v_run] := extract(epoch from clock_timestamp() - v_start) * 1000;
  end loop;
  return v_times;
end $$;
grant execute on function bench.time(text, integer) to public;
