import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, signIn, startBench, statusFor } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stack.stop())

const open = async (path: string) => (await fetch(bench.stack.dashboardUrl + path)).text()
const post = (path: string, form: Record<string, string>, origin = bench.stack.dashboardUrl) =>
  fetch(bench.stack.dashboardUrl + path, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(form),
  })

/** Creates an owner whose executor has accepted and submitted a certificate. */
async function pendingReview(name: string): Promise<{ owner: string; path: string }> {
  const { sql } = bench.stack
  const owner = await signIn(bench.stack, `${name}.owner@example.com`)
  const executor = await signIn(bench.stack, `${name}.executor@example.com`)
  await sql('update public.profiles set full_name = $2 where user_id = $1', [owner.id, `<i>${name}</i>`])
  await sql('select admin.set_billing(false)')
  const { data } = await owner.client
    .from('designations')
    .insert({
      owner_id: owner.id,
      person_name: 'E',
      person_email: `${name}.executor@example.com`,
      role: 'executor',
    })
    .select('id')
    .single()
  await executor.client.rpc('accept_designation_invite', { designation_id: data?.id })
  const path = `${owner.id}/certificate.pdf`
  const { error } = await executor.client.storage
    .from('death-certificates')
    .upload(path, new Blob(['%PDF-1.4'], { type: 'application/pdf' }))
  if (error) throw error
  const submitted = await executor.client.rpc('submit_death_certificate', { owner_id: owner.id, path })
  if (submitted.error) throw submitted.error
  return { owner: owner.id, path }
}

/** The certificate file that the administrator is reviewing. */
const pathOf = async (owner: string) => {
  const [review] = await bench.stack.sql(
    'select certificate_path from admin.certificate_reviews where owner_id = $1',
    [owner],
  )
  return String(review?.certificate_path)
}

const reviewOf = async (owner: string) =>
  (
    await bench.stack.sql('select death_review, is_deceased from public.profiles where user_id = $1', [owner])
  )[0]

describe('reviews', () => {
  it('certificate reviews on the administrator’s dashboard show who waits, open the file, and approve after a confirmation', async () => {
    const { owner, path } = await pendingReview('Olive')
    expect(await open('/')).toContain('&#60;i&#62;Olive')
    const file = await fetch(
      `${bench.stack.dashboardUrl}/file?${new URLSearchParams({ bucket: 'death-certificates', path })}`,
    )
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['application/pdf', '%PDF-1.4'])
    expect(await open(`/review?owner=${owner}&decision=approved`)).toContain('Approve this certificate?')
    expect(await reviewOf(owner)).toMatchObject({ death_review: 'pending' })

    expect((await post('/review', { owner, path: 'another.pdf', decision: 'approved' })).status).toBe(400)
    expect(await reviewOf(owner)).toMatchObject({ death_review: 'pending' })
    const seen = await pathOf(owner)
    expect((await post('/review', { owner, path: seen, decision: 'approved' })).status).toBe(200)
    expect(await reviewOf(owner)).toMatchObject({ death_review: 'approved', is_deceased: true })
    expect((await post('/review', { owner, decision: 'approved' })).status).toBe(404)
  })

  it('certificate reviews on the administrator’s dashboard reject only with a note', async () => {
    const { owner } = await pendingReview('Oscar')
    expect(await (await post('/review', { owner, decision: 'rejected', note: ' ' })).text()).toContain(
      'Write a note',
    )
    expect(await reviewOf(owner)).toMatchObject({ death_review: 'pending' })
    await post('/review', { owner, path: await pathOf(owner), decision: 'rejected', note: 'Not readable' })
    expect(await reviewOf(owner)).toMatchObject({ death_review: 'rejected', is_deceased: false })
  })

  it('certificate reviews on the administrator’s dashboard ask for another photo with words for the family, and can take that back', async () => {
    const { owner } = await pendingReview('Odile')
    const page = await open('/')
    expect(page).toContain('not given: ask the family')
    expect(page).toContain('Ask for another photo…')
    const path = await pathOf(owner)
    const without = await post('/review', { owner, path, decision: 'needs_another' })
    expect([without.status, await without.text()]).toEqual([
      400,
      expect.stringContaining('what the other photo has to show'),
    ])
    const asked = await post('/review', {
      owner,
      path,
      decision: 'needs_another',
      message: 'Half is missing.',
    })
    expect(await asked.text()).toContain('another photo was asked for')
    expect(await reviewOf(owner)).toMatchObject({ death_review: 'none', is_deceased: false })
    const decided = await open('/decided')
    expect(decided).toContain('Another photo asked for')
    expect(decided).toContain('Half is missing.')
    await post('/take-back', { owner, note: 'It is readable.' })
    expect(await open('/')).toContain('another photo asked for')
  })

  it('certificate reviews on the administrator’s dashboard show who objected and what they wrote, as text', async () => {
    const { owner } = await pendingReview('Ortrud')
    await bench.stack.sql(
      `insert into private.objections (owner_id, submission_id, objected_by, person_name, role, words)
       select s.owner_id, s.id, s.submitted_by, 'E', 'executor', '<b>She lives.</b>'
         from private.certificate_submissions s where s.owner_id = $1`,
      [owner],
    )
    const page = await open('/')
    expect(page).toContain('says that something is wrong')
    expect(page).toContain('&#60;b&#62;She lives.')
  })
})

describe('decisions', () => {
  it('decided certificates on the administrator’s dashboard can be taken back with a reason, and wait again', async () => {
    const { owner } = await pendingReview('Ottilie')
    await post('/claim', { owner, reviewer: 'Ada' })
    const path = await pathOf(owner)
    const withoutName = await post('/review', { owner, path, decision: 'approved' })
    expect(await withoutName.text()).toContain('Ada is working on this certificate')
    await post('/review', { owner, path, decision: 'approved', reviewer: 'Ada' })
    expect(await open('/decided')).toContain('Approved')
    expect((await post('/take-back', { owner, note: ' ' })).status).toBe(400)
    await post('/take-back', { owner, note: 'Another person of that name', reviewer: 'Ada' })
    expect(await reviewOf(owner)).toMatchObject({ death_review: 'pending', is_deceased: false })
    expect(await open('/')).toContain('Another person of that name')
  })

  it('decided certificates on the administrator’s dashboard show what the family was told', async () => {
    const { owner } = await pendingReview('Osric')
    const path = await pathOf(owner)
    await post('/review', {
      owner,
      path,
      decision: 'rejected',
      note: 'Page 2',
      message: 'Page two is missing.',
    })
    expect(await open('/decided')).toContain('Page two is missing.')
  })
})

describe('tables and SQL', () => {
  it('pages for tables and SQL on the administrator’s dashboard list tables with their rows, page by page', async () => {
    expect(await open('/tables')).toContain('/table?schema=public&#38;name=profiles')
    await bench.stack.sql('create table public.many as select generate_series(1, 51) as number')
    expect(await open('/table?schema=public&name=many&page=1')).toContain('Next')
    expect(await open('/table?schema=public&name=many&page=2')).toContain('<td><span>51</span></td>')
    expect(await open('/table?schema=public&name=nothing')).toContain('There is no such table.')
  })

  it('pages for tables and SQL on the administrator’s dashboard run statements and describe SQL errors in words', async () => {
    expect(await (await post('/sql', { text: 'select 40 + 2 as answer' })).text()).toContain(
      '<td><span>42</span></td>',
    )
    expect(await (await post('/sql', { text: 'begin; select nothing' })).text()).toContain(
      'column &#34;nothing&#34; does not exist',
    )
    expect(await (await post('/sql', { text: 'select 1 as fine' })).text()).toContain(
      '<td><span>1</span></td>',
    )
  })
})

describe('other origins', () => {
  it('websites of another origin cannot post to the dashboard, nor read it under their own host name', async () => {
    expect((await post('/sql', { text: 'select 1' }, 'https://example.com')).status).toBe(403)
    expect((await post('/sql', { text: 'select 1' }, 'null')).status).toBe(403)
    expect(await statusFor(`${bench.stack.dashboardUrl}/tables`, 'evil.example:54323')).toBe(403)
    expect(await statusFor(`${bench.stack.dashboardUrl}/tables`, 'localhost:54323')).toBe(200)
  })
})
