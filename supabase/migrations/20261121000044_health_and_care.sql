-- What an emergency room asks for, and the signed papers about who decides. It is read by people whom the owner chose for it,
-- and by no one else. An administrator switches the part on (`admin.set_health`), and an owner has to consent before
-- anything is kept. No function, email or line of the history repeats what is written here.

create function admin.set_health(enabled boolean) returns void
  language sql security definer set search_path = ''
  as $$ update private.plan_parts set is_offered = enabled where choice = 'health' $$;
comment on function admin.set_health(boolean) is
  'Turns Health & Care, a part of plans, on or off; how the system is doing is admin.health. While it is off, no one named reads it and nothing is added; owners can still read, export and delete theirs. Read docs/operating.md first: laws about health data apply.';

create function private.parts_not_offered() returns text[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select distinct p.choice from private.plan_parts p where not p.is_offered order by 1);
end $$;

create function public.parts_not_offered() returns text[]
  language sql stable security invoker set search_path = '' as $$ select private.parts_not_offered() $$;
grant execute on function private.parts_not_offered(), public.parts_not_offered() to authenticated;
comment on function public.parts_not_offered() is 'The parts of a plan that this installation does not offer, by the names under which owners choose for them.';

-- ---- the consent ----------------------------------------------------------------------------------------------
-- Rows of the part refer to it, so that none can be kept without it.
create table public.health_consents (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- The day of the words that were agreed to, as the page /privacy/health gives it.
  worded_on date not null check (worded_on between '2026-01-01' and '2199-12-31'),
  -- When they were agreed to; again, when the words have changed.
  created_at timestamptz not null default now()
);
alter table public.health_consents enable row level security;
comment on table public.health_consents is 'Who agreed that we keep what they write about their health, when, and to which words. Withdrawn by withdraw_health_consent alone.';

-- Later it must still be possible to say when someone agreed, and to repeat a withdrawal after a backup was restored. Who
-- agrees and withdraws in turn must not fill the history.
create function private.report_health_consent() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_repeatable(new.user_id, 'health_consent_given', p_per_day => 20);
  return new;
end $$;
create trigger health_consents_report after insert on public.health_consents
  for each row execute function private.report_health_consent();

create function private.renew_health_consent() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.created_at := now();
  perform private.log_repeatable(new.user_id, 'health_consent_given', p_per_day => 20);
  return new;
end $$;
create trigger health_consents_renew before update on public.health_consents
  for each row when (new.worded_on > old.worded_on) execute function private.renew_health_consent();

create function private.health_is_offered() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.plan_parts p where p.choice = 'health' and p.is_offered);
end $$;

create function private.may_write_health() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.i_may_plan() and private.health_is_offered();
end $$;
grant execute on function private.may_write_health() to authenticated;

-- Whether a person may upload a file about their health, besides the rules of every file.
create function private.may_upload_about_health(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.health_consents c where c.user_id = p_user_id)
     and private.health_is_offered();
end $$;

grant select on public.health_consents to authenticated, service_role;
create policy health_consents_select_own on public.health_consents for select to authenticated
  using (user_id = (select auth.uid()));
grant insert (user_id, worded_on), update (worded_on) on public.health_consents to authenticated;
create policy health_consents_insert_own on public.health_consents for insert to authenticated
  with check (user_id = (select auth.uid()) and worded_on <= current_date and (select private.may_write_health()));
create policy health_consents_update_own on public.health_consents for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write_health()))
  with check (user_id = (select auth.uid()) and worded_on <= current_date);

-- What is removed in other ways is kept during a review or an opening; what someone took their consent from is kept nowhere.
-- So it waits in a browser that is new to the account, and until the owner has stopped or closed what is
-- going on: someone else who holds the owner's phone must not be able to blind the people at the bedside.
create function private.withdraw_health_consent() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_tables text[] := array(select p.table_name from private.plan_parts p where p.choice = 'health');
begin
  perform private.require_known_browser();
  if exists (select from private.opening_states s where s.owner_id = auth.uid() and (s.is_open or s.is_announced)) then
    raise exception 'the first hours are open' using errcode = 'HW093';
  end if;
  perform private.refuse_deletion_under_review(auth.uid());
  -- An upload that has begun ends before this, or is refused after it; locked in the same order as there.
  perform from auth.users u where u.id = auth.uid() for key share;
  perform private.lock_folder(auth.uid()::text);
  -- In the order of bring_back_removed.
  perform from private.removed_rows r where r.owner_id = auth.uid() and r.table_name = any (v_tables) for update;
  delete from public.health_consents c where c.user_id = auth.uid();
  if found then
    perform private.log_event(auth.uid(), 'health_consent_withdrawn');
  end if;
  -- Who agrees again chooses again: no one may read what is written then because of an earlier choice.
  delete from public.part_access a where a.owner_id = auth.uid() and a.choice = 'health' and a.timing <> 'never';
  delete from private.removed_part_access a where a.owner_id = auth.uid() and a.choice = 'health' and a.timing <> 'never';
  delete from private.removed_rows r where r.owner_id = auth.uid() and r.table_name = any (v_tables);
  -- What people marked after a press that was wrong, in words that quote it.
  delete from public.step_marks m where m.owner_id = auth.uid() and split_part(m.step_key, ':', 1) = any (v_tables);
  -- Those too that no row names, as of a row that was not saved. In a review or an opening the others would wait a week.
  insert into private.file_removals (bucket_id, path)
  select f.bucket_id, f.name from private.files_of(auth.uid()) f
   where f.bucket_id = 'documents' and starts_with(f.name, auth.uid()::text || '/health/')
  on conflict (bucket_id, path) do update set next_attempt_at = now();
end $$;

create function public.withdraw_health_consent() returns void
  language sql security invoker set search_path = '' as $$ select private.withdraw_health_consent() $$;
grant execute on function private.withdraw_health_consent(), public.withdraw_health_consent() to authenticated;
comment on function public.withdraw_health_consent() is
  'Ends the caller''s consent and deletes all of their Health & Care: rows, files, what is kept of removed rows, marks of its steps, and who was chosen to read it; a second call changes nothing. HW060: a death is under review or verified, HW080: the browser is new to the account, HW093: the first hours are open.';

-- ---- what they should know ----------------------------------------------------------------------------------------
create type public.donor_decision as enum ('yes', 'no', 'undecided');

create table public.health_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.health_consents (user_id) on delete cascade,
  blood_thinner text check (char_length(blood_thinner) <= 200),
  -- Together they fit a printed page.
  allergies text check (char_length(allergies) <= 300),
  medicines text check (char_length(medicines) <= 1000),
  implants text check (char_length(implants) <= 300),
  conditions text check (char_length(conditions) <= 500),
  proxy_name text check (char_length(proxy_name) <= 120),
  proxy_phone text check (char_length(proxy_phone) <= 40),
  second_proxy_name text check (char_length(second_proxy_name) <= 120),
  second_proxy_phone text check (char_length(second_proxy_phone) <= 40),
  doctor_name text check (char_length(doctor_name) <= 120),
  doctor_phone text check (char_length(doctor_phone) <= 40),
  communication text check (char_length(communication) <= 300),
  donor public.donor_decision,
  care_note text check (char_length(care_note) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.health_notes enable row level security;
comment on table public.health_notes is 'At most one row a plan. Never a number of an insurance, a code, a blood group or an order about resuscitation.';
comment on column public.health_notes.updated_at is 'When the owner last saved it or said that all of it is still right: readers are told, because medicines change.';
comment on column public.health_notes.proxy_name is 'Who decides when the owner cannot; only a signed paper gives that right.';
comment on column public.health_notes.communication is 'How to talk with the owner: language, hearing.';

call private.add_plan_part('public.health_notes', $$ 'health', count(*) $$, p_tabs => '{health}', p_max_rows => 1,
  p_choice => 'health', p_opens_early => 'ill', p_never_by_default => true, p_offered => false);

grant select on public.health_notes to authenticated;
create policy health_notes_select_concerned on public.health_notes for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('health'))));
grant insert (id, user_id, blood_thinner, allergies, medicines, implants, conditions, proxy_name, proxy_phone,
    second_proxy_name, second_proxy_phone, doctor_name, doctor_phone, communication, donor, care_note)
  on public.health_notes to authenticated;
create policy health_notes_insert_own on public.health_notes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write_health()));
grant update (blood_thinner, allergies, medicines, implants, conditions, proxy_name, proxy_phone,
    second_proxy_name, second_proxy_phone, doctor_name, doctor_phone, communication, donor, care_note)
  on public.health_notes to authenticated;
create policy health_notes_update_own on public.health_notes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write_health()))
  with check (user_id = (select auth.uid()));
grant delete on public.health_notes to authenticated;
create policy health_notes_delete_own on public.health_notes for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.health_notes to service_role;

-- ---- the signed papers ------------------------------------------------------------------------------------------------
create type public.health_paper_kind as enum ('advance_directive', 'health_proxy', 'polst', 'release');

create table public.health_papers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.health_consents (user_id) on delete cascade,
  kind public.health_paper_kind not null,
  place text check (char_length(place) <= 300),
  file_path text unique check (
    char_length(file_path) <= 500 and starts_with(file_path, user_id::text || '/health/')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, kind),
  constraint health_papers_says_something check (place is not null or file_path is not null)
);
alter table public.health_papers enable row level security;
comment on table public.health_papers is 'Signed papers about treatment and who decides, at most one of each kind.';
comment on column public.health_papers.place is 'Where the signed original lies.';
comment on column public.health_papers.file_path is 'A copy, in the bucket documents.';

call private.add_plan_part('public.health_papers', $$ 'health_papers', count(*) $$, p_tabs => '{health}', p_max_rows => 4,
  -- The history says that a paper was opened, and not which.
  p_file_title => $$ 'health' $$,
  p_choice => 'health', p_opens_early => 'ill', p_never_by_default => true, p_offered => false);
call private.add_file_column('public.health_papers', 'file_path', 'documents');

grant select on public.health_papers to authenticated;
create policy health_papers_select_concerned on public.health_papers for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('health'))));
grant insert (id, user_id, kind, place, file_path) on public.health_papers to authenticated;
create policy health_papers_insert_own on public.health_papers for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write_health()));
grant update (kind, place, file_path) on public.health_papers to authenticated;
create policy health_papers_update_own on public.health_papers for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write_health()))
  with check (user_id = (select auth.uid()));
grant delete on public.health_papers to authenticated;
create policy health_papers_delete_own on public.health_papers for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.health_papers to service_role;
