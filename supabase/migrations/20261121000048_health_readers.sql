-- Unlike any other part, Health & Care is read by no one until its owner chooses someone. So the owner's list has to tell
-- apart what the people named will find in it from what no one can read.

-- ---- what the overview of a plan counts ----------------------------------------------------------------------
-- The notes that none of the people named can read, now or later; and those that no one is shown because the part isn't
-- offered, so that nothing can be chosen for them.
update private.plan_parts set counts = counts || $$,
    'health_unread', count(*) filter (where not exists (
      select from public.part_access a join public.designations d on d.id = a.designation_id
       where a.owner_id = p_owner_id and a.choice = 'health' and a.timing <> 'never'
         and d.revoked_at is null and d.declined_at is null)),
    'health_withheld', count(*) filter (where not private.health_is_offered()) $$
 where table_name = 'health_notes';
call private.write_plan_totals();
