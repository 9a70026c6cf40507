/**
 * Mutants that no test has to kill, each with the reason: they change nothing that anyone can see, or only what a
 * second rule catches.
 */
export const accepted: Record<string, string> = {
  // A row's owner cannot be changed, as no one may write the column; only the funeral plan's can.
  ...Object.fromEntries(
    [
      'profiles',
      'contacts',
      'video_messages',
      'insurance_policies',
      'estate_documents',
      'financial_accounts',
      'health_notes',
      'health_papers',
      'home_items',
      'portraits',
    ].flatMap((table) => [
      [`policy ${table}_update_own: with check true`, 'the rows that `using` admits stay their owner’s'],
      [
        `policy ${table}_update_own: using without: (user_id = ( SELECT auth.uid() AS uid))`,
        'the check of the new row, which has the same owner, refuses it',
      ],
    ]),
  ),
  'policy health_consents_update_own: with check without: (user_id = ( SELECT auth.uid() AS uid))':
    'the rows that `using` admits stay their owner’s',
  'policy health_consents_update_own: using without: (user_id = ( SELECT auth.uid() AS uid))':
    'the check of the new row, which has the same owner, refuses it',
  // One row, whose column `singleton` is always true.
  ...Object.fromEntries(
    [
      'public.end_mail_turn: without: where singleton',
      'public.note_housekeeping: without: where r.singleton',
      'admin.require_two_reviewers: without: where singleton',
      'admin.set_billing: without: where singleton',
      'admin.note_backup: without: where b.singleton',
      'admin.accept_damaged_files: without: where b.singleton',
      'public.note_code_probe: without: p.singleton',
    ].map((name) => [`function ${name}`, 'the table has one row']),
  ),
  // A lock that one call waits for: on more rows, others wait for it too, but no answer changes.
  ...Object.fromEntries(
    [
      'public.begin_designation_invite: without: where p.user_id = p_owner_id',
      'private.certificate_to_review: without: where p.user_id = p_owner_id',
      'private.lock_proved_email: without: where p.user_id = p_user_id',
      'private.withdraw_health_consent: without: where u.id = auth.uid()',
      'private.submit_death_certificate: without: where u.id = p_owner_id',
      'private.close_openings: without: where u.id = p_owner_id',
      'private.require_circle: without: where u.id = p_owner_id',
      'private.require_circle: without: where d.id = v_me.id',
      'private.check_upload: without: where u.id = v_uploader',
      'private.object_to_certificate: without: where u.id = p_owner_id',
      'private.withdraw_objection: without: where u.id = p_owner_id',
      'private.withdraw_health_consent: without: r.owner_id = auth.uid()',
      'private.withdraw_health_consent: without: r.table_name = any (v_tables)',
    ].map((name) => [`function ${name}`, 'locks more rows than it needs']),
  ),
  'function private.tell_of_new_role: without: m.to_email = v_email':
    'the designation names the person; this finds the mail by an index',
  'function private.tell_of_new_role: without: m.line = p_before.owner_id::text':
    'a designation is of one plan; this finds the mail by an index',
  "function private.tell_of_new_role: without: m.kind = 'role_changed'":
    'no other mail to this person is about their designation; this finds it by an index',
  'function private.tell_of_new_role: without: m.sent_at is null':
    'a mail that was sent is about nothing anymore; this finds the one that waits by an index',
  // The first hours.
  'function private.require_circle: never: if not private.is_in_circle(p_owner_id, auth.uid()) (2)':
    'whoever is revoked at that moment reads nothing',
  ...Object.fromEntries(
    [
      'circle_of: without: a.owner_id = p_owner_id',
      "circle_of: without: a.timing = 'first_hours'",
      'circle_of: without: d.beneficiary_user_id is not null',
    ].map((name) => [`function private.${name}`, 'who has no part in the first hours is left out after it']),
  ),
  ...Object.fromEntries(
    [
      'private.settle_openings: without: o.owner_id = p_owner_id',
      'private.settle_openings: without: o.closed_at is null',
      'private.settle_openings: without: s.closed_at is not null',
      'private.stop_release_of: without: due.owner_id = p_owner_id',
      'private.stop_release_of: without: due.closed_at is null',
      'private.stop_release_of: without: x.closed_at is not null',
      'private.allow_opening: without: o.allowed_at is null',
      'private.answer_opening: without: o.was_right is distinct from p_was_right',
      'private.set_opening_notice: without: where h.notice_hours <> excluded.notice_hours',
    ].map((name) => [`function ${name}`, 'writes what is there, or what another look writes later']),
  ),
  ...Object.fromEntries(
    [
      'private.answer_opening: without: s.owner_id = auth.uid()',
      'private.my_first_hours: without: c.owner_id = auth.uid()',
      'private.answer_opening: without: o.owner_id = auth.uid()',
      'admin.end_opening: without: o.owner_id = $1',
      'admin.end_opening: without: h.owner_id = $1',
    ].map((name) => [`function ${name}`, 'no two closes are of the same microsecond']),
  ),
  'function private.message_notices: without: e.owner_id = l.owner_id':
    'an item is of one owner; the index begins with the actor and the owner',
  'function private.open_first_hours: without: (o.owner_id = p_owner_id or o.opened_by = auth.uid())':
    'only those are counted',
  'function private.opening_wait_until: without: d.owner_id = p_owner_id':
    'the designation of an opening is its owner’s',
  'function private.allow_opening: without: d.owner_id = auth.uid() (2)':
    'the designation of an opening is its owner’s',
  "function private.reason_open: without: p_profile.death_review = 'approved'":
    'only an approval has a release_at',
  'function private.reason_open: without: p_profile.release_at > now()':
    'after the release the plan is open by itself',
  "view private.opening_states: without: (p.death_review = 'approved'::death_review)":
    'only an approval has a release_at, and without one the end is that of the opening',
  'function public.wind_up_service: without: v_windup.id is not null':
    'what has no owner finds no service and no guest',
  'function private.put_back_first_hours: without: a.owner_id = r.owner_id':
    'no two designations ever have the same id; this finds the rows by an index',
  "function private.put_back_first_hours: without: r.table_name = 'designations'":
    'no other table has the column beneficiary_user_id',
  "function private.put_back_first_hours: without: e.rule = 'after_death'":
    'a statement writes a row once, and the change of its timing comes before the deletion',
  "function private.my_new_browsers: without: b.last_used_at < now() - interval '1 day'":
    'spares a write that nothing tells apart',
  'function admin.lift_certificate_pause: without: s.pause_lifted_at is null (2)':
    'it counts only whether the pause was lifted, not when',
  "function private.change_death_review: without: new.death_review = 'none'":
    'a rejection by an administrator changes nothing else either',
  'function private.object_to_certificate: without: p.user_id = p_owner_id':
    'a certificate’s path is in its owner’s folder; this finds the profile by its key',
  'function private.object_to_certificate: without: p.release_at < v_opens_at':
    'writes the day that is there',
  // The constraint designations_bound_is_accepted: an account is bound only to what it accepted.
  ...Object.fromEntries(
    [
      'function private.confirm_address: without: d.accepted_at is not null',
      'function private.enqueue_address_checks: without: d.accepted_at is not null',
      'function private.timings_of: without: (d.accepted_at IS NOT NULL)',
      'function private.step_down: without: d.accepted_at is not null',
      'view public.v_effective_roles: without: (accepted_at IS NOT NULL)',
    ].map((name) => [name, 'the rows are bound to an account, and so accepted']),
  ),
  'view public.v_effective_roles: without: (beneficiary_user_id IS NOT NULL)':
    'what was accepted is bound to an account until that ends the acceptance, too',
  // The constraints profiles_deceased_is_approved and profiles_release_is_approved.
  "function private.is_viewable: without: ((p_profile).death_review = 'approved'::death_review)":
    'the death of who is deceased was approved',
  "function private.released_to: without: (p.death_review = 'approved'::death_review)":
    'only an approval has a release_at',
  "function private.waiting_certificate: without: ((p_profile).death_review = 'approved'::death_review)":
    'only an approval has a release_at',
  'view private.later_messages: without: (p.release_at <= now())':
    'a day that has come is not after a release to come, and the others ask for the release themselves',
  // The freeze of these tables refuses the change with the same error.
  ...Object.fromEntries(
    [
      'confirm_plan: without: not p.is_deceased',
      'set_visibility_hold: without: not p.is_deceased',
      'revoke_designation: never: if private.my_plan_is_frozen()',
    ].map((name) => [`function private.${name}`, 'private.keep_frozen refuses it as well']),
  ),
  // A code that was used, or whose time is over, opens nothing, whenever it expires.
  ...Object.fromEntries(
    [
      'public.issue_email_code: without: c.consumed_at is null (2)',
      'public.issue_email_code: without: c.expires_at > now()',
      'private.end_email_change: without: c.consumed_at is null',
      'private.end_email_change: without: c.expires_at > now()',
    ].map((name) => [`function ${name}`, 'only codes that open nothing expire again']),
  ),
  'function private.my_invitation_ids: without: d.accepted_at is null (2)':
    'an invitation that is kept for a person can be accepted by that person alone, who then sees it as accepted',
  'function private.keep_invitations_of_moved: without: d.accepted_at is null':
    'what was accepted would be kept for the account that accepted it, to which it is bound anyway',
  'function private.opens_plan: without: ((p_designation).owner_id = (p_profile).user_id)':
    'every caller asks about a designation and the profile of its owner',
  'function private.report_hold_change: without: d.owner_id = new.user_id':
    'opens_plan asks the same; this finds the rows by an index',
  // The first words of the trigger designations_prepare.
  'policy designations_insert_own: with check without: (owner_id = ( SELECT auth.uid() AS uid))':
    'private.prepare_designation refuses a row for another owner with the same error',
  'policy practices_select_concerned: using without: (viewer_id = ( SELECT auth.uid() AS uid))':
    'a designation’s practices are of the one account that it is bound to: they go when that account goes',
  // Executors may write no column that says whose memory it is.
  'policy memories_update_executor: with check true':
    'the rows that `using` admits stay those of the same owner',
  // Nor may trustees write whose a service is.
  'policy services_update_trustees: with check true': 'the rows that `using` admits stay their owner’s',
  'policy services_update_trustees: using true':
    'the check of the new row, which has the same owner, refuses it',
  'policy step_marks_insert_designee: with check without: (actor_id = ( SELECT auth.uid() AS uid))':
    'the trigger step_marks_complete writes the caller there, and no one else may write the column',
  'policy step_marks_select_concerned: using without: (owner_id = ANY (ARRAY( SELECT private.designated_owners() AS designated_owners)))':
    'the steps that the caller may see are of these owners; this finds the rows by an index',
  'policy memories_insert_designee: with check without: (author_id = ( SELECT auth.uid() AS uid))':
    'the trigger memories_complete writes the caller there, and no one else may write the column',
  'function private.drop_guest_mails: without: m.to_email = p_guest.email':
    'a guest keeps their address, so their id finds the same mails; the address is for the index',
  'function private.drop_guest_mails: without: m.sent_at is null': 'a mail that was sent keeps no guest’s id',
  'function private.drop_guest_mails: without: g.mail_waits_since is not null':
    'spares a write that changes nothing',
  'function private.write_to_guest: without: m.to_email = p_guest.email':
    'a guest keeps their address, so their id finds the same mails; the address is for the index',
  'function private.write_to_guest: without: m.sent_at is null': 'a mail that was sent keeps no guest’s id',
  "function private.share_nevers: without: where part_access.timing <> 'never'":
    'spares a write that changes nothing',
  'function private.set_guest_answer: without: w.to_email = p_guest.email':
    'a guest keeps their address, so their id finds the same mails; the address is for the index',
  'function private.set_guest_answer: without: w.sent_at is null': 'a mail that was sent keeps no guest’s id',
  'function private.take_guest_answer: without the alternative: v_guest.owner_id is null':
    'it is asked again under the lock; this keeps strangers from waiting for it',
  'function private.take_guest_answer: without the alternative: v_guest.owner_id not in (select private.released_owners_as_trustee())':
    'it is asked again under the lock; this keeps strangers from waiting for it',
  'function private.take_guest_answer: never: if v_guest.owner_id is null or v_guest.owner_id not in (select private.released_owners_as_trustee())':
    'it is asked again under the lock; this keeps strangers from waiting for it',
  'function private.card_readers: without: d.accepted_at is null':
    'if one who accepted takes mail, no invited person is written to; if none does, mail_refused_at leaves them out',
  'function private.require_circle: never: if not private.is_in_circle(p_owner_id, auth.uid())':
    'it is asked again under the lock; this keeps strangers from waiting for it',
  "function private.report_step_mark: without: s.reason = 'died'":
    'an illness that is open was opened before the death',
  'function private.report_step_mark: without: not s.is_announced':
    'the opening in which a mark is made is open, and comes first',
  'function private.log_unrefused: without: e.owner_id = p_owner_id':
    'what is noted like this an owner did in their own plan; the index begins with both',
  'function private.log_unrefused: without: e.actor_id = auth.uid()':
    'what is noted like this an owner did in their own plan; the index begins with both',
  "function private.end_cards_of_the_dead: without: p.death_reviewed_at > now() - interval '30 days'":
    'a card of the dead ends within a minute, and they make no new one; this finds them by an index',
  "function private.reviewer_name: without the alternative: not pg_has_role(session_user, 'heartwood_reviewer', 'member')":
    'only reviewers can call this, and who may hand their role on',
  'function private.check_guest_upload: without: g.owner_id::text = v_owner':
    'only the functions store in a guest’s folder, and only in that of the guest’s owner',
  'function private.preview_memorial: without: d.owner_id = v_designation.owner_id':
    'opens_plan says no for a designation by another owner',
  'function private.preview_memorial: without: d.id <> v_designation.id':
    'the same designation once more opens no more',
  'function private.memorial_access: without: d.accepted_at is not null':
    'a designation that is bound to a person was accepted: designations_bound_is_accepted',
  'function private.bring_back_access: without: d.owner_id = p_removed.owner_id':
    'no two rows ever have the same id, and a row’s owner never changes',
  "function private.keep_removed: without: c.table_name = 'public.' || p_table_name":
    'another table’s column of the same name only adds the same path again',
  'function private.keep_removed: without: p_removed ->> c.column_name is not null':
    'no file has null as its path',
  'function public.queue_designation_invite: without: i.id = p_invite_id':
    'an invitation that was not tried yet is due when it was to be sent, as it was before',
  'function public.queue_designation_invite: without: m.sent_at is null':
    'a mail that was sent is not tried again, whenever it is due',
  'function private.announce_releases: without: p.user_id = due.owner_id':
    'a certificate’s path is in its owner’s folder; this finds the profile by its key',
  'function private.announce_releases: without: p.death_certificate_path = due.path':
    'only the certificate that the profile names is approved',
  "function private.announce_releases: without: due.decision = 'approved'":
    'only an approval has a release_at; this finds the rows by an index',
  "function private.health_lines: without: c.relkind in ('r', 'p', 'v', 'm', 'f')":
    'indexes, types and sequences hold nothing that people wrote',
  'function private.hidden_marks: without: s.owner_id = any (array(select private.designated_owners()))':
    'marks of other plans are not read anyway; this finds the rows by an index',
  'function private.report_removed_person: without: n.owner_id = old.owner_id':
    'a notice that is an hour old keeps nothing back, in any plan',
  "function private.pass_on_card_reports: never: if not pg_try_advisory_xact_lock(hashtextextended('heartwood.pass_on_card_reports', 0))":
    'a second run would wait for the first, and find that its reports were passed on',
  'function private.pass_on_card_reports: without: w.may_pass > 0':
    'what may not be passed on was settled a statement earlier; this is for one that came in between',
  'function public.queue_orphaned_files: without: where s.singleton':
    'there is one row; Supabase refuses an update without a condition',
  'function public.stored_files: never: if owner_id = auth.uid()':
    'the policy of Storage admits the same files, but would be asked for each',
}
