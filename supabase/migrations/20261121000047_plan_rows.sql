-- What shows a whole plan reads ten tables. One request spares a slow phone nine, and the database as many transactions.

-- ---- the rows of a plan -----------------------------------------------------------------------------------------
-- With the caller's rights: each table's policies decide about its rows, as when it is read by itself.
create function public.plan_rows(owner_id uuid, tables text[])
  returns table (
    funeral_plan json, contacts json, video_messages json, insurance_policies json, financial_accounts json,
    estate_documents json, home_items json, portraits json, health_papers json, health_notes json)
  language plpgsql stable security invoker set search_path = '' as $$
begin
  if 'funeral_plan' = any (tables) then
    funeral_plan := (select coalesce(json_agg(t), '[]') from public.funeral_plan t where t.user_id = plan_rows.owner_id);
  end if;
  if 'contacts' = any (tables) then
    contacts := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.contacts t where t.user_id = plan_rows.owner_id);
  end if;
  if 'video_messages' = any (tables) then
    video_messages := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.video_messages t where t.user_id = plan_rows.owner_id);
  end if;
  if 'insurance_policies' = any (tables) then
    insurance_policies := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.insurance_policies t where t.user_id = plan_rows.owner_id);
  end if;
  if 'financial_accounts' = any (tables) then
    financial_accounts := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.financial_accounts t where t.user_id = plan_rows.owner_id);
  end if;
  if 'estate_documents' = any (tables) then
    estate_documents := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.estate_documents t where t.user_id = plan_rows.owner_id);
  end if;
  if 'home_items' = any (tables) then
    home_items := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.home_items t where t.user_id = plan_rows.owner_id);
  end if;
  if 'portraits' = any (tables) then
    portraits := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.portraits t where t.user_id = plan_rows.owner_id);
  end if;
  if 'health_papers' = any (tables) then
    health_papers := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.health_papers t where t.user_id = plan_rows.owner_id);
  end if;
  if 'health_notes' = any (tables) then
    health_notes := (select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.health_notes t where t.user_id = plan_rows.owner_id);
  end if;
  return next;
end $$;
grant execute on function public.plan_rows(uuid, text[]) to authenticated;
comment on function public.plan_rows(uuid, text[]) is 'The rows of these tables of an owner''s plan that the caller may read, newest first; null for a table that is not asked for. One row.';
