import { supabase } from '@/data/client'
import { ownedRows } from '@/data/rows/owned-rows'
import type { PartSource } from '@/parts/kit/part'
import type { EstateDocument } from './data'

export const table = () => supabase.from('estate_documents')

export const rows = ownedRows<EstateDocument>({ key: 'estate_documents', table })

export const source = {
  key: 'documents',
  name: 'Documents',
  loading: 'Loading the documents',
  errorTitle: 'Unable to load documents',
  query: rows.query,
} satisfies PartSource
