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
}
