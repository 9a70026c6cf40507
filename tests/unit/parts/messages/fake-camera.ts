import { vi } from 'vitest'

class FakeTrack extends EventTarget {
  readyState = 'live'
  stop() {
    this.readyState = 'ended'
  }
}

/** Fakes what jsdom lacks: a camera with a microphone, and a recorder that hands over data when the test tells it to. */
export function fakeCamera() {
  const tracks = [new FakeTrack(), new FakeTrack()]
  const recorders: FakeRecorder[] = []
  class FakeRecorder extends EventTarget {
    static isTypeSupported = (type: string) => type.startsWith('video/webm')
    state = 'inactive'
    mimeType: string
    constructor(_stream: unknown, options: { mimeType?: string }) {
      super()
      this.mimeType = options.mimeType ?? ''
      recorders.push(this)
    }
    start() {
      this.state = 'recording'
      this.dispatchEvent(new Event('start'))
    }
    hand(bytes: number) {
      const data = { size: bytes }
      this.dispatchEvent(
        Object.assign(new Event('dataavailable'), {
          data: bytes > 1000 ? data : new Blob(['x'.repeat(bytes)]),
        }),
      )
    }
    stop() {
      this.state = 'inactive'
      this.dispatchEvent(new Event('stop'))
    }
  }
  const getUserMedia = vi.fn(async () => ({ getTracks: () => tracks }))
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }))
  return {
    getUserMedia,
    recorder: () => recorders.at(-1),
    released: () => tracks.every(({ readyState }) => readyState === 'ended'),
    /** Acts as if the device were unplugged. */
    unplug: () => {
      for (const track of tracks) track.stop()
      tracks[0]?.dispatchEvent(new Event('ended'))
    },
  }
}
