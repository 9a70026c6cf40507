import { useQuery } from '@tanstack/react-query'
import { fileRoomQuery } from '@/data/files/storage'
import { formatSize } from '@/lib/text'
import { Card } from '@/ui/base/card'

/** How much of the room for files is taken. Left out when it cannot be read, as the page is of use without it. */
export function FileRoomCard() {
  const { data: room } = useQuery(fileRoomQuery)
  if (!room) return null
  return (
    <Card title="Your files">
      <p>
        Your videos and documents take up {formatSize(room.used_bytes)} of {formatSize(room.room_bytes)}.
      </p>
    </Card>
  )
}
