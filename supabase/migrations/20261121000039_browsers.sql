-- Whoever reads a person's mail can sign in as that person. So a browser that is new to an account waits a day before it
-- may do what cannot be undone or gives the plan to others, and the browsers that the person used before are told.

create table private.browsers (
  -- From the browser's token and the account, so that no one can tell which accounts share a browser.
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The kind of browser, such as "Chrome on Windows"; null when it does not tell.
  label text check (char_length(label) between 1 and 60),
  signed_in_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- Until when it may not do everything; null: it need not wait.
  held_until timestamptz,
  -- When a browser used before said that it is the person's. The first one of an account needs no one's word.
  confirmed_at timestamptz,
  -- When one of these said that it is not.
  refused_at timestamptz
);
create index browsers_user on private.browsers (user_id, signed_in_at);
create index browsers_last_used on private.browsers (last_used_at);
alter table private.browsers enable row level security;
comment on table private.browsers is 'The browsers that signed in to an account; forgotten after a year without use.';

-- Null: the session began before browsers were told apart, and counts as one of a browser that is known.
alter table private.admitted_sessions
  add column browser_id uuid references private.browsers (id) on delete set null;
create index admitted_sessions_browser on private.admitted_sessions (browser_id);

create function private.browser_key(p_user_id uuid, p_browser_id uuid) returns uuid language sql immutable
  return md5(p_user_id::text || p_browser_id::text)::uuid;

-- Whether an account knows a browser: it was used within a year, no one refused it, and its wait is over.
create function private.is_known(p_browser private.browsers) returns boolean language sql stable
  return (p_browser).refused_at is null and coalesce((p_browser).held_until <= now(), true)
     and (p_browser).last_used_at > now() - interval '1 year';

-- ---- signing in, for begin_sign_in_try and admit_session ------------------------------------------------------
-- The browser's id if it signed in to this address before, and no one said that it is not the person's.
create function private.browser_of_address(p_email text, p_browser_id uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select b.id from auth.users u join private.browsers b on b.id = private.browser_key(u.id, p_browser_id)
           where u.email = p_email and not u.is_sso_user and b.refused_at is null);
end $$;

create function private.note_browser(p_session_id uuid, p_user_id uuid, p_browser_id uuid, p_label text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.browser_key(p_user_id, p_browser_id);
  v_held_until timestamptz;
  v_is_told boolean;
begin
  -- Of two browsers that sign in at the same time, only one is the first.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.browsers ' || p_user_id, 0));
  update private.browsers b set last_used_at = now(), label = coalesce(p_label, b.label)
   where b.id = v_id and b.refused_at is null and b.last_used_at > now() - interval '1 year';
  if not found then
    if exists (select from private.browsers b where b.user_id = p_user_id and private.is_known(b)) then
      v_held_until := now() + interval '24 hours';
    end if;
    -- The first browser of a new account is no news.
    v_is_told := v_held_until is not null
              or not exists (select from auth.users u where u.id = p_user_id and u.created_at > now() - interval '1 day');
    insert into private.browsers (id, user_id, label, held_until, confirmed_at)
    values (v_id, p_user_id, p_label, v_held_until, case when not v_is_told then now() end)
    on conflict (id) do update
      set label = excluded.label, signed_in_at = now(), last_used_at = now(), held_until = excluded.held_until,
          confirmed_at = null, refused_at = null;
    if v_is_told then
      perform private.log_event(p_user_id, 'browser_signed_in', jsonb_build_object('browser', p_label),
                                p_actor_id => p_user_id);
      perform private.enqueue_mail('browser_signed_in', u.email, jsonb_build_object(
          'recipient', 'owner', 'browser', p_label, 'signed_in_at', now(), 'until', v_held_until))
        from auth.users u where u.id = p_user_id;
    end if;
  end if;
  update private.admitted_sessions a set browser_id = v_id where a.session_id = p_session_id;
end $$;

-- ---- what a new browser waits for -----------------------------------------------------------------------------
create function public.session_held_until(p_session_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select b.held_until from private.admitted_sessions a join private.browsers b on b.id = a.browser_id
           where a.session_id = p_session_id and b.held_until > now());
end $$;
grant execute on function public.session_held_until(uuid) to service_role;
comment on function public.session_held_until(uuid) is
  'Until when a session may not do everything, because its browser is new to the account; null: it may.';

create function public.require_known_browser() returns boolean
  language sql stable security invoker set search_path = '' as $$ select private.require_known_browser() $$;
grant execute on function public.require_known_browser() to authenticated;
comment on function public.require_known_browser() is
  'Asked before an export of everything. True, or HW080: this browser is new to the account; the detail is the seconds to wait.';

create function private.refuse_new_browser() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_known_browser();
  return new;
end $$;

-- Who can see the plan, and when. Putting the hold on is always free, and a stop does nothing else.
create trigger profiles_refuse_new_browser before update of visibility_hold, release_wait_days on public.profiles
  for each row when (
    new.release_wait_days <> old.release_wait_days
    or (not new.visibility_hold
        and (new.visibility_hold, new.hold_lifted_until) is distinct from (old.visibility_hold, old.hold_lifted_until)))
  execute function private.refuse_new_browser();

-- ---- the other browsers are asked -----------------------------------------------------------------------------
create function private.my_browser() returns private.browsers
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select b from private.admitted_sessions a join private.browsers b on b.id = a.browser_id
           where a.session_id = (auth.jwt() ->> 'session_id')::uuid);
end $$;

-- The new browsers that the caller's may answer for. Only for those that came after it: else two new ones could answer
-- for each other once they have waited.
create function private.browsers_to_answer() returns setof private.browsers
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_mine private.browsers := private.my_browser();
begin
  if v_mine.held_until > now() then
    return;
  end if;
  return query
    select b.* from private.browsers b
     where b.user_id = auth.uid() and b.confirmed_at is null and b.refused_at is null
       and b.signed_in_at > greatest(v_mine.signed_in_at, now() - interval '30 days');
end $$;

create function private.my_new_browsers()
  returns table (id uuid, label text, signed_in_at timestamptz, held_until timestamptz, is_mine boolean)
  language plpgsql security definer set search_path = '' as $$
declare
  v_mine private.browsers := private.my_browser();
begin
  -- A person stays signed in for years, so signing in alone does not show what is used.
  update private.browsers b set last_used_at = now() where b.id = v_mine.id and b.last_used_at < now() - interval '1 day';
  return query
    select b.id, b.label, b.signed_in_at, b.held_until, b.id is not distinct from v_mine.id
      from (select v_mine.* where v_mine.held_until > now()
            union all select a.* from private.browsers_to_answer() a) b
     order by b.signed_in_at;
end $$;

create function public.my_new_browsers()
  returns table (id uuid, label text, signed_in_at timestamptz, held_until timestamptz, is_mine boolean)
  language sql security invoker set search_path = '' as $$ select * from private.my_new_browsers() $$;
grant execute on function private.my_new_browsers(), public.my_new_browsers() to authenticated;
comment on function public.my_new_browsers() is
  'The caller''s browser (is_mine) while it is held up because it is new to the account, and the newer ones of the last 30 days that it may confirm or refuse.';

create function private.answer_new_browser(p_id uuid, p_is_mine boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_label text;
begin
  perform private.require_known_browser();
  update private.browsers b
     set confirmed_at = case when p_is_mine then now() end,
         refused_at = case when p_is_mine then null else now() end,
         -- A token that is out already is taken for an hour more.
         held_until = case when p_is_mine then null else now() + interval '1 day' end
   where b.id = p_id and b.id in (select a.id from private.browsers_to_answer() a)
  returning b.label into v_label;
  if not found then
    -- A second press, or a try again after a lost answer.
    perform from private.browsers b
     where b.id = p_id and b.user_id = auth.uid()
       and case when p_is_mine then b.confirmed_at else b.refused_at end is not null;
    if not found then
      raise exception 'no new browser that the caller can answer for' using errcode = 'HW081';
    end if;
    return;
  end if;
  if not p_is_mine then
    delete from auth.sessions s using private.admitted_sessions a where a.browser_id = p_id and s.id = a.session_id;
  end if;
  perform private.log_event(auth.uid(), case when p_is_mine then 'browser_confirmed' else 'browser_refused' end,
                            jsonb_build_object('browser', v_label));
end $$;

create function public.confirm_browser(browser_id uuid) returns void
  language sql security invoker set search_path = '' as $$ select private.answer_new_browser(browser_id, true) $$;
create function public.refuse_browser(browser_id uuid) returns void
  language sql security invoker set search_path = '' as $$ select private.answer_new_browser(browser_id, false) $$;
grant execute on function private.answer_new_browser(uuid, boolean), public.confirm_browser(uuid), public.refuse_browser(uuid)
  to authenticated;
comment on function public.confirm_browser(uuid) is
  'Says that a browser of my_new_browsers is the caller''s: it need not wait any longer; a second call changes nothing. HW080: the caller''s own is new, HW081: not to be answered.';
comment on function public.refuse_browser(uuid) is
  'Says that a browser of my_new_browsers is not the caller''s, and ends its sessions; a second call changes nothing. HW080: the caller''s own is new, HW081: not to be answered.';
