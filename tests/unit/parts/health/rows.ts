import type { HealthNotes, HealthPaper } from '@/parts/health/data'

const times = { created_at: '2026-11-01T10:00:00+00:00', updated_at: '2026-11-03T10:00:00+00:00' }

/** The notes of "Health & Care": nothing is filled in, except for the given values. */
export function healthNotes(values: Partial<HealthNotes> = {}): HealthNotes {
  return {
    id: '33333333-3333-4333-8333-333333333333',
    blood_thinner: null,
    allergies: null,
    medicines: null,
    implants: null,
    conditions: null,
    proxy_name: null,
    proxy_phone: null,
    second_proxy_name: null,
    second_proxy_phone: null,
    doctor_name: null,
    doctor_phone: null,
    communication: null,
    donor: null,
    care_note: null,
    ...times,
    ...values,
  }
}

/** Notes in which every field is filled in. */
export const fullNotes = healthNotes({
  blood_thinner: 'Apixaban 5 mg',
  allergies: 'Penicillin',
  medicines: 'Metoprolol 50 mg\nVitamin D',
  implants: 'Pacemaker',
  conditions: 'Atrial fibrillation',
  proxy_name: 'Ruth Bennett',
  proxy_phone: '(555) 010-2030',
  second_proxy_name: 'Ben Ellis',
  second_proxy_phone: '555-0140',
  doctor_name: 'Dr. Patel',
  doctor_phone: '555-0160',
  communication: 'Hearing aids',
  donor: 'yes',
  care_note: 'I get very cold.',
})

/** A signed paper of the kind, whose original lies in a blue folder, except for the given values. */
export function healthPaper(kind: HealthPaper['kind'], values: Partial<HealthPaper> = {}): HealthPaper {
  return { id: `paper-${kind}`, kind, place: 'Blue folder', file_path: null, ...times, ...values }
}
