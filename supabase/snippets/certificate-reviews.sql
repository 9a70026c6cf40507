-- How to review death certificates in the SQL editor of the dashboard. Save this file there as a query. With a login of your
-- own (docs/reviewing.md) leave out the reviewer: your login is your name.

-- 1. What waits, oldest first. Read "warning" before anything else: it begins with certificates that the owner stopped.
--    Then "objections", "earlier_certificates" and "owner_active_at".
select * from admin.certificate_reviews;

-- 2. Say that you are working on one, so that no one else decides it for the next hour.
-- select admin.claim_certificate(owner_id => '…', reviewer => 'Your name');

-- 3. Open the file in Storage, bucket death-certificates, at certificate_path, and check:
--    * it opens, is complete and readable, and was issued by an office that registers deaths;
--    * name, date and place of birth are those of the owner ("owner_born_on", "owner_born_in"; where the plan has none, ask
--      the family), not of a relative with the same name;
--    * the date of death is after the owner was last active;
--    * the person who uploaded it is one whom the owner named, and nothing earlier speaks against them.

--    "first_hours" says who opened the first hours of the plan, and why. After an objection an approval opens the plan seven
--    days after it at the earliest, once in thirty days: use them to look into it.

-- 4. Decide, with the path that you looked at. The note is for administrators; the message goes to the family. Where the
--    photo is the only problem, ask for another one: nothing is rejected, and they can send it at once.
-- select admin.review_death_certificate(
--   owner_id => '…', decision => 'approved', certificate_path => '…', reviewer => 'Your name');
-- select admin.review_death_certificate(
--   owner_id => '…', decision => 'rejected', note => 'why', certificate_path => '…',
--   message => 'What is missing, and what to send instead.', reviewer => 'Your name');

-- select admin.review_death_certificate(
--   owner_id => '…', decision => 'needs_another', certificate_path => '…',
--   message => 'The left half is cut off. Please photograph the whole page.', reviewer => 'Your name');

-- 5. Was a decision wrong? Take it back: the certificate waits again, and an approved plan closes at once.
-- select * from admin.decided_certificates;
-- select admin.take_back_decision(owner_id => '…', note => 'why', reviewer => 'Your name');

-- Who opened the first hours of whose plan. Closing them for an owner who asks you to, or who can't:
-- select * from admin.openings;
-- select admin.end_opening(owner_id => '…', note => 'why');

-- Who may not submit a certificate because the owner stopped earlier ones of theirs, and until when. After the fourth it is
-- "infinity": until someone who talked to them lifts it.
-- select * from admin.certificate_pauses;
-- select admin.lift_certificate_pause(owner_id => '…', submitter_email => '…', note => 'why', reviewer => 'Your name');

-- Once: let an approval need two different administrators.
-- select admin.require_two_reviewers(true);
