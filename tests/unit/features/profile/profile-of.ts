/** A profile as its owner reads it: hold on, no certificate. */
export function profileOf(user_id: string) {
  return {
    user_id,
    full_name: 'Anna Berg',
    visibility_hold: true,
    hold_lifted_until: null,
    is_deceased: false,
    death_review: 'none',
    death_certificate_path: null,
    death_reviewed_at: null,
    release_at: null,
    release_wait_days: 0,
    updated_at: '2026-11-01T10:00:00+00:00',
  }
}
