import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Person } from '../../tests/support/people.ts'
import { codeFor, newEmail } from '../fixtures.ts'
import { sessionKey } from '../household.ts'
import { pdf } from '../papers.ts'
import type { Engine, Window } from './driver.ts'

/** A video that an engine's recorder made. */
export interface Recording {
  engine: string
  container: string
  file: string
}

/** What a step found out; "not driven" when the engine's protocol cannot do it. */
export type Outcome = { step: string; result: 'works' | 'fails' | 'not driven'; note: string }

class NotDriven extends Error {}

const sampleVideo = fileURLToPath(new URL('../../src/features/memorial/sample/message.mp4', import.meta.url))

/**
 * Goes through the product in one engine: what an owner does, then her executor after her death. A step that fails does
 * not keep the following ones from being tried.
 * @param folder where files may be put
 */
export async function story(
  engine: Engine,
  folder: string,
): Promise<{ outcomes: Outcome[]; recordings: Recording[] }> {
  const outcomes: Outcome[] = []
  const recordings: Recording[] = []
  let window = await engine.enter()
  const owner = window
  const report = (outcome: Outcome) => {
    console.log(`${engine.name} ${outcome.step}: ${outcome.result} ${outcome.note}`)
    outcomes.push(outcome)
  }
  const step = async (name: string, act: () => Promise<string | undefined>) => {
    try {
      report({ step: name, result: 'works', note: (await act()) ?? '' })
    } catch (error) {
      const note = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      report({ step: name, result: error instanceof NotDriven ? 'not driven' : 'fails', note })
      await writeFile(join(folder, `${engine.name} - ${name}.png`), await window.picture()).catch(() => {})
    }
  }
  const { decide, designateAccepted, person } = await import('../../tests/support/people.ts')
  const paper = join(folder, 'certificate.pdf')
  await writeFile(paper, pdf('certificate.pdf').buffer)
  const email = newEmail('Margaret')

  await step('signs up with a code and says her name', async () => {
    await owner.open('/')
    await owner.press('link', 'Start Your 7-Day Free Trial')
    // The landing page is plain HTML, so the next page is loaded again.
    await owner.waitFor("location.pathname === '/auth'", 'sign-in')
    await owner.fill('Email Address', email)
    await owner.press('button', 'Send Code')
    await owner.sees('Enter Code')
    await owner.fill('6-digit code', await codeFor(email))
    await owner.press('button', 'Verify Code')
    await owner.waitFor("location.pathname === '/dashboard'", 'the dashboard')
    await owner.fill('What is your full name?', 'Margaret Ellis')
    await owner.press('button', 'Save my name')
    await owner.sees('Welcome, Margaret Ellis')
    return undefined
  })
  const margaret = await person('Margaret Ellis', { email })

  await step('completes the wizard', async () => {
    await owner.open('/funeral/edit')
    await owner.press('radio', 'Cremation')
    await owner.fill('Funeral home', 'Whitfield')
    await owner.press('button', 'Save & Continue')
    await owner.sees('Step 2 of 4')
    await owner.fill('Venue', 'The boathouse')
    await owner.press('button', 'Save & Continue')
    await owner.sees('Step 3 of 4')
    await owner.fill('Special requests', 'Bright colors, please.')
    await owner.press('button', 'Save & Continue')
    await owner.sees('Step 4 of 4')
    await owner.press('button', 'Complete')
    await owner.waitFor("location.pathname === '/dashboard'", 'the dashboard')
    await owner.sees('Funeral Plan Completed!')
    return undefined
  })

  await step('uploads a document', async () => {
    await owner.open('/documents')
    await owner.press('button', 'Add Document')
    await owner.press('radio', 'Will')
    await owner.fill('Description', 'My will')
    await owner.choose('Document', paper)
    await owner.press('button', 'Add Document')
    await owner.sees('certificate.pdf')
    return undefined
  })

  await step('uploads a video (MP4) and plays it, with seeking', async () => {
    await owner.open('/videos')
    await owner.press('button', 'Add Video')
    await owner.fill('Title (optional)', 'Uploaded')
    await owner.choose('Video file', sampleVideo)
    await owner.sees('Video uploaded')
    return play(owner, 'Uploaded')
  })

  await step('records a video, saves it and plays it', async () => {
    await owner.open('/videos')
    const empty = await owner.run(recordsNothing)
    if (empty) throw new NotDriven(`this build’s own recorder delivers an empty file (${empty})`)
    await owner.press('button', 'Add Video')
    await owner.fill('Title (optional)', 'Recorded')
    await owner.press('button', 'Start Recording')
    await owner.waitFor(
      "/0:0[3-9]/.test(document.querySelector('[role=timer]')?.textContent)",
      'three seconds',
    )
    await owner.press('button', 'Stop & Save')
    await owner.sees('Video uploaded')
    const recording = await keep(margaret, engine.name, folder)
    recordings.push(recording)
    return `${recording.container}; ${await play(owner, 'Recorded')}`
  })

  await step('prints the plan', async () => {
    await owner.open('/print')
    await owner.sees('Contents')
    const paper = await owner.print()
    if (!paper) throw new NotDriven('the driver cannot print; print the plan by hand')
    await writeFile(join(folder, `plan printed by ${engine.name}.pdf`), paper)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(paper)), { mergePages: false })
    const [first = ''] = text
    if (!first.includes('Start here')) throw new Error('the first page does not say where to start')
    const marked = text.filter((page, n) => page.includes(`Page ${n + 1} of ${text.length}`)).length
    if (text.join(' ').includes('Print my plan')) throw new Error('the screen’s heading is printed')
    return `${text.length} pages, ${marked} of them with their number`
  })

  const anna = await person('Anna Ellis')
  await designateAccepted(margaret, anna, 'executor')
  const executor = await engine.enter()
  window = executor
  await step('submits a death certificate as the executor', async () => {
    await signInWithSession(executor, anna)
    await executor.open(`/memorial/${margaret.id}`)
    await executor.press('button', 'Margaret Ellis has died')
    await executor.choose('Death certificate', paper)
    await executor.press('button', 'Submit certificate')
    await executor.waitFor("document.querySelector('[role=alertdialog]')", 'a question')
    await executor.press('button', 'Submit certificate')
    await executor.sees('Under review')
    return undefined
  })

  await step('reads the plan and plays the video after the approval', async () => {
    await decide(margaret, 'approved')
    await executor.open(`/memorial/${margaret.id}`)
    await executor.press('tab', 'Funeral')
    await executor.sees('Bright colors, please.')
    await executor.press('tab', 'Messages')
    return play(executor, 'Uploaded')
  })

  await step('stops it all as the owner, and the plan closes', async () => {
    await owner.open('/dashboard')
    await owner.press('button', 'I’m alive: stop this')
    await owner.waitFor("document.querySelector('[role=alertdialog]')", 'a question')
    await owner.press('button', 'I’m alive: stop this')
    await owner.waitFor(
      "!document.body.innerText.includes('A death certificate was submitted for you')",
      'the end of the alarm',
    )
    await executor.open(`/memorial/${margaret.id}`)
    await executor.sees('Hidden until released')
    return undefined
  })
  await owner.close()
  await executor.close()
  return { outcomes, recordings }
}

/** Tries in an engine to play what every other engine recorded. */
export async function exchange(engine: Engine, recordings: readonly Recording[]): Promise<Outcome[]> {
  const { person, service, succeed } = await import('../../tests/support/people.ts')
  const margaret = await person('Margaret Ellis')
  const others = recordings.filter((recording) => recording.engine !== engine.name)
  for (const [n, { engine: from, container, file }] of others.entries()) {
    const type = container.startsWith('MP4') ? 'video/mp4' : 'video/webm'
    const storage_path = `${margaret.id}/170000000000${n}.${type.slice(-4).replace('/', '')}`
    const video = new Blob([new Uint8Array(await readFile(file))], { type })
    await succeed(margaret.client.storage.from('videos').upload(storage_path, video, { contentType: type }))
    await succeed(
      service
        .from('video_messages')
        .insert({ user_id: margaret.id, title: `From ${from}`, storage_path })
        .select(),
    )
  }
  const window = await engine.enter()
  await signInWithSession(window, margaret)
  const outcomes: Outcome[] = []
  for (const { engine: from, container } of others) {
    const step = `plays what ${from} recorded`
    try {
      await window.open('/videos')
      outcomes.push({ step, result: 'works', note: `${container}; ${await play(window, `From ${from}`)}` })
    } catch (error) {
      outcomes.push({
        step,
        result: 'fails',
        note: `${container}; ${error instanceof Error ? error.message : ''}`,
      })
    }
  }
  await window.close()
  return outcomes
}

/** Whether the engine's recorder works at all, without the app: its type when it records nothing. */
const recordsNothing = `
  const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
  const recorder = new MediaRecorder(stream);
  let size = 0;
  recorder.addEventListener('dataavailable', ({ data }) => { size += data.size });
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  await new Promise((resolve) => setTimeout(resolve, 4000));
  if (recorder.state !== 'inactive') recorder.stop();
  await stopped;
  for (const track of stream.getTracks()) track.stop();
  return size === 0 ? recorder.mimeType : ''`

/** Plays a video and jumps in it. @returns its length and size */
async function play(window: Window, title: string): Promise<string> {
  await window.press('button', `Play ${title}`)
  const video = `document.querySelector('video[aria-label="${title}"]')`
  await window.waitFor(
    `${video}?.currentTime > 0.3 || document.body.innerText.includes('Unable to load video preview')`,
    'a moving picture',
  )
  await window.waitFor(video, 'the player, instead of “Unable to load video preview”')
  const facts = await window.run(`const video = ${video};
    video.pause();
    const sought = await new Promise((resolve) => {
      video.addEventListener('seeked', () => resolve(true), { once: true });
      setTimeout(() => resolve(false), 20000);
      video.currentTime = 1.5;
    });
    return [video.duration, sought && Math.abs(video.currentTime - 1.5) < 0.5, video.videoWidth, video.videoHeight, video.currentTime].join()`)
  const [seconds, canSeek, width, height, at] = String(facts).split(',')
  if (!Number.isFinite(Number(seconds))) throw new Error('the length is not known')
  if (canSeek !== 'true') throw new Error(`cannot jump in the video: it is at ${at} s of ${seconds}`)
  return `${Number(seconds).toFixed(1)} s, ${width} × ${height}`
}

/** Gives a window the session of a person, as it has it after they entered a code. */
async function signInWithSession(window: Window, someone: Person): Promise<void> {
  const { signInAgain } = await import('../../tests/support/people.ts')
  const { data } = await (await signInAgain(someone)).client.auth.getSession()
  await window.open('/robots.txt')
  const entry = [sessionKey(), JSON.stringify(data.session)].map((it) => JSON.stringify(it)).join(', ')
  await window.run(`localStorage.setItem(${entry}); return true`)
}

/** Saves what an owner has recorded. @returns in which container the engine put it */
async function keep(owner: Person, engine: string, folder: string): Promise<Recording> {
  const { service, succeed } = await import('../../tests/support/people.ts')
  const row = await succeed(
    service
      .from('video_messages')
      .select('storage_path')
      .eq('user_id', owner.id)
      .eq('title', 'Recorded')
      .single(),
  )
  const path = row.storage_path ?? ''
  const stored = await succeed(service.storage.from('videos').download(path))
  const bytes = Buffer.from(await stored.arrayBuffer())
  const container = nameOf(bytes)
  const file = join(folder, `recorded by ${engine}.${path.split('.').pop()}`)
  await writeFile(file, bytes)
  return { engine, container, file }
}

/** The container and the codecs, as far as the first kilobytes tell. */
function nameOf(bytes: Buffer): string {
  const text = bytes.subarray(0, 64 * 1024).toString('latin1')
  const codecs = [
    'V_VP8',
    'V_VP9',
    'V_AV1',
    'V_MPEG4/ISO/AVC',
    'avc1',
    'vp09',
    'av01',
    'A_OPUS',
    'mp4a',
    'Opus',
  ]
  const found = codecs.filter((codec) => text.includes(codec)).map((codec) => codec.replace(/^[VA]_/, ''))
  const container = text.startsWith('\x1aE\xdf\xa3')
    ? 'WebM'
    : text.slice(4, 8) === 'ftyp'
      ? 'MP4'
      : 'unknown'
  return `${container} (${found.join(', ')})`
}
