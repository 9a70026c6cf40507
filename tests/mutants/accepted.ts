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
  'constraint portraits_picture_path_key of portraits: dropped':
    'a path begins with its owner, who has one portrait at most',
  // Executors may write no column that says whose memory it is.
  'policy memories_update_executor: with check true':
    'the rows that `using` admits stay those of the same owner',
  // Nor may trustees write whose a service or a guest is.
  ...Object.fromEntries(
    ['services', 'service_guests'].flatMap((table) => [
      [`policy ${table}_update_trustees: with check true`, 'the rows that `using` admits stay their owner’s'],
      [
        `policy ${table}_update_trustees: using true`,
        'the check of the new row, which has the same owner, refuses it',
      ],
    ]),
  ),
  'policy step_marks_insert_designee: with check without: (actor_id = ( SELECT auth.uid() AS uid))':
    'the trigger step_marks_complete writes the caller there, and no one else may write the column',
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
  'function private.take_back_invitation: without: new.is_withdrawn':
    'a withdrawn guest who is still listed was written to, and nothing waits for them',
  'function private.suspend_service: without: where s.owner_id = new.user_id':
    'only waits for invitations to other services as well',
  'function private.card_readers: without: d.accepted_at is null':
    'if one who accepted takes mail, no invited person is written to; if none does, mail_refused_at leaves them out',
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
  'function public.queue_orphaned_files: without: where s.singleton':
    'there is one row; Supabase refuses an update without a condition',
  'function public.stored_files: never: if owner_id = auth.uid()':
    'the policy of Storage admits the same files, but would be asked for each',
}
