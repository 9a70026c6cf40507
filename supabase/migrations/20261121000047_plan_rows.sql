-- What shows a whole plan reads ten tables. One request spares a slow phone nine, and the database as many transactions.

-- ---- the rows of a plan -----------------------------------------------------------------------------------------
-- With the caller's rights: each table's policies decide about its rows, as when it is read by itself.
create function public.plan_rows(owner_id uuid, tables text[])
  returns table (
    funeral_plan json, contacts json, video_messages json, insurance_policies json, financial_accounts json,
    estate_documents json, home_items json, portraits json, health_papers json, health_notes json)
  language sql stable security invoker set search_path = '' as $$
  select
    case when 'funeral_plan' = any (tables) then (
      select coalesce(json_agg(t), '[]') from public.funeral_plan t where t.user_id = plan_rows.owner_id) end,
    case when 'contacts' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.contacts t where t.user_id = plan_rows.owner_id) end,
    case when 'video_messages' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.video_messages t where t.user_id = plan_rows.owner_id) end,
    case when 'insurance_policies' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.insurance_policies t where t.user_id = plan_rows.owner_id) end,
    case when 'financial_accounts' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.financial_accounts t where t.user_id = plan_rows.owner_id) end,
    case when 'estate_documents' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.estate_documents t where t.user_id = plan_rows.owner_id) end,
    case when 'home_items' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.home_items t where t.user_id = plan_rows.owner_id) end,
    case when 'portraits' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.portraits t where t.user_id = plan_rows.owner_id) end,
    case when 'health_papers' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.health_papers t where t.user_id = plan_rows.owner_id) end,
    case when 'health_notes' = any (tables) then (
      select coalesce(json_agg(t order by t.created_at desc, t.id), '[]') from public.health_notes t where t.user_id = plan_rows.owner_id) end
$$;
grant execute on function public.plan_rows(uuid, text[]) to authenticated;
comment on function public.plan_rows(uuid, text[]) is 'The rows of these tables of an owner''s plan that the caller may read, newest first; null for a table that is not asked for. One row.';
