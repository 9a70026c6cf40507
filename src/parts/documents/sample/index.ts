import { sampleTimes } from '@/parts/kit/sample-times'
import type { EstateDocument } from '../data'

/** For the practice. */
export const sample: EstateDocument[] = [
  {
    id: 'document',
    doc_type: 'other',
    description: 'Sample document',
    file_path: 'sample-document.pdf',
    original_location: 'Sample place: the second drawer of the desk',
    ...sampleTimes,
  },
]
