import { supabase } from '@/data/client'
import { ownedRows } from '@/data/rows/owned-rows'
import type { PartSource } from '@/parts/kit/part'
import type { Portrait } from './data'

export const table = () => supabase.from('portraits')

export const rows = ownedRows<Portrait>({ key: 'portraits', table })

export const source = {
  key: 'portrait',
  name: 'Portrait',
  loading: 'Loading the portrait',
  errorTitle: 'Unable to load the portrait',
  query: rows.query,
  bornOn: ([portrait]: Portrait[]) => portrait?.born_on ?? null,
} satisfies PartSource
