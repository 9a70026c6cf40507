-- Deletes an account. Deleting the user is the decisive step: the same transaction deletes the rows, and queues the
-- mails and the removal of every file. If the function that asked for it dies before or after, nothing is half done.

-- A person who can read a dead owner's mail could sign in and delete the plan. So an account cannot be deleted during a
-- review or a release, nor for seven days after the owner's stop, so that the designees who were told can still act. Nor
-- while the first hours are open or announced, and for seven days after they were closed or their time ended.
create function private.refuse_deletion_under_review(p_user_id uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.profiles p
              where p.user_id = p_user_id and p.death_review in ('pending', 'approved')) then
    raise exception 'a death is under review or verified' using errcode = 'HW060';
  end if;
  if exists (select from private.opening_states s where s.owner_id = p_user_id and (s.is_open or s.is_announced)) then
    raise exception 'the first hours are open' using errcode = 'HW092';
  end if;
end $$;

create function private.require_deletable(p_user_id uuid, p_now timestamptz default now()) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_deletion_under_review(p_user_id);
  if private.stopped_lately(p_user_id, p_now) then
    raise exception 'a review or a release was stopped lately'
      using errcode = 'HW061', detail = extract(epoch from interval '7 days')::integer;
  end if;
  if exists (select from private.opening_states s
              where s.owner_id = p_user_id and coalesce(s.closed_at, s.ends_at) > p_now - interval '7 days') then
    raise exception 'the first hours ended lately' using errcode = 'HW092';
  end if;
end $$;

create function public.account_to_delete(p_user_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select private.require_deletable(p_user_id);
  select lower(u.email) from auth.users u join public.profiles p on p.user_id = u.id where u.id = p_user_id;
$$;
grant execute on function public.account_to_delete(uuid) to service_role;
comment on function public.account_to_delete(uuid) is
  'The address of an account that may be deleted; null when there is none any more. HW060: a death is under review or verified, HW061: that was stopped less than 7 days ago, HW092: the first hours are open, or ended less than 7 days ago.';

create function private.mail_account_deletion(p_user_id uuid, p_email text) returns void
  language sql security definer set search_path = '' as $$
  -- The family may read the mailbox of someone who has died, and has to read there of nothing that they did.
  select private.enqueue_mail('account_deleted', p_email, jsonb_build_object('recipient', 'owner'))
   where not exists (select from public.profiles p where p.user_id = p_user_id and p.is_deceased);
  -- The people whom the person named.
  select private.enqueue_mail('plan_deleted', u.email,
           jsonb_build_object('recipient', 'designee', 'owner_name', d.owner_name, 'role', d.role,
                              'is_deceased', coalesce(p.is_deceased, false)), p_plan => p_user_id)
    from private.accepted_designations d
    join auth.users u on u.id = d.beneficiary_user_id
    left join public.profiles p on p.user_id = d.owner_id
   where d.owner_id = p_user_id;
  -- Those who can name another person, or have to know that they are fewer.
  select private.enqueue_mail('designee_left', people.email, jsonb_build_object(
           'recipient', people.recipient, 'owner_id', d.owner_id, 'owner_name', d.owner_name,
           'actor_name', d.person_name, 'role', d.role))
    from private.accepted_designations d cross join private.who_looks_after(d.owner_id, p_user_id) people
   where d.beneficiary_user_id = p_user_id;
$$;

-- Includes files that no row names.
create function private.queue_files_of_account(p_user_id uuid) returns void
  language sql security definer set search_path = '' as $$
  insert into private.file_removals (bucket_id, path)
  select o.bucket_id, o.name from private.files_of(p_user_id) o
  on conflict do nothing
$$;

-- What happens when a user is deleted. The mails come first, because after the designations are unbound the recipients
-- are unknown. Foreign keys delete the person's own rows.
create function private.end_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('heartwood.closing_account', true), '') <> old.id::text then
    perform private.refuse_deletion_under_review(old.id);
  end if;
  if old.email_confirmed_at is not null then
    perform private.lock_folder(old.id::text);
    perform private.mail_account_deletion(old.id, old.email);
    perform private.queue_files_of_account(old.id);
  end if;
  perform private.unbind_designations(old.id, old.email);
  return old;
end $$;

create trigger heartwood_end_account before delete on auth.users for each row execute function private.end_account();

-- ---- the account of someone who has died, closed at the family's wish -------------------------------------------
-- In two steps, 30 days apart, because what others wrote and what is for a later day goes with it: one relative's word must
-- not be enough to take it from the others.
create table private.account_closings (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  announced_at timestamptz not null default now(),
  closes_on date not null
);
alter table private.account_closings enable row level security;
comment on table private.account_closings is 'Accounts that the operator announced to close. Void once a later decision was made about the death.';

create function private.undelivered_messages(p_owner_id uuid) returns integer
  language sql stable security definer set search_path = '' as $$
  select count(distinct l.id)::integer from private.later_messages l
   where l.owner_id = p_owner_id
     and not exists (select from private.messages_told t where t.message_id = l.id and t.deliver_on = l.deliver_on)
$$;

create view admin.account_closings as
  select c.owner_id, p.full_name as owner_name, c.announced_at, c.closes_on,
         private.undelivered_messages(c.owner_id) as undelivered_messages
    from private.account_closings c join public.profiles p on p.user_id = c.owner_id
   where c.announced_at > p.death_reviewed_at
   order by c.closes_on;
comment on view admin.account_closings is 'The accounts that are announced to be closed, from which day on admin.close_account closes them, and how many messages for a later day would reach no one.';

create function private.mail_closing(p_owner_id uuid, p_kind text, p_closes_on date) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  v_people integer;
begin
  select count(private.enqueue_mail(p_kind, people.email, jsonb_build_object(
           'recipient', 'designee', 'owner_id', p_owner_id, 'owner_name', people.owner_name, 'closes_on', p_closes_on)))
    into v_people
    -- A person who was named twice gets one mail.
    from (select distinct u.email, d.owner_name
            from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
           where d.owner_id = p_owner_id) people;
  return v_people;
end $$;

create function admin.close_account(owner_id uuid, even_with_undelivered boolean default false) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_closing private.account_closings;
  v_undelivered integer;
begin
  perform from public.profiles p where p.user_id = $1 and p.release_at <= now();
  if not found then
    raise exception 'only the account of a person whose plan was opened after their death is closed like this' using errcode = 'HW030';
  end if;
  v_undelivered := private.undelivered_messages($1);
  if v_undelivered > 0 and not even_with_undelivered then
    raise exception '% of the messages in this plan are for a later day and would reach no one', v_undelivered
      using errcode = 'HW030', hint = 'If the family wants that: admin.close_account(…, even_with_undelivered => true).';
  end if;
  select c.* into v_closing from private.account_closings c join public.profiles p on p.user_id = c.owner_id
   where c.owner_id = $1 and c.announced_at > p.death_reviewed_at;
  if not found then
    insert into private.account_closings as c (owner_id, closes_on) values ($1, current_date + 30)
    on conflict on constraint account_closings_pkey
      do update set announced_at = now(), closes_on = excluded.closes_on
    returning c.* into v_closing;
    return format('Announced to %s people. Nothing is deleted yet. Call this again on %s or later to close the account; admin.keep_account takes it back.',
                  private.mail_closing($1, 'account_closing', v_closing.closes_on), v_closing.closes_on);
  elsif v_closing.closes_on > current_date then
    return format('Was announced on %s. Call this again on %s or later to close the account; admin.keep_account takes it back.',
                  v_closing.announced_at::date, v_closing.closes_on);
  end if;
  perform set_config('heartwood.closing_account', $1::text, true);
  delete from auth.users u where u.id = $1;
  return 'Closed. The plan and its files are gone.';
end $$;
comment on function admin.close_account(uuid, boolean) is
  'Closes the account of someone who has died and whose plan is open, because the family asks for it. The first call announces it to everyone who accepted, with a day 30 days off; a call from that day on deletes the plan and its files for good. Refused while messages are for a later day, unless even_with_undelivered.';

create function admin.keep_account(owner_id uuid) returns text
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.account_closings c using public.profiles p
   where c.owner_id = $1 and p.user_id = c.owner_id and c.announced_at > p.death_reviewed_at;
  if not found then
    return 'It was not announced to be closed.';
  end if;
  return format('Stays open. Told %s people.', private.mail_closing($1, 'account_kept', null));
end $$;
comment on function admin.keep_account(uuid) is 'Takes back that an account is announced to be closed, and tells everyone who was told.';

-- ---- removing the files at once, for the function delete-account ---------------------------------------------
-- Arrays, because the number of rows in an answer is limited.
create function public.files_of_deleted(p_user_id uuid) returns table (bucket_id text, paths text[])
  language sql stable security definer set search_path = '' as $$
  select r.bucket_id, array_agg(r.path) from private.file_removals r
   where starts_with(r.path, p_user_id::text || '/')
     and not exists (select from auth.users u where u.id = p_user_id)
   group by r.bucket_id
$$;
grant execute on function public.files_of_deleted(uuid) to service_role;
comment on function public.files_of_deleted(uuid) is 'The files of a deleted account that wait for their removal.';

create function public.settle_files_of_deleted(p_user_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from private.file_removals r
   where starts_with(r.path, p_user_id::text || '/')
     and not exists (select from storage.objects o where o.bucket_id = r.bucket_id and o.name = r.path)
$$;
grant execute on function public.settle_files_of_deleted(uuid) to service_role;
comment on function public.settle_files_of_deleted(uuid) is 'Takes those off the list that are gone; the rest is left to housekeeping.';
