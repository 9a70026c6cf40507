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
  select private.enqueue_mail('account_deleted', p_email, jsonb_build_object('recipient', 'owner'));
  -- The people whom the person named.
  select private.enqueue_mail('plan_deleted', u.email,
           jsonb_build_object('recipient', 'designee', 'owner_name', d.owner_name, 'role', d.role), p_plan => p_user_id)
    from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
   where d.owner_id = p_user_id;
  -- The owners who named the person, and can still name another one.
  select private.enqueue_mail('designee_left', u.email,
           jsonb_build_object('recipient', 'owner', 'actor_name', d.person_name, 'role', d.role))
    from private.accepted_designations d
    join auth.users u on u.id = d.owner_id
    join public.profiles p on p.user_id = d.owner_id
   where d.beneficiary_user_id = p_user_id and not p.is_deceased;
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

-- For the dashboard, where deleting the user is refused as long as a death is under review or verified, or the first hours
-- are open or announced.
create function admin.close_account(owner_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('heartwood.closing_account', $1::text, true);
  delete from auth.users u where u.id = $1;
end $$;
comment on function admin.close_account(uuid) is
  'Deletes the account of a person whose death is under review or verified, or whose first hours are open or announced, because the family asks for it. Open first hours end with it: look at admin.openings first. The plan and its files are gone for good, and everyone named gets a mail.';

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
