-- What the dashboard needs to know of the caller's own plan, in one request.

create function public.plan_overview()
  returns table (
    full_name text, funeral_plan_saved boolean, funeral_plan_completed boolean, music_chosen boolean,
    people bigint, people_accepted bigint, executors bigint, contacts bigint, videos bigint, insurance bigint,
    policy_numbers bigint, accounts bigint, documents bigint, wills bigint)
  language sql stable security invoker set search_path = ''
  as $$
  select
    (select p.full_name from public.profiles p where p.user_id = me.id),
    exists (select from public.funeral_plan f where f.user_id = me.id
             and (f.completed_at is not null or num_nonnulls(f.disposition, f.funeral_home, f.service_type, f.venue,
                                                             f.officiant, f.personal_requests, f.obituary) > 0)),
    exists (select from public.funeral_plan f where f.user_id = me.id and f.completed_at is not null),
    exists (select from public.funeral_plan f where f.user_id = me.id and f.music_playlist_ref is not null),
    (select count(*) from public.designations d
      where d.owner_id = me.id and d.revoked_at is null and d.declined_at is null),
    (select count(*) from public.designations d
      where d.owner_id = me.id and d.revoked_at is null and d.accepted_at is not null),
    (select count(*) from public.designations d
      where d.owner_id = me.id and d.revoked_at is null and d.declined_at is null and d.role = 'executor'),
    (select count(*) from public.contacts c where c.user_id = me.id),
    (select count(*) from public.video_messages v where v.user_id = me.id),
    (select count(*) from public.insurance_policies i where i.user_id = me.id),
    (select count(i.policy_number) from public.insurance_policies i where i.user_id = me.id),
    (select count(*) from public.financial_accounts a where a.user_id = me.id),
    (select count(*) from public.estate_documents e where e.user_id = me.id),
    (select count(*) from public.estate_documents e where e.user_id = me.id and e.doc_type = 'will')
  from (select (select auth.uid()) as id) me
$$;
revoke execute on function public.plan_overview() from public, anon, authenticated, service_role;
grant execute on function public.plan_overview() to authenticated;
comment on function public.plan_overview() is 'Counts of the caller''s own plan. One row.';
