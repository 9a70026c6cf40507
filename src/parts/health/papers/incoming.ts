import * as z from 'zod/mini'
import { Constants } from '@/lib/database.types'
import { checkDocument, DOCUMENT_LIMIT } from '@/lib/files/file-rules'
import { incomingList } from '@/parts/kit/incoming'
import { paperRows } from '..'
import { healthPapers, onceAgreed, paperSchema, savePaper } from '../data'

export const incoming = onceAgreed(
  incomingList({
    rows: paperRows,
    schema: z.extend(paperSchema, { kind: z.enum(Constants.public.Enums.health_paper_kind) }),
    addMissing: healthPapers.addMissing,
    file: {
      bucket: 'documents',
      column: 'file_path',
      check: checkDocument,
      limit: DOCUMENT_LIMIT,
      save: savePaper,
    },
  }),
)
