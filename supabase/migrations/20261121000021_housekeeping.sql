-- Work without a request: once a minute the function `housekeeping` sends mail and removes files.

-- Changes that are caused by time alone, in the order in which they are made: first what keeps people safe. Each of them is
-- in effect at its time, even if this runs late. Each is a function of the schema private without arguments, takes a
-- limited number of rows, and is tried again by the next run if it fails.
-- Not immutable: a plan that was kept would hold the answer, and give it to those who may not ask.
create function public.due_changes() returns text[]
  language sql stable set search_path = '' as $$
  select array[
    'enqueue_operator_notices',
    'announce_releases',
    'announce_openings',
    'tell_ended_openings',
    'restore_lapsed_holds',
    'pass_on_card_reports',
    'end_cards_of_the_dead',
    'tell_of_messages',
    'enqueue_standstill_notice',
    'enqueue_trial_reminders',
    'enqueue_review_reminders',
    'enqueue_year_notices',
    'enqueue_address_checks'
  ]
$$;
comment on function public.due_changes() is 'The names for apply_due_change, in the order in which housekeeping calls it.';

-- One call, one transaction: a change that fails or takes too long must not undo the others. The Data API applies this time
-- limit to the whole call; Postgres alone would not.
create function public.apply_due_change(p_name text) returns void
  language plpgsql security definer set search_path = '' set statement_timeout = '4s' as $$
begin
  if p_name is null or p_name <> all (public.due_changes()) then
    raise exception 'there is no such change' using errcode = '22023';
  end if;
  execute format('select private.%I()', p_name);
end $$;
comment on function public.apply_due_change(text) is
  'Makes one of due_changes(), for as much as is due and fits into one run: puts back holds whose time is over, or queues mails whose time has come, each once. 22023: there is no such change.';

-- Deletes some of the rows that meet a condition, written over the table's alias t. The next run deletes more.
create function private.delete_some(p_table regclass, p_condition text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  execute format('delete from %1$s where ctid = any (array(select t.ctid from %1$s t where %2$s limit 1000))', p_table, p_condition);
end $$;

create function public.delete_outdated() returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_some(o.table_name, o.condition)
    from (values
      ('private.mail_outbox'::regclass, $c$ t.sent_at < now() - interval '30 days' $c$),
      ('private.mail_outbox', $c$ t.sent_at is null and t.created_at < now() - interval '60 days' $c$),
      ('private.designation_invites', $c$ t.begun_at < now() - interval '7 days' $c$),
      ('private.stripe_events', $c$ t.processed_at < now() - interval '90 days' $c$),
      ('private.mail_events', $c$ t.received_at < now() - interval '90 days' $c$),
      ('private.webhook_failures', $c$ t.failed_at < now() - interval '30 days' $c$),
      ('private.email_codes', $c$ t.expires_at < now() - interval '1 day' $c$),
      ('private.removed_rows', $c$ not exists (select from private.kept_rows k where k.id = t.id) $c$),
      ('private.email_change_grants', $c$ t.expires_at < now() $c$),
      ('private.card_reports', $c$ t.owner_id is null and t.reported_at < now() - interval '1 day' and t.passed_on_at is not null $c$),
      ('private.card_reports', $c$ t.reported_at < now() - interval '30 days' and t.passed_on_at is not null $c$),
      ('private.sign_in_tries', $c$ t.tried_at < now() - interval '1 day' $c$),
      ('private.wrong_links', $c$ t.tried_at < now() - interval '1 day' $c$),
      ('private.mistaken_guests', $c$ t.noted_at < now() - interval '90 days' $c$),
      ('private.admitted_sessions',
       -- The token of a session that was ended is taken for an hour more, and must not pass for one without a record.
       $c$ t.admitted_at < now() - interval '1 day' and not exists (select from auth.sessions s where s.id = t.session_id)
           and not exists (select from private.browsers b where b.id = t.browser_id and b.held_until > now()) $c$),
      ('private.browsers', $c$ t.last_used_at < now() - interval '1 year' $c$)
    ) o (table_name, condition);
end $$;
grant execute on function public.due_changes(), public.apply_due_change(text), public.delete_outdated() to service_role;
comment on function public.delete_outdated() is 'Deletes what has served its purpose, a thousand rows of a kind in a call: sent mails, old codes, counts of past days, events of Stripe and of the mail provider.';

-- pg_cron calls the function with the URL and key from two secrets in the vault, which `npm run deploy` writes; without
-- them it does nothing.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron')
     and exists (select from pg_available_extensions where name = 'pg_net')
     and exists (select from pg_namespace where nspname = 'vault') then
    create extension if not exists pg_cron;
    create extension if not exists pg_net schema extensions;
    perform cron.schedule('heartwood-housekeeping', '* * * * *', $job$
      select net.http_post(
               url := url.decrypted_secret || '/functions/v1/housekeeping',
               headers := jsonb_build_object('apikey', key.decrypted_secret, 'content-type', 'application/json'),
               body := '{}'::jsonb,
               -- A run that has much mail to send takes a minute; the default of 5 seconds would note each as failed.
               timeout_milliseconds := 90000)
        from vault.decrypted_secrets url, vault.decrypted_secrets key
       where url.name = 'heartwood_project_url' and key.name = 'heartwood_secret_key' $job$);
    perform cron.schedule('heartwood-cron-history', '17 3 * * *', $job$
      delete from cron.job_run_details where end_time < now() - interval '7 days' $job$);
  end if;
end $$;
