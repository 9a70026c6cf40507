import { supabase } from '@/data/client'
import { ownedRows } from '@/data/rows/owned-rows'
import type { PartSource } from '@/parts/kit/part'
import type { VideoMessage } from './data'

export const table = () => supabase.from('video_messages')

export const rows = ownedRows<VideoMessage>({ key: 'video_messages', table })

export const source = {
  key: 'messages',
  name: 'Messages',
  loading: 'Loading the messages',
  errorTitle: 'Unable to load video messages',
  query: rows.query,
} satisfies PartSource
