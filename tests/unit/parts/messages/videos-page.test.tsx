import { screen, waitFor, within } from '@testing-library/react'
import type { ContextType } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { canPlay } from '@/browser/files/can-play'
import { downloadBlob } from '@/browser/files/download'
import { patterns } from '@/lib/paths'
import type { VideoMessage } from '@/parts/messages/data'
import { Component as VideosPage } from '@/parts/messages/page'
import { asSeekable } from '@/parts/messages/recorder/seekable'
import { WayOutOfClosed } from '@/ui/base/way-out-of-closed'
import { anna, fakeSupabase, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { fakeCamera } from './fake-camera'
import { tom } from './tom'

// The page imports this dialog lazily; importing it up front saves the tests from waiting.
beforeAll(() => import('@/parts/messages/recorder/add-video-dialog'))

vi.mock('@/browser/files/download', () => ({ downloadBlob: vi.fn() }))
vi.mock('@/browser/files/can-play', () => ({ canPlay: vi.fn() }))
vi.mock('@/parts/messages/recorder/seekable', () => ({ asSeekable: vi.fn(async (video: Blob) => video) }))

const video: VideoMessage = {
  id: '33333333-3333-4333-8333-333333333333',
  user_id: anna.id,
  title: 'For Tom',
  storage_path: `${anna.id}/1.webm`,
  for_beneficiary: 7,
  deliver_on: '2040-06-15',
  transcript: null,
  body: null,
  captions: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}
const rita = { ...tom, id: 8, person_name: 'Rita Moss', revoked_at: '2026-11-02T10:00:00+00:00' }

type WayOut = ContextType<typeof WayOutOfClosed>

function open(videos: VideoMessage[], routes: Routes = {}, people = [tom, rita], wayOut: WayOut = null) {
  const calls = fakeSupabase({
    'GET video_messages': json(videos),
    'GET designations': json(people),
    ...routes,
  })
  const page = () => (
    <WayOutOfClosed value={wayOut}>
      <VideosPage />
    </WayOutOfClosed>
  )
  return { calls, ...renderPage({ page, pattern: patterns.videos }) }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('list', () => {
  test('the list of video messages shows a message while it is empty', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: 'No messages yet' })).toBeVisible()
  })

  test('the list of video messages offers a retry when it cannot be loaded', async () => {
    const { user } = open([], { 'GET video_messages': [json({ code: '57014' }, 500), json([video])] })
    expect(await screen.findByText('Unable to load video messages')).toBeVisible()
    await user.click(await button('Try again'))
    expect(await screen.findByRole('heading', { name: 'For Tom' })).toBeVisible()
  })

  test('the list of video messages shows who receives a video and when, and whether that person’s access was revoked', async () => {
    open([video, { ...video, id: '4', title: 'For Rita', for_beneficiary: 8, deliver_on: null }])
    const [forTom, forRita] = await screen.findAllByRole('listitem')
    expect(forTom).toHaveTextContent('Only Tom Ellis (Beneficiary)')
    expect(forTom).toHaveTextContent('From Jun 15, 2040 on')
    expect(forRita).toHaveTextContent('No one: it’s only for Rita Moss (Beneficiary), whose access you ended')
    expect(forRita).toHaveTextContent('Choose who else should receive it, or name Rita Moss again.')
    expect(forTom).not.toHaveTextContent('no one')
    expect(forRita).toHaveTextContent('As soon as the plan is open')
  })

  test('requests a link only when play is pressed, and shows an error when there is none', async () => {
    const sign = `POST storage/object/sign/videos/${video.storage_path}`
    const { calls, user } = open([video], { [sign]: refusal('404', 400) })
    await user.click(await button('Play For Tom'))
    expect(await screen.findByText('Unable to load video preview')).toBeVisible()
    expect(calls.filter(({ route }) => route === sign)).toHaveLength(1)
    expect(calls.at(-1)?.body).toEqual({ expiresIn: 300 })
    await user.click(await button('Try again'))
    await waitFor(() => expect(calls.filter(({ route }) => route === sign)).toHaveLength(2))
  })

  test('the list of video messages keeps a video that may not be deleted, and says why in the dialog', async () => {
    const { user } = open([video], { 'DELETE video_messages': json([]) })
    await user.click(await button('Delete For Tom'))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await within(question).findByText(/You can’t change your plan right now/)).toBeVisible()
  })
})

describe('files', () => {
  const mp4 = new File(['\0\0\0\x24ftypisom'], 'garden.mp4', { type: 'video/mp4' })
  const choose = async (file: File) => {
    const view = open([], {
      [`POST storage/object/videos/${anna.id}/1795230041621.mp4`]: json({}),
      'POST video_messages': json(video, 201),
    })
    vi.spyOn(Date, 'now').mockReturnValue(1795230041621)
    await view.user.click(await button('Add Video'))
    await view.user.upload(await screen.findByLabelText('Video file'), file)
    return view
  }
  const sent = (calls: { route: string }[]) => calls.filter(({ route }) => route.startsWith('POST'))

  test('a video file from the device is uploaded at once when this browser can play it', async () => {
    vi.mocked(canPlay).mockResolvedValue(true)
    await choose(mp4)
    expect(await screen.findByText('Video uploaded')).toBeVisible()
  })

  test('a video file from the device that this browser cannot play is sent only when the person wants that', async () => {
    vi.mocked(canPlay).mockResolvedValue(false)
    const { calls, user } = await choose(mp4)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^This browser can’t play this video“garden.mp4”/,
    )
    expect(sent(calls)).toEqual([])
    await user.click(await button('Upload it anyway'))
    expect(await screen.findByText('Video uploaded')).toBeVisible()
  })

  test('a video file from the device that is no video is refused in the dialog alone', async () => {
    const { calls } = await choose(new File(['%PDF-1.7'], 'will.mp4', { type: 'video/mp4' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Invalid file')
    expect(alert).toHaveTextContent('“will.mp4” isn’t a video. Please select a video file.')
    expect(sent(calls)).toEqual([])
  })

  test('a video file from the device is not sent when the dialog is closed while the file is looked into', async () => {
    let answer = (_yes: boolean) => {}
    vi.mocked(canPlay).mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const { calls, user } = await choose(mp4)
    await user.click(await button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    answer(true)
    await expect.poll(() => vi.mocked(canPlay).mock.settledResults.at(-1)?.type).toBe('fulfilled')
    expect(sent(calls)).toEqual([])
  })
})

describe('adding', () => {
  test('the dialog "Add Video" offers only people who can still receive a video', async () => {
    const { user } = open([])
    await user.click(await button('Add Video'))
    await user.click(await screen.findByRole('radio', { name: /^One person/ }))
    const names = within(screen.getByLabelText('Which person?')).getAllByRole('option')
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Choose a person',
      'Tom Ellis (Beneficiary)',
    ])
    expect(screen.getByText(/^Only the person you choose will see this as soon as/)).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Which person?'), '7')
    expect(screen.getByText(/^Only Tom Ellis will see this as soon as/)).toBeVisible()
  })

  test('the dialog "Add Video" links to naming people when no one is named', async () => {
    const { user } = open([], {}, [])
    await user.click(await button('Add Video'))
    await user.click(await screen.findByRole('radio', { name: /^One person/ }))
    expect(screen.getByRole('link', { name: 'name the people you trust' })).toBeVisible()
  })
})

test('the dialog of a video says that no one will see it while it is for a person who was revoked', async () => {
  const forRita = { ...video, title: 'For Rita', for_beneficiary: 8 }
  const { user } = open([forRita])
  await user.click(await button('Edit For Rita'))
  const words = /^No one will see this: it’s only for Rita Moss \(Beneficiary\), whose access you ended\./
  expect(await screen.findByText(words)).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Which person?'), '7')
  expect(screen.getByText(/^Only Tom Ellis will see this from/)).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Which person?'), '8')
  await user.click(screen.getByRole('radio', { name: /^Everyone/ }))
  expect(screen.queryByText(words)).toBeNull()
})

describe('without people', () => {
  const away = { 'GET designations': refusal('57014', 500) }

  test('the video page when people cannot be loaded shows the videos and keeps the recipient of a video that is edited', async () => {
    const { calls, user } = open([video], { ...away, 'PATCH video_messages': json([video]) })
    expect(await screen.findByText('We couldn’t load the people you’ve named')).toBeVisible()
    await user.click(await button('Edit For Tom'))
    expect(await screen.findByRole('radio', { name: /^Everyone/ })).toBeDisabled()
    expect(screen.getByText(/It’s still for the one person you chose/)).toBeVisible()
    await user.type(screen.getByLabelText('Title (optional)'), '!')
    await user.click(await button('Save Video'))
    await waitFor(() =>
      expect(calls.find(({ route }) => route === 'PATCH video_messages')?.body).toMatchObject({
        title: 'For Tom!',
        for_beneficiary: 7,
      }),
    )
  })
})

type Camera = ReturnType<typeof fakeCamera>

describe('recording', () => {
  const upload = new RegExp(`^storage/object/videos/${anna.id}/\\d{13}\\.webm$`)
  const recording = async (routes: Routes = {}, wayOut: WayOut = null) => {
    const camera = fakeCamera()
    vi.spyOn(Date, 'now').mockReturnValue(1795230041621)
    const path = `POST storage/object/videos/${anna.id}/1795230041621.webm`
    const screenOf = open([], { [path]: json({ Id: '1', Key: 'x' }), ...routes }, undefined, wayOut)
    await screenOf.user.click(await button('Add Video'))
    await screenOf.user.click(await button('Start Recording'))
    await screen.findByRole('heading', { name: 'Recording' })
    return { camera, path, ...screenOf }
  }

  test('recording a video uses the best supported format and uploads the recording by itself', async () => {
    const { camera, calls, user } = await recording({ 'POST video_messages': json(video, 201) })
    expect(camera.recorder()?.mimeType).toBe('video/webm;codecs=vp9,opus')
    camera.recorder()?.hand(10)
    await user.click(await button('Stop & Save'))
    expect(await screen.findByText('Video uploaded')).toBeVisible()
    expect(camera.released()).toBe(true)
    expect(calls.some(({ route }) => upload.test(route.replace('POST ', '')))).toBe(true)
    expect(calls.find(({ route }) => route === 'POST video_messages')?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: anna.id,
      storage_path: `${anna.id}/1795230041621.webm`,
      title: 'Untitled Video',
      for_beneficiary: null,
      deliver_on: null,
      transcript: null,
    })
  })

  describe('while preparing', () => {
    const stopped = async (routes: Routes = {}) => {
      const ready = { resolve: (_video: Blob) => {}, reject: (_problem: Error) => {} }
      const written = new Promise<Blob>((resolve, reject) => Object.assign(ready, { resolve, reject }))
      vi.mocked(asSeekable).mockReturnValueOnce(written)
      const view = await recording({ 'POST video_messages': json(video, 201), ...routes })
      view.camera.recorder()?.hand(10)
      await view.user.click(await button('Stop & Save'))
      await screen.findByRole('heading', { name: 'Getting your video ready...' })
      return { ready, written, ...view }
    }

    test('a recording that is made ready to be played says so in place of the timer and the camera, and then uploads it', async () => {
      const { camera, ready } = await stopped()
      expect(screen.getByRole('heading', { name: 'Getting your video ready...' })).toHaveFocus()
      expect(screen.getByRole('status')).toHaveTextContent(/^This can take a minute/)
      expect(screen.queryByRole('timer')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Stop & Save' })).toBeNull()
      expect(camera.released()).toBe(true)
      ready.resolve(new Blob(['ready']))
      expect(await screen.findByText('Video uploaded')).toBeVisible()
    })

    test('a recording that is made ready to be played uploads it as it was recorded when that fails', async () => {
      const { calls, path, ready } = await stopped()
      ready.reject(new Error('not a video'))
      expect(await screen.findByText('Video uploaded')).toBeVisible()
      expect(calls.some(({ route }) => route === path)).toBe(true)
    })

    test('a recording that is made ready to be played asks before it is closed, and uploads nothing when that is wanted', async () => {
      const { calls, path, ready, user, written } = await stopped()
      await user.keyboard('{Escape}')
      const question = await screen.findByRole('alertdialog', { name: 'Close without saving?' })
      await user.click(within(question).getByRole('button', { name: 'Close without saving' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      ready.resolve(new Blob(['ready']))
      await written
      expect(calls.some(({ route }) => route === path)).toBe(false)
    })

    test('a recording that is made ready to be played saves it to the device when the page is closed', async () => {
      const given = vi.mocked(downloadBlob).mockClear()
      const { ready, unmount } = await stopped()
      unmount()
      ready.resolve(new Blob(['ready']))
      await waitFor(() => expect(given).toHaveBeenCalledWith('video.webm', expect.any(Blob)))
    })
  })

  test('recording a video keeps what was recorded when the camera is unplugged', async () => {
    const { camera } = await recording({
      'POST video_messages': refusal('42501', 403),
      'DELETE storage/object/videos': json([]),
    })
    camera.recorder()?.hand(10)
    camera.unplug()
    expect(await screen.findByText('We kept everything recorded up to then.')).toBeVisible()
    expect(await button('Save to this device')).toBeVisible()
    expect(camera.released()).toBe(true)
  })

  test('a recording that is refused, because the trial ended meanwhile, is still there when a plan is chosen', async () => {
    const { camera, user } = await recording(
      {
        'POST video_messages': [refusal('42501', 403), json(video, 201)],
        'DELETE storage/object/videos': json([]),
      },
      {
        ask: () => {},
        closed: { title: 'Your free trial has ended', action: <a href="/billing">Choose a plan</a> },
      },
    )
    camera.recorder()?.hand(10)
    await user.click(await button('Stop & Save'))
    expect(await screen.findByText('Your free trial has ended')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Choose a plan' })).toBeVisible()
    expect(screen.getByText(/The recording is still here/)).toHaveTextContent(
      /everything here stays as it is/,
    )
    expect(screen.queryByText(/refresh the page/i)).toBeNull()
    await user.click(await button('Try again'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    ['stops it', (_camera: Camera, stop: () => Promise<void>) => stop()],
    ['loses the camera', async (camera: Camera) => camera.unplug()],
  ])(
    'recording a video says that nothing was recorded when the person %s before the first picture',
    async (_, end) => {
      const { camera, calls, user } = await recording()
      await end(camera, async () => user.click(await button('Stop & Save')))
      expect(await screen.findByText('Nothing was recorded')).toBeVisible()
      expect(screen.queryByText(/Could not access camera/)).toBeNull()
      expect(camera.released()).toBe(true)
      expect(calls.some(({ route }) => upload.test(route.replace('POST ', '')))).toBe(false)
      expect(await button('Start Recording')).toBeEnabled()
    },
  )

  test('recording a video releases the camera when the page is closed', async () => {
    const { camera, unmount } = await recording()
    unmount()
    expect(camera.released()).toBe(true)
    expect(camera.recorder()?.state).toBe('inactive')
  })

  test('recording a video saves the recording to the device when the page is closed while recording', async () => {
    const given = vi.mocked(downloadBlob).mockClear()
    const { camera, unmount } = await recording()
    camera.recorder()?.hand(10)
    unmount()
    await waitFor(() => expect(given).toHaveBeenCalledWith('video.webm', expect.any(Blob)))
  })

  test('recording a video saves the recording to the device when the page is closed before it was uploaded', async () => {
    const given = vi.mocked(downloadBlob).mockClear()
    const { camera, unmount, user } = await recording({ 'POST video_messages': offline })
    camera.recorder()?.hand(10)
    await user.click(await button('Stop & Save'))
    await screen.findByRole('heading', { name: 'Not saved yet' })
    unmount()
    expect(given).toHaveBeenCalledTimes(1)
  })

  test('recording a video and discarding it removes a row that may have been saved, and saves nothing to the device', async () => {
    const given = vi.mocked(downloadBlob).mockClear()
    const { calls, camera, user, unmount } = await recording({
      'POST video_messages': offline,
      'DELETE video_messages': json([{ id: video.id }]),
      'DELETE storage/object/videos': json([]),
    })
    camera.recorder()?.hand(10)
    await user.click(await button('Stop & Save'))
    await user.click(await button('Discard recording'))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard recording' }),
    )
    await waitFor(() =>
      expect(calls.map(({ route }) => route)).toEqual(
        expect.arrayContaining(['DELETE video_messages', 'DELETE storage/object/videos']),
      ),
    )
    unmount()
    expect(given).not.toHaveBeenCalled()
  })

  test('recording a video and discarding it warns that it may have been saved when that cannot be checked', async () => {
    const { camera, user } = await recording({
      'POST video_messages': offline,
      'DELETE video_messages': offline,
    })
    camera.recorder()?.hand(10)
    await user.click(await button('Stop & Save'))
    await user.click(await button('Discard recording'))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard recording' }),
    )
    expect(await screen.findByText(/^The video may have been saved/)).toBeVisible()
  })

  test('recording a video releases a camera that is granted after the dialog was closed', async () => {
    const camera = fakeCamera()
    let give = (_stream: { getTracks: () => never[] }) => {}
    const stop = vi.fn()
    camera.getUserMedia.mockReturnValue(
      new Promise((resolve) => {
        give = resolve
      }),
    )
    const { user } = open([])
    await user.click(await button('Add Video'))
    await user.click(await button('Start Recording'))
    await user.click(await button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    give({ getTracks: () => [{ stop }] as never[] })
    await waitFor(() => expect(stop).toHaveBeenCalled())
  })

  test('recording a video reports a refused camera in the dialog', async () => {
    const camera = fakeCamera()
    camera.getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const { user } = open([])
    await user.click(await button('Add Video'))
    await user.click(await button('Start Recording'))
    expect(await screen.findAllByText('Could not access camera. Please check permissions.')).toHaveLength(1)
    expect(await button('Start Recording')).toBeVisible()
  })

  test('recording a video keeps the recording when the connection is lost, and a retry does not upload the file again', async () => {
    const { camera, calls, path, user } = await recording({
      'POST video_messages': [offline, json(video, 201)],
      [`GET storage/object/info/videos/${anna.id}/1795230041621.webm`]: json({}),
    })
    camera.recorder()?.hand(10)
    await user.click(await button('Stop & Save'))
    expect(await screen.findByRole('heading', { name: 'Not saved yet' })).toHaveFocus()
    await user.click(await button('Try again'))
    expect(await screen.findByText('Video uploaded')).toBeVisible()
    expect(calls.filter(({ route }) => route === path)).toHaveLength(1)
  })
})
