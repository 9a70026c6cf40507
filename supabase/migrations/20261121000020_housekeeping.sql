-- What happens by itself: once a minute the function `housekeeping` sends mail and removes files.

-- One line for each kind of mail that no change brings about, but the time. What they tell of never waits for them.
create function public.enqueue_due_mails() returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.tell_of_releases(now());
  perform private.tell_of_trials_ending(now());
  perform private.remind_of_review(now());
  perform private.ask_for_addresses(now());
end $$;
grant execute on function public.enqueue_due_mails() to service_role;
comment on function public.enqueue_due_mails() is 'Writes the mails whose time has come into the outbox, each once.';

create function public.purge_expired() returns void
  language sql security definer set search_path = ''
  as $$
  select private.restore_lapsed_holds(now());
  delete from private.mail_outbox m
   where m.sent_at < now() - interval '30 days' or m.created_at < now() - interval '60 days';
  delete from private.designation_invites i where i.begun_at < now() - interval '7 days';
  delete from private.stripe_events e where e.processed_at < now() - interval '90 days';
  delete from private.email_codes c where c.expires_at < now() - interval '1 day';
  delete from private.email_change_grants g where g.expires_at < now();
$$;
grant execute on function public.purge_expired() to service_role;
comment on function public.purge_expired() is 'Ends what has run out: lifted holds, and what has served its purpose: sent mails, old codes, counts of past days.';

-- pg_cron calls the function with what two secrets in the vault say; without them it does nothing (see README, hosted).
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron')
     and exists (select from pg_available_extensions where name = 'pg_net')
     and exists (select from pg_namespace where nspname = 'vault') then
    create extension if not exists pg_cron;
    create extension if not exists pg_net;
    perform cron.schedule('heartwood-housekeeping', '* * * * *', $job$
      select net.http_post(
               url := url.decrypted_secret || '/functions/v1/housekeeping',
               headers := jsonb_build_object('apikey', key.decrypted_secret, 'content-type', 'application/json'),
               body := '{}'::jsonb)
        from vault.decrypted_secrets url, vault.decrypted_secrets key
       where url.name = 'heartwood_project_url' and key.name = 'heartwood_secret_key' $job$);
    perform cron.schedule('heartwood-cron-history', '17 3 * * *', $job$
      delete from cron.job_run_details where end_time < now() - interval '7 days' $job$);
  end if;
end $$;
