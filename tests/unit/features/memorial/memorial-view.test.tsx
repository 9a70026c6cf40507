import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MemorialView } from '@/features/memorial/memorial-view'
import { memorialParts } from '@/reading/use-plan'
import { fakeSupabase } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { readPart } from '../../read-part'
import { renderPage } from '../../render'

const access = { role: 'trustee', canView: true, openParts: partsOpenTo('trustee') } as const
const message = {
  id: 'm1',
  user_id: 'o1',
  title: 'A sample',
  storage_path: 'o1/sample.webm',
  for_beneficiary: 7,
  deliver_on: null,
  transcript: null,
  body: null,
  captions: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}
const rowsOf = (key: string) => (key === 'messages' ? [message] : [])
const parts = memorialParts.map((part) =>
  readPart(part, part.table === 'funeral_plan' ? null : rowsOf(part.key)),
)

const open = vi.fn(async () => 'https://files.test/sample')
const onView = vi.fn()

/** A page that renders the view with sample data. */
function Page() {
  return (
    <MemorialView
      owner={{
        full_name: 'Margaret Ellis',
        died_on: null,
        death_review: 'approved',
        death_certificate_path: 'owner/certificate.pdf',
        death_reviewed_at: null,
        release_stopped_at: null,
        release_at: null,
        release_wait_days: 0,
      }}
      {...access}
      parts={parts}
      open={open}
      look={open}
      certificate={<p>The certificate would be here.</p>}
      onView={onView}
    />
  )
}

test('MemorialView shows the data it is given and makes no requests of its own', async () => {
  const calls = fakeSupabase({})
  const { user, router } = renderPage({ page: Page, pattern: '/practice', at: '/practice?person=7' })
  expect(screen.getByText('Trustee')).toBeVisible()
  expect(screen.getByText('Death verified')).toBeVisible()
  expect(onView).toHaveBeenLastCalledWith('funeral')
  await user.click(screen.getByRole('tab', { name: 'Messages' }))
  expect(onView).toHaveBeenLastCalledWith('messages')
  expect(router.state.location.search).toBe('?person=7&tab=messages')
  await user.click(await screen.findByRole('button', { name: 'Play A sample' }))
  expect(await screen.findByLabelText('A sample')).toHaveAttribute('src', 'https://files.test/sample')
  expect(open.mock.calls).toEqual([
    ['messages', 'm1', { bucket: 'videos', path: 'o1/sample.webm', saveAs: undefined }],
  ])
  await user.click(screen.getByRole('tab', { name: 'Death Certificate' }))
  expect(screen.getByText('The certificate would be here.')).toBeVisible()
  expect(onView).toHaveBeenCalledTimes(2)
  expect(calls).toEqual([])
})
