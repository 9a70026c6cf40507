import type { PlanLists } from '../plan-tabs'
import documentUrl from './document.pdf?url&no-inline'
import messageUrl from './message.mp4?url&no-inline'

// What stands in the practice memorial. Things, and nobody's name: nobody shall take it for a person's plan.

const at = { created_at: '2026-01-01T12:00:00Z', updated_at: '2026-01-01T12:00:00Z' }
const DOCUMENT = 'sample-document.pdf'

function loaded<Data>(data: Data) {
  return { data, error: null, isFetching: false, refetch: async () => {} }
}

/** A plan that is nobody's, as a memorial takes it. */
export const sampleLists: PlanLists = {
  funeralPlan: loaded({
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
    ...at,
  }),
  documents: loaded([
    {
      id: 'document',
      doc_type: 'other',
      description: 'Sample document',
      file_path: DOCUMENT,
      original_location: 'Sample place: the second drawer of the desk',
      ...at,
    },
  ]),
  messages: loaded([
    {
      id: 'message',
      user_id: 'sample',
      title: 'Sample message',
      storage_path: 'sample-message.mp4',
      for_beneficiary: 0,
      deliver_on: null,
      transcript: 'This is a sample. On the day, what is said in the video can be read here.',
      ...at,
    },
  ]),
  contacts: loaded([
    {
      id: 'contact',
      name: 'Sample contact',
      email: null,
      phone: '555-0100',
      relation: 'Somebody to be told',
      invitee: true,
      rsvp_status: null,
      ...at,
    },
  ]),
  accounts: loaded([
    {
      id: 'account',
      category: 'bank',
      institution: 'Sample bank',
      account_name: 'Sample account',
      account_number: '0000',
      notes: null,
      ...at,
    },
  ]),
  policies: loaded([
    {
      id: 'policy',
      provider: 'Sample insurance',
      policy_number: 'SAMPLE-0000',
      coverage_amount: 1000,
      agent_contact: null,
      document_path: DOCUMENT,
      notes: null,
      ...at,
    },
  ]),
}

/** The files of the sample: they come with the app and open like real ones. */
export const sampleLinks = {
  document: async () => documentUrl,
  video: async () => messageUrl,
}
