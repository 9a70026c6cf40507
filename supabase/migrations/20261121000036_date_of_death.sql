-- The day a person died, which stands at the head of their memorial. An executor enters it once the death is verified;
-- the certificate itself is not read by machine.

alter table public.profiles
  add column died_on date,
  add constraint profiles_died_on_is_approved check (died_on is null or death_review = 'approved'),
  add constraint profiles_died_on_is_past check (died_on between '1900-01-01' and '2199-12-31');
comment on column public.profiles.died_on is 'The day of the death, entered by an executor after the approval.';

-- It goes with the approval, when the owner stops the release or the decision is taken back.
create function private.clear_died_on() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.died_on := null;
  return new;
end $$;

create trigger profiles_clear_died_on before update of death_review on public.profiles
  for each row when (new.death_review <> 'approved' and new.died_on is not null)
  execute function private.clear_died_on();

-- Of the frozen profile, this may still change.
drop trigger profiles_keep_frozen on public.profiles;
create trigger profiles_keep_frozen after update on public.profiles for each row when (old.is_deceased and new.is_deceased)
  execute function private.keep_frozen('user_id', 'release_at', 'open_until', 'died_on', 'updated_at');

create function private.set_date_of_death(p_owner_id uuid, p_died_on date) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_before date;
begin
  -- A day ahead, because the executor may live east of Greenwich.
  if p_died_on > current_date + 1 or p_died_on < '1900-01-01' then
    raise exception 'not a day on which the owner can have died' using errcode = '22023';
  end if;
  select p.died_on into v_before from public.profiles p
   where p.user_id = p_owner_id and p.death_review = 'approved'
     and exists (select from private.accepted_designations d
                  where d.owner_id = p_owner_id and d.beneficiary_user_id = (select auth.uid()) and d.role = 'executor')
     and p.user_id in (select private.viewable_owners())
     for update of p;
  if not found then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  -- A repeated request changes nothing, and so is no event.
  if p_died_on is not distinct from v_before then
    return;
  end if;
  update public.profiles p set died_on = p_died_on where p.user_id = p_owner_id;
  perform private.log_repeatable(p_owner_id, 'date_of_death_entered', jsonb_build_object('died_on', p_died_on));
end $$;

create function public.set_date_of_death(owner_id uuid, died_on date default null) returns void
  language sql security invoker set search_path = '' as $$ select private.set_date_of_death(owner_id, died_on) $$;
grant execute on function private.set_date_of_death(uuid, date), public.set_date_of_death(uuid, date) to authenticated;
comment on function public.set_date_of_death(uuid, date) is
  'Enters the day on which an owner died, or (null) takes it back. For executors, once the plan is open after the death. HW006: not allowed. HW072: changed too often today. 22023: not a day in the past.';
