import { beforeEach, expect, test } from 'vitest'
import { keepPlanDraft, readLastStep, readPlanDraft, rememberStep } from '@/parts/funeral/wizard/plan-draft'

const values = {
  disposition: 'burial',
  funeral_home: 'Alder & Sons',
  service_type: '',
  venue: '',
  officiant: '',
  personal_requests: '',
  obituary: '',
  likeness: '',
} as const
const draft = { version: '2026-11-01T10:00:00Z', saved: { ...values, funeral_home: '' }, values }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('a draft of the funeral plan is read again by the person who wrote it, until it is deleted', () => {
  keepPlanDraft('anna', draft)
  expect(readPlanDraft('anna')).toEqual(draft)
  expect(readPlanDraft('tom')).toBeNull()
  keepPlanDraft('anna', { ...draft, version: null })
  expect(readPlanDraft('anna')?.version).toBeNull()
  keepPlanDraft('anna', null)
  expect(readPlanDraft('anna')).toBeNull()
})

test('a draft of the funeral plan that an earlier release wrote differently is not read', () => {
  for (const other of [
    { values },
    { ...draft, values: { ...values, disposition: 'at sea' } },
    { ...draft, saved: { ...values, obituary: null } },
  ]) {
    sessionStorage.setItem('heartwood.draft.funeral-plan.anna', JSON.stringify(other))
    expect(readPlanDraft('anna')).toBeNull()
  }
})

test('the wizard of the funeral plan resumes at the step that this person was last at on this device', () => {
  rememberStep('anna', 3)
  expect([readLastStep('anna'), readLastStep('tom')]).toEqual(['3', null])
  rememberStep('anna', null)
  expect(readLastStep('anna')).toBeNull()
})
