import type { FuneralPlan } from '@/data/funeral-plan'
import { sampleTimes } from './sample-times'

/** The sample of the funeral and its music, shared by the parts that share this row in a real plan. */
export const sample: FuneralPlan | null = {
  user_id: 'sample',
  disposition: 'burial',
  funeral_home: 'Sample funeral home',
  service_type: 'celebration',
  venue: 'Sample venue',
  officiant: 'Sample officiant',
  personal_requests: 'This is a sample. On the day, you’ll find the funeral wishes here.',
  obituary: 'This is a sample. On the day, you’ll find notes for an obituary here.',
  likeness: 'family',
  music_playlist_provider: 'Sample music service',
  music_playlist_ref: 'Sample playlist',
  completed_at: null,
  ...sampleTimes,
}
