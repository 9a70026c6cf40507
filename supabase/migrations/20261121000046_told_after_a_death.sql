-- Whom we tell of a verified death besides those who accepted: people who have not answered their invitation yet, who may
-- be the only ones named; and the executors once more, a year later.

-- ---- open invitations -----------------------------------------------------------------------------------------
create function private.tell_open_invitations() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(
      case when new.is_deceased then 'invited_after_death' else 'invited_by_mistake' end, people.email,
      jsonb_build_object(
        'recipient', 'invited', 'owner_id', new.user_id, 'owner_name', new.full_name, 'role', people.role,
        'release_at', new.release_at, 'is_open', new.release_at <= now(), 'open_until', new.open_until,
        'is_alive', new.release_stopped_at is distinct from old.release_stopped_at))
    from (select distinct on (coalesce(u.email, d.person_email))
                 coalesce(u.email, d.person_email) as email, d.role
            from public.designations d
            left join private.kept_invitations k on k.designation_id = d.id
            left join auth.users u on u.id = k.user_id
           where d.owner_id = new.user_id and d.invited_at is not null and d.mail_refused_at is null
             and d.accepted_at is null and d.declined_at is null and d.revoked_at is null
             -- It ended with an account.
             and (k.designation_id is null or u.id is not null)
             -- Who accepted in another role is told already.
             and not exists (
               select from private.accepted_designations a join auth.users b on b.id = a.beneficiary_user_id
                where a.owner_id = d.owner_id and b.email = coalesce(u.email, d.person_email))
           order by coalesce(u.email, d.person_email), d.role desc) people;
  return null;
end $$;

create trigger profiles_tell_open_invitations after update of death_review on public.profiles
  for each row when (new.is_deceased <> old.is_deceased) execute function private.tell_open_invitations();

-- The mail has told them; so the screen on which they answer may say it too.
create function private.invitations_after_death() returns setof bigint
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select d.id from public.designations d join public.profiles p on p.user_id = d.owner_id
     where d.id in (select private.my_invitation_ids()) and d.invited_at is not null
       and d.declined_at is null and d.revoked_at is null and p.is_deceased;
end $$;

create function public.invitations_after_death() returns setof bigint
  language sql stable security invoker set search_path = '' as $$ select private.invitations_after_death() $$;
grant execute on function private.invitations_after_death(), public.invitations_after_death() to authenticated;
comment on function public.invitations_after_death() is 'Which of the invitations that the caller has not answered are from someone whose death has been verified.';

-- ---- a year later ---------------------------------------------------------------------------------------------
create table private.year_notices (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  due_at timestamptz not null
);
create index year_notices_due on private.year_notices (due_at);
alter table private.year_notices enable row level security;
comment on table private.year_notices is 'When the executors of a plan are told what is left to do, a year after the death was verified.';

-- A stop leaves the row, because it must wait for no one; what is due is checked then.
create function private.schedule_year_notice() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.year_notices (owner_id, due_at) values (new.user_id, now() + interval '1 year')
  on conflict (owner_id) do update set due_at = excluded.due_at;
  return null;
end $$;

create trigger profiles_schedule_year_notice after update of death_review on public.profiles
  for each row when (new.is_deceased and not old.is_deceased) execute function private.schedule_year_notice();

-- Where no executor accepted, the trustees are who can act.
create function private.enqueue_year_notices() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid;
begin
  for v_owner in
    delete from private.year_notices y
     where y.owner_id = any (array(
       select due.owner_id from private.year_notices due
        where due.due_at <= now()
        order by due.due_at
        limit 10
          for update skip locked))
    returning y.owner_id
  loop
    perform private.enqueue_mail('year_on', people.email, jsonb_build_object(
        'recipient', 'designee', 'owner_id', v_owner, 'owner_name', people.owner_name))
      from (select distinct u.email, p.full_name as owner_name
              from public.profiles p
              join private.accepted_designations d on d.owner_id = p.user_id
              join auth.users u on u.id = d.beneficiary_user_id
             where p.user_id = v_owner and p.release_at <= now()
               and d.role = (select max(a.role) from private.accepted_designations a
                              where a.owner_id = v_owner and a.role in ('trustee', 'executor'))) people;
  end loop;
end $$;
