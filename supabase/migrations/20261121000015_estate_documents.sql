-- Wills, trusts, powers of attorney and other papers.

create type public.document_type as enum ('will', 'trust', 'poa', 'other');

create table public.estate_documents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  doc_type public.document_type not null,
  description text not null check (char_length(description) between 1 and 500),
  file_path text not null unique check (
    char_length(file_path) <= 500 and starts_with(file_path, user_id::text || '/estate/')),
  original_location text check (char_length(original_location) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.estate_documents enable row level security;
comment on column public.estate_documents.original_location is 'Where the signed original is kept.';

call private.add_plan_part(
  'public.estate_documents', $$ 'documents', count(*) $$,
  p_tabs => '{documents}', p_file_title => 'description', p_choice => 'documents');
call private.add_file_column('public.estate_documents', 'file_path', 'documents');

grant select on public.estate_documents to authenticated;
create policy estate_documents_select_concerned on public.estate_documents for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('documents'))));
grant insert (id, user_id, doc_type, description, file_path, original_location)
  on public.estate_documents to authenticated;
create policy estate_documents_insert_own on public.estate_documents for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
grant update (doc_type, description, original_location) on public.estate_documents to authenticated;
create policy estate_documents_update_own on public.estate_documents for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
grant delete on public.estate_documents to authenticated;
create policy estate_documents_delete_own on public.estate_documents for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.estate_documents to service_role;
