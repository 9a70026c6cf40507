import { useQuery } from '@tanstack/react-query'
import { fileLink } from '@/data/files/storage'
import { isVideo, rows as messageRows, type VideoMessage } from '@/parts/messages'
import { useFirstFrame } from '@/parts/messages/video/use-first-frame'
import { videoFile } from '@/parts/messages/words'
import { rows as portraitRows } from '@/parts/portrait'
import { Icon } from '@/ui/base/icons'
import { Picture } from '@/ui/media/picture'

/** The owner's portrait, where there is a picture of it. */
export function PortraitPicture({ userId }: { userId: string }) {
  const path = useQuery(portraitRows.query(userId)).data?.[0]?.picture_path
  return path ? (
    <Picture
      id={path}
      alt="Your portrait"
      link={() => fileLink({ bucket: 'pictures', path })}
      className="size-16 rounded-control max-sm:ml-11 sm:shrink-0"
      sign={
        <span className="grid size-full place-items-center text-ink-soft">
          <Icon name="portrait" />
        </span>
      }
    />
  ) : null
}

/** The first picture of the newest video. */
export function VideoFrame({ userId }: { userId: string }) {
  const video = useQuery(messageRows.query(userId)).data?.find(isVideo)
  return video ? <Frame video={video} /> : null
}

function Frame({ video }: { video: VideoMessage }) {
  const { card, frame } = useFirstFrame(video, () => fileLink(videoFile(video, 'play')))
  return (
    <div
      ref={card}
      className="grid aspect-video w-28 place-items-center overflow-hidden rounded-control border border-line bg-well text-ink-soft max-sm:ml-11 sm:shrink-0"
    >
      {frame ? <img src={frame.picture} alt="" className="size-full object-cover" /> : <Icon name="play" />}
    </div>
  )
}
