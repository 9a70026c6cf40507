-- Work without a request: once a minute the function `housekeeping` sends mail and removes files.

-- Changes that are caused by time alone. Each of them is in effect at its time, even if this runs late. One that fails
-- is undone and named in the answer; the others must not wait for its repair. The news of a release comes first.
create function public.apply_due_changes() returns text[]
  language plpgsql security definer set search_path = '' as $$
declare
  v_change text;
  v_failed text[] := '{}';
begin
  foreach v_change in array array['announce_releases', 'enqueue_operator_notices', 'pass_on_card_reports', 'restore_lapsed_holds',
                                  'enqueue_trial_reminders', 'enqueue_review_reminders', 'enqueue_address_checks',
                                  'enqueue_standstill_notice'] loop
    begin
      execute format('select private.%I()', v_change);
    exception when others then
      v_failed := v_failed || format('%s: %s', v_change, sqlstate);
    end;
  end loop;
  return v_failed;
end $$;
comment on function public.apply_due_changes() is
  'Puts back holds whose time is over, and queues the mails whose time has come, each once. Returns what failed, as "name: SQLSTATE".';

create function public.delete_outdated() returns void
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.mail_outbox m
   where m.sent_at < now() - interval '30 days' or (m.sent_at is null and m.created_at < now() - interval '60 days');
  delete from private.designation_invites i where i.begun_at < now() - interval '7 days';
  delete from private.stripe_events e where e.processed_at < now() - interval '90 days';
  delete from private.mail_events e where e.received_at < now() - interval '90 days';
  delete from private.webhook_failures f where f.failed_at < now() - interval '30 days';
  delete from private.email_codes c where c.expires_at < now() - interval '1 day';
  delete from private.removed_rows r where not exists (select from private.kept_rows k where k.id = r.id);
  delete from private.email_change_grants g where g.expires_at < now();
  delete from private.card_reports r
   where r.reported_at < now() - case when r.owner_id is null then interval '1 day' else interval '30 days' end
     and r.passed_on_at is not null;
  delete from private.sign_in_tries t where t.tried_at < now() - interval '1 day';
  delete from private.wrong_links w where w.tried_at < now() - interval '1 day';
  delete from private.admitted_sessions a
   where a.admitted_at < now() - interval '1 day' and not exists (select from auth.sessions s where s.id = a.session_id)
     -- The token of a session that was ended is taken for an hour more, and must not pass for one without a record.
     and not exists (select from private.browsers b where b.id = a.browser_id and b.held_until > now());
  delete from private.browsers b where b.last_used_at < now() - interval '1 year';
end $$;
grant execute on function public.apply_due_changes(), public.delete_outdated() to service_role;
comment on function public.delete_outdated() is 'Deletes what has served its purpose: sent mails, old codes, counts of past days, events of Stripe and of the mail provider.';

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
