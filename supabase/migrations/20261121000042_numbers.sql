-- What an operator asks every morning, in numbers: admin.numbers. It says nothing of a person or a plan, and must stay quick
-- with a million owners: what can be long is estimated, and says "about".

-- How many rows a table has: counted while they are few, otherwise as Postgres last estimated.
create function private.about_rows(p_table regclass) returns bigint
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_rows bigint := (select c.reltuples from pg_class c where c.oid = p_table);
begin
  if v_rows < 10000 then
    execute format('select count(*) from %s', p_table) into v_rows;
  end if;
  return v_rows;
end $$;

create function private.number_lines() returns table (area text, what text, number numeric, since timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_sample constant integer := 10000;
  v_day timestamptz := now() - interval '1 day';
  v_percent real;
begin
  return query
    select 'certificates', a.what, count(s.id)::numeric, min(s.submitted_at)
      from (values (1, 'waiting for less than a day', interval '0', interval '1 day'),
                   (2, 'waiting for one to three days', interval '1 day', interval '3 days'),
                   (3, 'waiting for longer', interval '3 days', interval '1000 years')) a (place, what, over, up_to)
      left join (private.certificate_submissions s
                 join public.profiles p on p.death_certificate_path = s.path and p.death_review = 'pending')
        on s.submitted_at <= now() - a.over and s.submitted_at > now() - a.up_to
     group by a.place, a.what
     order by a.place;
  return query
    select 'certificates', format('%s in the last 30 days', v.decision), count(d.id)::numeric, null::timestamptz
      from (values ('approved'), ('rejected'), ('needs_another'), ('taken_back'), ('stopped')) v (decision)
      left join private.certificate_decisions d on d.decision = v.decision and d.decided_at > now() - interval '30 days'
     group by v.decision
     order by v.decision;
  return query
    select 'email', format('waiting, rank %s', r.rank), count(m.id)::numeric, min(m.created_at)
      from generate_series(0, 3) r (rank)
      left join private.mail_outbox m
        on m.rank = r.rank and m.sent_at is null and (m.use_by is null or m.use_by > now())
     group by r.rank
     order by r.rank;
  return query
    select 'email', 'sent in the last day', count(*)::numeric, null::timestamptz
      from private.mail_outbox m where m.sent_at > v_day;
  return query
    select 'files', 'to remove', count(*)::numeric, min(f.created_at) from private.file_removals f;
  return query
    select 'payments', 'cancellations waiting', count(*)::numeric, min(c.created_at) from private.membership_cancellations c;
  return query
    with day as (select a.user_id from private.admitted_sessions a where a.admitted_at > v_day)
    select 'people', n.what, n.number::numeric, null::timestamptz
      from (select 1, 'sign-ins in the last day', count(*) from day
            union all
            select 2, 'who signed in in the last day', count(distinct d.user_id) from day d
            union all
            select 3, 'of them new in the last day', count(distinct d.user_id)
              from day d join auth.users u on u.id = d.user_id and u.created_at > v_day
            union all
            select 4, 'wrong sign-in codes in the last day', count(*) from private.sign_in_tries t where t.tried_at > v_day
            union all
            select 5, 'accounts, about', private.about_rows('public.profiles')
            union all
            select 6, 'designations, about', private.about_rows('public.designations')) n (place, what, number)
     order by n.place;
  -- Whole pages are sampled, so that the time does not grow with the number of files.
  v_percent := least(100, 100.0 * c_sample / greatest(private.about_rows('storage.objects'), 1));
  return query
    select 'room', n.what, n.number, null::timestamptz
      from (select b.id, count(o.id) as files, coalesce(sum((o.metadata ->> 'size')::numeric), 0) as bytes
              from storage.buckets b
              left join (select s.id, s.bucket_id, s.metadata from storage.objects s tablesample system (v_percent)) o
                on o.bucket_id = b.id
             group by b.id) f
      cross join lateral (values (format('%s, files, about', f.id), round(f.files * 100 / v_percent::numeric)),
                                 (format('%s, GB, about', f.id), round(f.bytes * 100 / v_percent::numeric / 1e9, 3))) n (what, number)
     order by n.what;
  return query
    select 'room', 'database, GB', round(pg_database_size(current_database()) / 1e9, 3), null::timestamptz;
end $$;

create view admin.numbers as select * from private.number_lines();
comment on view admin.numbers is 'Queues, sign-ins, certificates by age, and room used, for the operator. "About" is an estimate.';
