import type { FuneralPlan } from '@/data/funeral-plan'

// What a practice memorial shows. Things, and nobody's name: nobody shall take it for a person's plan.

/** The times of a made-up row. */
export const sampleTimes = { created_at: '2026-01-01T12:00:00Z', updated_at: '2026-01-01T12:00:00Z' }

/** A made-up plan; the parts of one row share it, as they share the real one. */
export const sampleFuneralPlan: FuneralPlan | null = {
  user_id: 'sample',
  disposition: 'burial',
  funeral_home: 'Sample funeral home',
  service_type: 'celebration',
  venue: 'Sample venue',
  officiant: 'Sample officiant',
  personal_requests: 'This is a sample. On the day, the wishes for the funeral stand here.',
  obituary: 'This is a sample. On the day, notes for an obituary stand here.',
  music_playlist_provider: 'Sample music service',
  music_playlist_ref: 'Sample playlist',
  completed_at: null,
  ...sampleTimes,
}
