-- Sign-in is by e-mail code alone. Without this hook an attacker could sign up with a victim's address and a password
-- of their own, wait until the victim confirms the address by a code, and then sign in as the victim.

create function private.otp_only_token_hook(event jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  if event ->> 'authentication_method' in ('password', 'anonymous') then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'Sign in with the code sent by e-mail'));
  end if;
  return jsonb_build_object('claims', event -> 'claims');
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.otp_only_token_hook(jsonb) to supabase_auth_admin;
  end if;
end $$;
