import { sampleTimes } from '@/parts/kit/sample-plan'
import type { EstateDocument } from './data'

export const sample = {
  key: 'documents',
  data: [
    {
      id: 'document',
      doc_type: 'other',
      description: 'Sample document',
      file_path: 'sample-document.pdf',
      original_location: 'Sample place: the second drawer of the desk',
      ...sampleTimes,
    },
  ] satisfies EstateDocument[],
}
