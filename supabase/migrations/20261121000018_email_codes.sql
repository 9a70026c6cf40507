-- Codes that prove an address: the old and the new one when an account's e-mail address changes, and the current one
-- before the account is deleted. Only the edge functions, which make and mail the codes, call these functions.

create table private.email_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (purpose in ('email-change-old', 'email-change-new', 'account-deletion')),
  email text not null check (char_length(email) <= 254),
  -- A keyed hash; the key is in the environment of the functions. Null if the new address already has an account: then
  -- no code is right.
  code_hmac bytea,
  attempts integer not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  -- Set when the mail could not be sent. Such a code does not count for the pause before the next one.
  failed_at timestamptz
);
create index email_codes_user on private.email_codes (user_id, purpose, created_at desc);
create index email_codes_email on private.email_codes (email, created_at);
create index email_codes_expires on private.email_codes (expires_at);
create index email_codes_failed on private.email_codes (created_at) where failed_at is not null;
alter table private.email_codes enable row level security;
comment on table private.email_codes is 'One-time codes: 10 minutes, 5 tries, counted before comparing.';

create table private.email_change_grants (
  user_id uuid primary key references auth.users (id) on delete cascade,
  old_email text not null,
  -- Null while only the old address is proved.
  new_email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table private.email_change_grants enable row level security;
comment on table private.email_change_grants is 'What is proved of a change of address. With both addresses: this change, and no other, may be made once.';

-- A person's proved address. Locks the person's profile, so that their requests about codes run one after the other.
create function private.lock_proved_email(p_user_id uuid) returns text
  language sql security definer set search_path = '' as $$
  select from public.profiles p where p.user_id = p_user_id for update;
  select lower(u.email) from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null;
$$;

-- Anyone who reads a dead owner's mail could sign in and move the account to an address of their own. So from a verified
-- death on the address stays as it is; an owner who lives stops the release first.
create function private.require_movable(p_user_id uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if private.plan_is_frozen(p_user_id) then
    raise exception 'a death is verified, so the address stays' using errcode = 'HW057';
  end if;
end $$;

create function public.issue_email_code(p_user_id uuid, p_purpose text, p_email text, p_hmac text)
  returns table (code_id uuid, is_taken boolean)
  language plpgsql security definer set search_path = '' as $$
declare
  c_pause constant interval := '60 seconds';
  v_email text := lower(btrim(p_email));
  v_current text := private.lock_proved_email(p_user_id);
  v_is_new boolean := p_purpose = 'email-change-new';
  v_taken boolean;
begin
  if p_purpose <> 'account-deletion' then
    perform private.require_movable(p_user_id);
  end if;
  if not v_is_new and v_email is distinct from v_current then
    raise exception 'not the address of this account' using errcode = 'HW050';
  elsif v_is_new and v_email = v_current then
    raise exception 'the address of this account already' using errcode = 'HW051';
  elsif v_is_new and not exists (
    select from private.email_change_grants g
     -- A code made now must expire before the proof does.
     where g.user_id = p_user_id and g.old_email = v_current and g.expires_at >= now() + interval '10 minutes') then
    raise exception 'the old address was not proved' using errcode = 'HW052';
  elsif p_purpose = 'account-deletion' then
    -- No code for a deletion that would be refused.
    perform private.require_deletable(p_user_id);
  end if;

  if exists (select from private.email_codes c
              where c.user_id = p_user_id and c.purpose = p_purpose and c.created_at > now() - c_pause
                and c.failed_at is null
                -- A used code needs no pause, because its mail has arrived.
                and c.consumed_at is null) then
    raise exception 'a code was sent just now' using errcode = 'HW054', detail = extract(epoch from c_pause)::integer;
  end if;
  if (select count(*) filter (where c.failed_at is null) >= 5 or count(*) >= 20
        from private.email_codes c
       where c.user_id = p_user_id and c.purpose = p_purpose and c.created_at > now() - interval '1 hour') then
    raise exception 'too many codes in an hour' using errcode = 'HW055';
  end if;
  -- Counted across accounts, so that many accounts cannot flood one mailbox, and a stolen session cannot be used to
  -- guess for days. The lock makes requests for the same address wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.email_codes ' || v_email, 0));
  if (select count(*) filter (where c.created_at > now() - interval '1 hour') >= 5 or count(*) >= 20
        from private.email_codes c
       where c.email = v_email and c.purpose = p_purpose and c.failed_at is null
         and c.created_at > now() - interval '1 day') then
    raise exception 'too many codes to this address' using errcode = 'HW056';
  end if;

  -- An unconfirmed user does not count: the address was only typed into the sign-in page.
  v_taken := v_is_new and exists (
    select from auth.users u where u.email = v_email and not u.is_sso_user and u.email_confirmed_at is not null);
  -- Expired as of when it was made: a try that began before this transaction and waited for it has an earlier now(), and
  -- would find two codes that are valid.
  update private.email_codes c set expires_at = c.created_at
   where c.user_id = p_user_id and c.purpose = p_purpose and c.consumed_at is null and c.expires_at > now();
  return query
    insert into private.email_codes (user_id, purpose, email, code_hmac, expires_at)
    values (p_user_id, p_purpose, v_email, case when v_taken then null else decode(p_hmac, 'hex') end,
            now() + interval '10 minutes')
    returning id, v_taken;
end $$;
grant execute on function public.issue_email_code(uuid, text, text, text) to service_role;
comment on function public.issue_email_code(uuid, text, text, text) is
  'Keeps the hash of a code that is to be mailed; is_taken: mail no code, the address has an account. HW050: not the current address, HW051: the same address, HW052: old address not proved, HW054: 60 s not over, HW055: 5 an hour, HW056: cap of the address, HW057: a death is verified, HW060, HW061: the account may not be deleted now.';

create function public.fail_email_code(p_code_id uuid) returns void
  language sql security definer set search_path = ''
  as $$ update private.email_codes set failed_at = now() where id = p_code_id $$;
grant execute on function public.fail_email_code(uuid) to service_role;
comment on function public.fail_email_code(uuid) is 'Notes that the mail with a code could not be sent.';

create function public.verify_email_code(p_user_id uuid, p_purpose text, p_email text, p_hmacs text[]) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_current text := private.lock_proved_email(p_user_id);
  v_code private.email_codes;
begin
  -- The try counts whether the code is right or wrong. Nothing may raise an error after this, because that would undo
  -- the count.
  update private.email_codes c set attempts = c.attempts + 1
   where c.user_id = p_user_id and c.purpose = p_purpose and c.consumed_at is null and c.expires_at > now()
     and c.attempts < 5
  returning c.* into v_code;
  if v_code.id is null or v_code.email is distinct from lower(btrim(p_email))
     or (encode(v_code.code_hmac, 'hex') = any (p_hmacs)) is not true
     or (p_purpose <> 'email-change-new' and v_code.email is distinct from v_current) then
    return false;
  end if;
  if p_purpose = 'email-change-new' then
    update private.email_change_grants g set new_email = v_code.email, expires_at = now() + interval '10 minutes'
     where g.user_id = p_user_id and g.old_email = v_current and g.expires_at > now();
    if not found then
      return false;
    end if;
  end if;
  update private.email_codes c set consumed_at = now() where c.id = v_code.id;
  if p_purpose = 'email-change-old' then
    insert into private.email_change_grants (user_id, old_email, expires_at)
      values (p_user_id, v_current, now() + interval '40 minutes')
    on conflict (user_id) do update
      set old_email = excluded.old_email, new_email = null, created_at = excluded.created_at, expires_at = excluded.expires_at;
  end if;
  return true;
end $$;
grant execute on function public.verify_email_code(uuid, text, text, text[]) to service_role;
comment on function public.verify_email_code(uuid, text, text, text[]) is
  'Whether this is the code that was sent last for this purpose; counts the try first and uses the code up. p_hmacs: its hash under each key that is read. Says only yes or no.';

create function public.begin_email_change(p_user_id uuid, p_new_email text) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_current text := private.lock_proved_email(p_user_id);
begin
  if v_current = p_new_email then
    return false;
  end if;
  perform private.require_movable(p_user_id);
  if not exists (
    select from private.email_change_grants g
     where g.user_id = p_user_id and g.old_email = v_current and g.new_email = p_new_email and g.expires_at > now()) then
    raise exception 'this change was not proved' using errcode = 'HW053';
  end if;
  -- A user who was created by typing the address into the sign-in page, and never confirmed it, must not block the
  -- change.
  delete from auth.users u where u.email = p_new_email and not u.is_sso_user and u.email_confirmed_at is null;
  return true;
end $$;
grant execute on function public.begin_email_change(uuid, text) to service_role;
comment on function public.begin_email_change(uuid, text) is
  'Whether the address is to be changed now: false when it is the address already, an earlier call having done it. HW053: not proved, or not this address, HW057: a death is verified.';

-- Whichever way an address changes: not after a verified death, and in the same transaction all codes and proofs expire,
-- and the old address is told.
create function private.end_email_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_proved_email(new.id);
  perform private.require_movable(new.id);
  delete from private.email_change_grants g where g.user_id = new.id;
  update private.email_codes c set expires_at = now()
   where c.user_id = new.id and c.consumed_at is null and c.expires_at > now();
  perform private.enqueue_mail('email_changed', old.email, '{"recipient": "owner"}');
  -- While a certificate is reviewed, or was stopped lately, perhaps someone else uses the account: the people who can
  -- tell are told.
  perform private.enqueue_mail('owner_email_changed', u.email, jsonb_build_object(
            'recipient', 'designee', 'owner_id', d.owner_id, 'owner_name', d.owner_name, 'because', 'certificate'))
     from private.accepted_designations d
     join auth.users u on u.id = d.beneficiary_user_id
     join public.profiles p on p.user_id = d.owner_id
    where d.owner_id = new.id and (p.death_review = 'pending' or private.stopped_lately(p.user_id));
  -- While the first hours are open, or ended lately, the circle alone.
  perform private.enqueue_mail('owner_email_changed', u.email, jsonb_build_object(
            'recipient', 'designee', 'owner_id', p.user_id, 'owner_name', p.full_name, 'because', 'first_hours'))
     from public.profiles p
     cross join lateral private.circle_of(p.user_id) c
     join auth.users u on u.id = c.user_id
    where p.user_id = new.id and p.death_review <> 'pending' and not private.stopped_lately(p.user_id)
      and private.opened_since(p.user_id) is not null;
  return null;
end $$;

create trigger heartwood_end_email_change after update of email on auth.users
  for each row when (lower(new.email) is distinct from lower(old.email) and old.email_confirmed_at is not null)
  execute function private.end_email_change();

-- Auth has its own way to change an address (updateUser), which does not count tries. It cannot be switched off, so
-- this trigger refuses it, and recognizes it because it clears email_change on completion, a column that the edge
-- functions never touch.
create trigger heartwood_refuse_email_change_by_auth before update of email on auth.users for each row when (
    lower(new.email) is distinct from lower(old.email)
    and coalesce(old.email_change, '') <> '' and coalesce(new.email_change, '') = '')
  execute function private.refuse('42501', 'an address is changed by the function update-email');
