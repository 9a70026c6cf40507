-- Unlike any other part, Health & Care is read by no one until its owner chooses someone. So the owner's list has to tell
-- apart what the people named will find in it from what no one can read.

-- ---- what the overview of a plan counts ----------------------------------------------------------------------
-- Of the people named: those chosen to read it; and those who could in the first hours, which asks that they have accepted.
-- Who has died is among them, as they are among all who are named.
update private.plan_parts set counts = counts || $$,
    'health_readers', count(*) filter (where revoked_at is null and declined_at is null and exists (
      select from public.part_access a
       where a.designation_id = designations.id and a.choice = 'health' and a.timing <> 'never')),
    'health_first_hours_readers', count(*) filter (where revoked_at is null and accepted_at is not null and exists (
      select from public.part_access a
       where a.designation_id = designations.id and a.choice = 'health' and a.timing = 'first_hours')) $$
 where table_name = 'designations';

-- The rows that no one is shown because the part isn't offered, so that nothing can be chosen for them.
update private.plan_parts p set counts = p.counts || format($$,
    %L, count(*) filter (where not private.health_is_offered()) $$, p.table_name || '_not_offered')
 where p.choice = 'health';

call private.write_plan_totals();
