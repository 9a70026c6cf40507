import {
  BlobSource,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

/**
 * Writes a recording again, with its length and an index, the pictures and the sound as they are. Browsers record without
 * them, so that other browsers cannot tell how long a video is, or jump in it.
 * @param video WebM or MP4
 * @returns the same recording
 * @throws Error when the video cannot be read to its end
 */
export async function asSeekable(video: Blob): Promise<Blob> {
  let written = new Blob([], { type: video.type })
  const file = new WritableStream({
    // Parts of a Blob may lie on the disk, where a long recording fits better than in memory.
    write({ data, position }: { data: Uint8Array<ArrayBuffer>; position: number }) {
      const parts = [written.slice(0, position), data, written.slice(position + data.byteLength)]
      written = new Blob(parts, { type: video.type })
    },
  })
  const conversion = await Conversion.init({
    input: new Input({ source: new BlobSource(video), formats: [WEBM, MP4] }),
    output: new Output({
      format: video.type === 'video/mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
      target: new StreamTarget(file, { chunked: true }),
    }),
    showWarnings: false,
  })
  // What cannot be copied as it is would be left out.
  if (conversion.discardedTracks.length > 0) throw new Error('A track of the recording can’t be copied')
  await conversion.execute()
  return written
}
