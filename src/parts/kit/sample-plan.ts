import type { FuneralPlan } from '@/data/funeral-plan'

// The sample data of a practice memorial names no person, so that it is not mistaken for a real plan.

/** The times of a sample row. */
export const sampleTimes = { created_at: '2026-01-01T12:00:00Z', updated_at: '2026-01-01T12:00:00Z' }

/** A sample plan, shared by the parts that share this row in a real plan. */
export const sampleFuneralPlan: FuneralPlan | null = {
  user_id: 'sample',
  disposition: 'burial',
  funeral_home: 'Sample funeral home',
  service_type: 'celebration',
  venue: 'Sample venue',
  officiant: 'Sample officiant',
  personal_requests: "This is a sample. On the day, you'll find the funeral wishes here.",
  obituary: "This is a sample. On the day, you'll find notes for an obituary here.",
  music_playlist_provider: 'Sample music service',
  music_playlist_ref: 'Sample playlist',
  completed_at: null,
  ...sampleTimes,
}
