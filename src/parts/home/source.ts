import { supabase } from '@/data/client'
import { ownedRows } from '@/data/rows/owned-rows'
import type { PartSource } from '@/parts/kit/part'
import type { HomeItem } from './data'

export const table = () => supabase.from('home_items')

export const rows = ownedRows<HomeItem>({ key: 'home_items', table })

export const source = {
  key: 'home',
  name: 'Home & Pets',
  loading: 'Loading home and pets',
  errorTitle: 'Unable to load home and pets',
  query: rows.query,
} satisfies PartSource
