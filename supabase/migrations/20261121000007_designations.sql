-- The people an owner names: beneficiary, trustee or executor; their invitation and its answer.

-- An address in lower case that takes mail and is one address only. The rule of the functions (emailSchema) and of the
-- forms; a test compares them.
create function private.is_email(p_email text) returns boolean language sql immutable
  return char_length(p_email) <= 254
     and p_email ~ '^([a-z0-9_''+-]+\.)*[a-z0-9_''+-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$';
grant execute on function private.is_email(text) to authenticated;

create type public.designation_role as enum ('beneficiary', 'trustee', 'executor');
create type public.designation_status as enum ('pending', 'invited');

create table public.designations (
  id bigint generated always as identity primary key,
  owner_id uuid not null references auth.users (id) on delete cascade,
  owner_name text,
  person_name text not null check (private.is_name(person_name)),
  person_email text not null check (private.is_email(person_email)),
  beneficiary_user_id uuid references auth.users (id) on delete set null,
  role public.designation_role not null default 'beneficiary',
  status public.designation_status not null default 'pending',
  invited_at timestamptz,
  accepted_at timestamptz,
  declined_at timestamptz,
  revoked_at timestamptz,
  -- When the designee who had accepted deleted their account.
  left_at timestamptz,
  -- When the designee ended it themself. It is then revoked as well.
  stepped_down_at timestamptz,
  -- When the open question whether the designee's address still works was asked, and when it was last answered.
  address_asked_at timestamptz,
  address_confirmed_at timestamptz,
  -- Since when the designee's address refuses our mail; see the migration mail_events.
  mail_refused_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- For foreign keys that must refer to a row of the same owner.
  unique (id, owner_id),
  constraint designations_bound_is_accepted check (beneficiary_user_id is null or accepted_at is not null),
  constraint designations_one_answer check (accepted_at is null or declined_at is null),
  constraint designations_stepped_down_is_revoked check (stepped_down_at is null or revoked_at is not null)
);
create unique index designations_one_live on public.designations (owner_id, person_email)
  where revoked_at is null and declined_at is null;
create index designations_beneficiary on public.designations (beneficiary_user_id);
create index designations_person_email on public.designations (person_email) where accepted_at is null;
alter table public.designations enable row level security;
comment on table public.designations is 'Who may see whose plan. Matched by e-mail only until accepted, then bound to one account.';

-- The designations that give access. Only for security definer functions, because it shows all rows.
create view private.accepted_designations as
  select * from public.designations d where d.accepted_at is not null and d.revoked_at is null;

call private.add_plan_part('public.designations', $$
    'people', count(*) filter (where revoked_at is null and declined_at is null),
    'people_accepted', count(*) filter (where revoked_at is null and accepted_at is not null),
    'people_refusing_mail', count(*) filter (where revoked_at is null and declined_at is null and mail_refused_at is not null),
    'executors', count(*) filter (where revoked_at is null and declined_at is null and role = 'executor') $$,
  p_max_rows => 500, p_owner_column => 'owner_id', p_frozen => false);

-- The owner's name in an invitation is copied from the profile, because a client could send any name.
create function private.prepare_designation() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- This runs before the policy. Without this check the errors below would reveal another owner's name or address.
  if (select auth.uid()) <> new.owner_id then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  new.person_email := lower(btrim(new.person_email));
  new.person_name := btrim(new.person_name);
  select p.full_name into new.owner_name from public.profiles p where p.user_id = new.owner_id;
  if new.owner_name is null then
    raise exception 'the owner has no name yet' using errcode = 'HW011';
  end if;
  if new.person_email = (select lower(u.email) from auth.users u where u.id = new.owner_id) then
    raise exception 'no one names themself' using errcode = 'HW010';
  end if;
  return new;
end $$;

create trigger designations_prepare before insert on public.designations
  for each row execute function private.prepare_designation();

create function private.copy_owner_name_to_designations() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- Designees who were revoked keep the old name.
  update public.designations set owner_name = new.full_name where owner_id = new.user_id and revoked_at is null;
  return null;
end $$;

create trigger profiles_copy_owner_name after update of full_name on public.profiles
  -- If the owner deletes the name, invitations keep it, because they must always say who asks.
  for each row when (new.full_name is distinct from old.full_name and new.full_name is not null)
  execute function private.copy_owner_name_to_designations();

-- ---- when an invited person changes their address ----------------------------------------------------------
-- An invitation belongs to the person who had the address when it was sent, not to a later holder of the address. That
-- person is stored in a separate table, because owners can read their designations and must not learn who has an
-- account.
create table private.kept_invitations (
  designation_id bigint primary key references public.designations (id) on delete cascade,
  -- Null once that person's account is deleted: the invitation can no longer be accepted.
  user_id uuid references auth.users (id) on delete set null
);
create index kept_invitations_user on private.kept_invitations (user_id);
alter table private.kept_invitations enable row level security;
comment on table private.kept_invitations is 'Invitations not accepted, to an address that the invited person has changed since, and designations that ended with an account.';

create function private.keep_invitations_of_moved() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.kept_invitations (designation_id, user_id)
  select d.id, new.id from public.designations d
   where d.person_email = lower(old.email) and d.accepted_at is null
  on conflict (designation_id) do nothing;
  -- A person who returns to an earlier address is found by that address again.
  delete from private.kept_invitations k
   using public.designations d
   where k.user_id = new.id and d.id = k.designation_id and d.person_email = lower(new.email);
  return null;
end $$;

create trigger heartwood_keep_invitations_of_moved after update of email on auth.users
  for each row when (lower(new.email) is distinct from lower(old.email) and old.email_confirmed_at is not null)
  execute function private.keep_invitations_of_moved();

-- When a designee deletes their account, the invitation is open again to the address it was sent to, if that was still
-- theirs. Otherwise it ends, so that a later holder of that address does not inherit the role.
create function private.unbind_designations(p_user_id uuid, p_email text) returns void
  language sql security definer set search_path = '' as $$
  -- A later holder of the address must not even see a designation that has ended.
  insert into private.kept_invitations (designation_id)
  select d.id from public.designations d
   where d.beneficiary_user_id = p_user_id and (d.person_email <> lower(p_email) or d.revoked_at is not null)
  on conflict (designation_id) do nothing;
  update public.designations d
     set beneficiary_user_id = null,
         accepted_at = null,
         left_at = now(),
         address_asked_at = null,
         address_confirmed_at = null,
         mail_refused_at = null,
         invited_at = null,
         status = 'pending',
         revoked_at = case when d.person_email = lower(p_email) then d.revoked_at else coalesce(d.revoked_at, now()) end
   where d.beneficiary_user_id = p_user_id;
  -- A row of a frozen plan is not changed. Its kept invitation loses its person, and that is enough to close it.
  update public.designations d set revoked_at = now()
    from private.kept_invitations k
   where k.user_id = p_user_id and d.id = k.designation_id
     and d.revoked_at is null and not private.plan_is_frozen(d.owner_id);
$$;

create trigger designations_keep_frozen after insert or delete on public.designations
  for each row execute function private.keep_frozen('owner_id');
-- People who were named can still answer.
create trigger designations_keep_frozen_columns after update on public.designations
  for each row execute function private.keep_frozen(
    'owner_id', 'beneficiary_user_id', 'status', 'invited_at', 'accepted_at', 'declined_at', 'revoked_at', 'left_at',
    'stepped_down_at', 'address_asked_at', 'address_confirmed_at', 'mail_refused_at', 'updated_at');
-- A designee can leave a frozen plan, by stepping down or by deleting their account; nothing else may revoke them.
create trigger designations_keep_frozen_revoked after update on public.designations
  for each row when (new.revoked_at is distinct from old.revoked_at
                     and new.stepped_down_at is not distinct from old.stepped_down_at
                     and (old.beneficiary_user_id is null or new.beneficiary_user_id is not null))
  execute function private.keep_frozen('owner_id');

create function private.log_designation() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_row public.designations := coalesce(new, old);
  v_detail jsonb := jsonb_build_object('role', v_row.role, 'name', v_row.person_name);
begin
  -- Naming people is limited; removing them and bringing them back, which keeps the time of the row, is not.
  case
    when tg_op = 'DELETE' then perform private.log_unrefused(v_row.owner_id, 'designation_removed', v_detail);
    when v_row.created_at < now() then perform private.log_unrefused(v_row.owner_id, 'designation_added', v_detail);
    else perform private.log_repeatable(v_row.owner_id, 'designation_added', v_detail, p_per_day => 100);
  end case;
  return null;
end $$;

create table private.removal_notices (
  owner_id uuid not null references auth.users (id) on delete cascade,
  person_email text not null,
  told_at timestamptz not null default now(),
  primary key (owner_id, person_email)
);
alter table private.removal_notices enable row level security;
comment on table private.removal_notices is 'Of whose removal the people named in a plan were told within the last hour.';

-- A person who is removed or revoked during a review or soon after a stop, and everyone else who was named, learn of it:
-- it may have been done by a person who reads the owner's mail.
create function private.report_removed_person() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_is_review boolean;
  v_was_in_circle boolean;
begin
  if private.removals_kept_since(old.owner_id) is null then
    return null;
  end if;
  v_is_review := private.stopped_lately(old.owner_id)
              or exists (select from public.profiles p where p.user_id = old.owner_id and p.death_review = 'pending');
  -- While only the first hours are open, the circle and the owner alone may learn of anything; of a removed row the choices
  -- are kept.
  v_was_in_circle := exists (
      select from public.part_access a where a.designation_id = old.id and a.timing = 'first_hours'
      union all
      select from private.removed_part_access r where r.removed_id = old.id and r.timing = 'first_hours');
  if tg_op = 'UPDATE' then
    perform private.keep_removed(old.owner_id, 'designations', to_jsonb(old));
  end if;
  if old.accepted_at is not null and old.revoked_at is null then
    -- Revoking and bringing back in turn must not flood anyone: who was told of it within the hour knows. What is counted
    -- is this plan's removal of this person, so that no one else's removals keep the news from anyone.
    delete from private.removal_notices n
     where n.owner_id = old.owner_id and n.told_at <= now() - interval '1 hour';
    insert into private.removal_notices (owner_id, person_email) values (old.owner_id, old.person_email)
    on conflict do nothing;
    if not found then
      return null;
    end if;
    perform private.enqueue_mail('person_removed', u.email, jsonb_build_object(
        'recipient', case u.id when old.owner_id then 'owner' else 'designee' end, 'owner_id', old.owner_id,
        'owner_name', old.owner_name, 'actor_name', old.person_name,
        'is_removed', u.id is not distinct from old.beneficiary_user_id,
        'because', case when v_is_review then 'certificate' else 'first_hours' end), p_about => old.id::text)
      from auth.users u
     where u.id = old.owner_id
        or (v_is_review or v_was_in_circle)
           and u.id in (select old.beneficiary_user_id
                        union select d.beneficiary_user_id from private.accepted_designations d
                               where v_is_review and d.owner_id = old.owner_id
                        union select c.user_id from private.circle_of(old.owner_id) c);
  end if;
  return null;
end $$;

create trigger designations_report_removed after delete on public.designations
  for each row execute function private.report_removed_person();
create trigger designations_report_revoked after update of revoked_at on public.designations
  for each row when (old.revoked_at is null and new.revoked_at is not null and new.stepped_down_at is null
                     and new.beneficiary_user_id is not distinct from old.beneficiary_user_id)
  execute function private.report_removed_person();

-- Gives a revoked person their access back; false if the row itself was deleted and is to be inserted again.
create function private.bring_back_access(p_removed private.removed_rows) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_person public.designations := jsonb_populate_record(null::public.designations, p_removed.removed);
begin
  -- A person who deleted their account meanwhile has left for good: the address may have another holder.
  update public.designations d set revoked_at = null
   where d.id = v_person.id and d.owner_id = p_removed.owner_id
     and d.beneficiary_user_id is not distinct from v_person.beneficiary_user_id;
  if found then
    perform private.log_unrefused(p_removed.owner_id, 'designation_restored',
      jsonb_build_object('role', v_person.role, 'name', v_person.person_name));
    return true;
  end if;
  -- For the same reason an open invitation that was deleted stays deleted; the owner can name the person again.
  if v_person.accepted_at is null then
    raise exception 'invitation not available' using errcode = 'HW001';
  end if;
  return false;
end $$;

create trigger designations_log after insert or delete on public.designations
  for each row execute function private.log_designation();

-- ---- who the caller is ------------------------------------------------------------------------------------
-- The confirmed address, not the token's: a token is outdated after a change of address.
create function private.verified_email() returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select lower(u.email) from auth.users u
           where u.id = auth.uid() and u.email_confirmed_at is not null and not coalesce(u.is_anonymous, false));
end $$;
grant execute on function private.verified_email() to authenticated;

-- The owners who named the caller, if the caller accepted and was not revoked.
create function private.designated_owners() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query select d.owner_id from private.accepted_designations d where d.beneficiary_user_id = auth.uid();
end $$;

create function private.my_designation_ids() returns setof bigint
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query select d.id from private.accepted_designations d where d.beneficiary_user_id = auth.uid();
end $$;

-- Invitations that the caller has not accepted: sent to their confirmed address, or kept for them from an earlier one.
create function private.my_invitation_ids() returns setof bigint
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select d.id from public.designations d
     where d.accepted_at is null and d.person_email = (select private.verified_email())
       and not exists (select from private.kept_invitations k where k.designation_id = d.id)
    union all
    select d.id from private.kept_invitations k join public.designations d on d.id = k.designation_id
     where d.accepted_at is null and k.user_id = auth.uid();
end $$;
grant execute on function private.designated_owners(), private.my_designation_ids(), private.my_invitation_ids()
  to authenticated;

-- ---- grants and policies ----------------------------------------------------------------------------------
grant select, delete on public.designations to authenticated;
grant insert (owner_id, person_name, person_email, role) on public.designations to authenticated;
grant select on public.designations to service_role;

create policy designations_select_concerned on public.designations for select to authenticated
  using (
    owner_id = (select auth.uid())
    or beneficiary_user_id = (select auth.uid())
    -- As an array, so that the index is used: a subquery would run over every row.
    or id = any (array(select private.my_invitation_ids())));
create policy designations_insert_own on public.designations for insert to authenticated
  with check (owner_id = (select auth.uid()) and (select private.i_may_plan()) and (select private.require_known_browser()));
create policy designations_delete_own on public.designations for delete to authenticated
  using (owner_id = (select auth.uid()) and not (select private.my_plan_is_frozen()) and (select private.require_known_browser()));

-- Who is told what concerns the people named in a plan: the owner while no death is verified; and once one is verified, the
-- accepted trustees and executors, because the owner can't act. p_besides: not this person. p_in_review: trustees and
-- executors are told while a certificate is under review, too, because it leaves someone whom the plan needs now.
create function private.who_looks_after(
  p_owner_id uuid, p_besides uuid default null, p_in_review boolean default false)
  returns table (email text, recipient text)
  language sql stable security definer set search_path = '' as $$
  select u.email, 'owner' from public.profiles p join auth.users u on u.id = p.user_id
   where p.user_id = p_owner_id and not p.is_deceased
  union
  select u.email, 'designee'
    from public.profiles p
    join private.accepted_designations d on d.owner_id = p.user_id
    join auth.users u on u.id = d.beneficiary_user_id
   where p.user_id = p_owner_id and (p.is_deceased or p_in_review and p.death_review = 'pending')
     and d.role in ('trustee', 'executor') and u.id is distinct from p_besides
$$;

-- ---- the answer of the invited person ---------------------------------------------------------------------
-- The same error for unknown, foreign, revoked and answered otherwise, because the ids of invitations can be guessed and
-- must reveal nothing.
create function private.answer_designation_invite(p_id bigint, p_accept boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_answer text := case when p_accept then 'invitation_accepted' else 'invitation_declined' end;
  v_row public.designations;
begin
  update public.designations d
     set beneficiary_user_id = case when p_accept then auth.uid() end,
         accepted_at = case when p_accept then now() end,
         declined_at = case when p_accept then null else now() end,
         -- The code to sign in with came to the address.
         mail_refused_at = null,
         status = 'invited'
   where d.id = p_id
     and d.id in (select private.my_invitation_ids())
     and d.owner_id <> auth.uid()
     and d.accepted_at is null and d.declined_at is null and d.revoked_at is null
  returning d.* into v_row;
  if not found then
    -- A second press, or a try again after a lost answer: the caller has already answered this.
    perform from public.designations d
     where d.id = p_id and d.revoked_at is null
       and case when p_accept then d.beneficiary_user_id = auth.uid()
                else d.declined_at is not null and d.id in (select private.my_invitation_ids()) end;
    if not found then
      raise exception 'invitation not available' using errcode = 'HW001';
    end if;
    return;
  end if;
  perform private.log_event(v_row.owner_id, v_answer, jsonb_build_object('role', v_row.role));
  perform private.enqueue_mail(v_answer, people.email, jsonb_build_object(
      'recipient', people.recipient, 'owner_id', v_row.owner_id, 'owner_name', v_row.owner_name,
      'actor_name', v_row.person_name, 'role', v_row.role))
    from private.who_looks_after(v_row.owner_id, auth.uid()) people;
  -- What to do on the day is searched for years later, in their own mail.
  perform private.enqueue_mail(case when p_accept then 'you_accepted' else 'you_declined' end, u.email, jsonb_build_object(
      'recipient', 'designee', 'owner_id', v_row.owner_id, 'owner_name', v_row.owner_name, 'role', v_row.role,
      'state', case when p.release_at <= now() then 'released' when p.is_deceased then 'waiting'
                    when p.death_review = 'pending' then 'under_review' else 'living' end))
    from auth.users u, public.profiles p where u.id = auth.uid() and p.user_id = v_row.owner_id;
end $$;

create function public.accept_designation_invite(designation_id bigint) returns void
  language sql security invoker set search_path = '' as $$ select private.answer_designation_invite(designation_id, true) $$;
comment on function public.accept_designation_invite(bigint) is 'Binds an open invitation to the caller, whose confirmed address it names; a second call changes nothing. HW001: not available.';

create function public.decline_designation_invite(designation_id bigint) returns void
  language sql security invoker set search_path = '' as $$ select private.answer_designation_invite(designation_id, false) $$;
grant execute on function private.answer_designation_invite(bigint, boolean), public.accept_designation_invite(bigint),
  public.decline_designation_invite(bigint) to authenticated;
comment on function public.decline_designation_invite(bigint) is 'Declines an open invitation to the caller; a second call changes nothing. HW001: not available.';

create function private.revoke_designation(p_id bigint) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_row public.designations;
begin
  perform private.require_known_browser();
  if private.my_plan_is_frozen() then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  select d.* into v_row from public.designations d where d.id = p_id and d.owner_id = auth.uid() for update;
  if not found then
    raise exception 'invitation not available' using errcode = 'HW001';
  end if;
  -- A second press, or a try again after a lost answer.
  if v_row.revoked_at is not null then
    return;
  end if;
  update public.designations d set revoked_at = now() where d.id = p_id;
  perform private.log_unrefused(
    v_row.owner_id, 'designation_revoked', jsonb_build_object('role', v_row.role, 'name', v_row.person_name));
end $$;

create function public.revoke_designation(designation_id bigint) returns void
  language sql security invoker set search_path = '' as $$ select private.revoke_designation(designation_id) $$;
grant execute on function private.revoke_designation(bigint), public.revoke_designation(bigint) to authenticated;
comment on function public.revoke_designation(bigint) is 'Ends what the caller gave to a designee; the row stays; a second call changes nothing. HW001: not available, HW005: plan frozen, HW080: the browser is new to the account.';

-- ---- the owner changes a role ---------------------------------------------------------------------------------
-- A person who accepted is told, with the role they knew and the one they have. An invitation shows the role by itself
-- where it is answered.
create function private.tell_of_new_role(p_before public.designations, p_role public.designation_role) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  -- Nothing more is written to a designee who has died: family reads that mailbox.
  v_email text := (select u.email from auth.users u join public.profiles p on p.user_id = u.id
                    where u.id = p_before.beneficiary_user_id and (not p.is_deceased or p.release_at > now()));
  -- Tells them nothing as long as it waits. Locked, so that it does not leave meanwhile.
  v_waiting private.mail_outbox;
begin
  if v_email is null then
    return;
  end if;
  select m.* into v_waiting from private.mail_outbox m
   where m.to_email = v_email and m.kind = 'role_changed' and m.line = p_before.owner_id::text
     and m.about = p_before.id::text and m.sent_at is null and m.attempts = 0
     for update skip locked;
  -- Changed back before they were told: there is nothing to tell.
  if v_waiting.payload ->> 'from' = p_role::text then
    delete from private.mail_outbox m where m.id = v_waiting.id;
    return;
  end if;
  perform private.enqueue_mail('role_changed', v_email, jsonb_build_object(
      'recipient', 'designee', 'owner_id', p_before.owner_id, 'owner_name', p_before.owner_name,
      'from', coalesce(v_waiting.payload ->> 'from', p_before.role::text), 'role', p_role),
    p_about => p_before.id::text);
end $$;

-- What the person may read follows at once, because every policy asks for the role; what the owner chose for them stays. Not
-- while a certificate is under review: whom it concerns depends on the roles, and a person who reads the owner's mail could
-- take an executor out of it without anyone else learning of it, as they do of a removal.
create function private.change_designation_role(p_id bigint, p_role public.designation_role) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_before public.designations;
  v_detail jsonb;
  v_review public.death_review;
begin
  perform private.require_known_browser();
  -- Makes a certificate that is submitted at this moment wait, or waits for it.
  select p.death_review into v_review from public.profiles p where p.user_id = auth.uid() for share;
  if private.my_plan_is_frozen() then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  if p_role is null then
    raise exception 'there is no such role' using errcode = '22023';
  end if;
  if v_review = 'pending' then
    raise exception 'a certificate is under review' using errcode = 'HW095';
  end if;
  -- Two calls at once wait for each other, because each compares with the role before.
  select d.* into v_before from public.designations d
   where d.id = p_id and d.owner_id = auth.uid() and d.revoked_at is null and d.declined_at is null
     for no key update;
  if not found then
    raise exception 'designation not available' using errcode = 'HW001';
  end if;
  -- A second press, or a try again after a lost answer.
  if p_role = v_before.role then
    return;
  end if;
  v_detail := jsonb_build_object('name', v_before.person_name, 'role', v_before.role, 'new_role', p_role);
  -- As for single parts, giving less depends on no payment.
  if p_role > v_before.role then
    if not private.i_may_plan() then
      raise exception 'not allowed' using errcode = '42501';
    end if;
    perform private.log_repeatable(v_before.owner_id, 'role_changed', v_detail, p_per_day => 100);
  else
    perform private.log_unrefused(v_before.owner_id, 'role_changed', v_detail);
  end if;
  update public.designations d set role = p_role where d.id = p_id;
  -- A choice that is now the role's rule needs no row, so that the rows are the exceptions.
  delete from public.part_access a
   where a.designation_id = p_id and a.timing <> 'never'
     and a.timing = (select private.timing_of_role(p, p_role) from private.plan_parts p where p.choice = a.choice limit 1);
  perform private.tell_of_new_role(v_before, p_role);
end $$;

create function public.change_designation_role(designation_id bigint, role public.designation_role) returns void
  language sql security invoker set search_path = '' as $$ select private.change_designation_role(designation_id, role) $$;
grant execute on function private.change_designation_role(bigint, public.designation_role),
  public.change_designation_role(bigint, public.designation_role) to authenticated;
comment on function public.change_designation_role(bigint, public.designation_role) is
  'Gives a person whom the caller named another role, who is told if they accepted; a second call changes nothing. HW001: no open or accepted designation of the caller, HW005: plan frozen, HW072: changed too often today, HW080: the browser is new to the account, HW095: a certificate is under review, 42501: a role that sees more needs membership.';

-- ---- a designee steps down ------------------------------------------------------------------------------------
-- In any state of the plan, because no one may be held in a role. It writes the designee's own row alone.
create function private.step_down(p_id bigint) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_row public.designations;
begin
  update public.designations d set revoked_at = now(), stepped_down_at = now()
   where d.id = p_id and d.beneficiary_user_id = auth.uid() and d.accepted_at is not null and d.revoked_at is null
  returning d.* into v_row;
  if not found then
    -- A second press, a try again after a lost answer, or the owner has ended it meanwhile.
    perform from public.designations d where d.id = p_id and d.beneficiary_user_id = auth.uid();
    if not found then
      raise exception 'invitation not available' using errcode = 'HW001';
    end if;
    return;
  end if;
  perform private.log_event(
    v_row.owner_id, 'stepped_down', jsonb_build_object('role', v_row.role, 'name', v_row.person_name));
  perform private.enqueue_mail('stepped_down', people.email, jsonb_build_object(
      'recipient', people.recipient, 'owner_id', v_row.owner_id, 'owner_name', v_row.owner_name,
      'actor_name', v_row.person_name, 'role', v_row.role))
    from private.who_looks_after(v_row.owner_id, auth.uid(), p_in_review => true) people;
end $$;

create function public.step_down(designation_id bigint) returns void
  language sql security invoker set search_path = '' as $$ select private.step_down(designation_id) $$;
grant execute on function private.step_down(bigint), public.step_down(bigint) to authenticated;
comment on function public.step_down(bigint) is 'Ends the caller''s own role in an owner''s plan, in any state of it; a second call changes nothing. HW001: not available.';

-- ---- sending the invitation, for the function send-designation-invite ---------------------------------------
create table private.designation_invites (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references auth.users (id) on delete cascade,
  -- A table separate from designations, so that removing and adding a person again does not reset the limits.
  designation_id bigint references public.designations (id) on delete set null,
  person_email text not null,
  begun_at timestamptz not null default now(),
  attempts integer not null default 1,
  -- When its mail leaves: at once, or when fewer were sent to the address.
  sends_at timestamptz not null default now(),
  -- Set when the mail could not be sent. The next try uses the same row: if the mail was sent after all, the provider
  -- recognizes the id and does not deliver it twice.
  failed_at timestamptz
);
create index designation_invites_begun on private.designation_invites (begun_at);
create index designation_invites_owner on private.designation_invites (owner_id, begun_at);
create index designation_invites_designation on private.designation_invites (designation_id);
create index designation_invites_email on private.designation_invites (person_email, sends_at);
alter table private.designation_invites enable row level security;
comment on table private.designation_invites is 'Invitations sent or being sent, for the cooldown and the daily caps.';

create function public.begin_designation_invite(p_designation_id bigint, p_owner_id uuid)
  returns table (
    invite_id uuid, owner_name text, person_name text, person_email text, role public.designation_role,
    sends_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
declare
  c_pause constant interval := '60 seconds';
  v_designation public.designations;
  v_invite uuid;
  v_sends_at timestamptz;
begin
  -- Only one call per owner at a time, because parallel calls could exceed the limits.
  perform from public.profiles p where p.user_id = p_owner_id for update;
  select d.* into v_designation from public.designations d
   where d.id = p_designation_id and d.owner_id = p_owner_id
     and d.accepted_at is null and d.declined_at is null and d.revoked_at is null;
  if not found then
    raise exception 'invitation not available' using errcode = 'HW001';
  end if;
  if private.plan_is_frozen(p_owner_id) then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  if exists (select from private.designation_invites i
              where i.owner_id = p_owner_id and i.person_email = v_designation.person_email
                and i.failed_at is null and i.begun_at > now() - c_pause) then
    raise exception 'an invitation was sent just now' using errcode = 'HW020', detail = extract(epoch from c_pause)::integer;
  end if;
  -- Limits per day: 20 mails and 40 tries per owner, 3 mails per owner to one address.
  if (select count(*) filter (where i.failed_at is null) >= 20
             or sum(i.attempts) >= 40
             or count(*) filter (where i.failed_at is null and i.person_email = v_designation.person_email) >= 3
        from private.designation_invites i
       where i.owner_id = p_owner_id and i.begun_at > now() - interval '1 day') then
    raise exception 'too many invitations today' using errcode = 'HW021';
  end if;
  -- Of all owners together 20 mails a day go to one address. No stranger may keep a person from being invited, so an
  -- owner's first one is not refused but leaves when there is room again; only sending again is.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.invitations to ' || v_designation.person_email, 0));
  v_sends_at := coalesce(
    (select i.sends_at + interval '1 day' from private.designation_invites i
      where i.person_email = v_designation.person_email and i.failed_at is null
      order by i.sends_at desc offset 19 limit 1), '-infinity');
  if v_sends_at > now() and exists (
    select from private.designation_invites i
     where i.owner_id = p_owner_id and i.person_email = v_designation.person_email and i.failed_at is null) then
    raise exception 'too many invitations to this address today' using errcode = 'HW021';
  end if;
  -- None a week late, so that not even many owners together keep a person from being invited.
  v_sends_at := greatest(least(v_sends_at, now() + interval '7 days'), now());
  update private.designation_invites i
     set failed_at = null, begun_at = now(), sends_at = v_sends_at, attempts = i.attempts + 1
   where i.designation_id = p_designation_id and i.failed_at > now() - interval '1 day'
  returning i.id into v_invite;
  if v_invite is null then
    insert into private.designation_invites (owner_id, designation_id, person_email, begun_at, sends_at)
      values (p_owner_id, p_designation_id, v_designation.person_email, now(), v_sends_at)
      returning id into v_invite;
  end if;
  return query
    select v_invite, v_designation.owner_name, v_designation.person_name,
           -- The current address of the invited person; the owner does not learn it.
           coalesce(
             (select lower(u.email) from private.kept_invitations k join auth.users u on u.id = k.user_id
               where k.designation_id = p_designation_id),
             v_designation.person_email),
           v_designation.role,
           nullif(v_sends_at, now());
end $$;
grant execute on function public.begin_designation_invite(bigint, uuid) to service_role;
comment on function public.begin_designation_invite(bigint, uuid) is
  'Checks that p_owner_id may send this invitation now and counts it. HW001: not available, HW005: frozen, HW020: 60 s not over, HW021: daily cap. sends_at: when its mail may leave, for queue_designation_invite; null: now.';

-- An invitation to an address that many invited today: the mail waits in the outbox.
create function public.queue_designation_invite(p_invite_id uuid, p_to_email text, p_payload jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform public.queue_mail(p_invite_id, 'invitation', p_to_email, p_payload);
  update private.mail_outbox m set next_attempt_at = i.sends_at
    from private.designation_invites i
   where i.id = p_invite_id and m.id = i.id and m.attempts = 0 and m.sent_at is null;
end $$;
grant execute on function public.queue_designation_invite(uuid, text, jsonb) to service_role;
comment on function public.queue_designation_invite(uuid, text, jsonb) is
  'Queues the mail of an invitation that begin_designation_invite let leave later; a second call changes nothing.';

-- An invitation that still waits is not sent to a person who was removed or revoked, or who has answered meanwhile.
create function private.drop_waiting_invitation() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.mail_outbox m
   where m.id = any (array(
     select w.id from private.designation_invites i join private.mail_outbox w on w.id = i.id
      where i.designation_id = old.id and w.sent_at is null
        for update of w skip locked));
  return coalesce(new, old);
end $$;

-- Before, because a deletion takes the designation from its invitations.
create trigger designations_drop_waiting_invitation
  before delete or update of accepted_at, declined_at, revoked_at on public.designations
  for each row execute function private.drop_waiting_invitation();

create function public.finish_designation_invite(p_invite_id uuid, p_sent boolean) returns void
  language sql security definer set search_path = '' as $$
  update public.designations d set status = 'invited', invited_at = now(), mail_refused_at = null
    from private.designation_invites i
   where i.id = p_invite_id and d.id = i.designation_id and p_sent;
  update private.designation_invites i set failed_at = now() where i.id = p_invite_id and p_sent is not true;
$$;
grant execute on function public.finish_designation_invite(uuid, boolean) to service_role;
comment on function public.finish_designation_invite(uuid, boolean) is 'Marks the designation as invited, or the try as failed.';
