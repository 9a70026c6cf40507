import { listFacts } from '@/parts/kit/facts'
import type { EstateDocument } from './data'
import { DocumentCard } from './document-card'
import { source } from './source'

export const facts = listFacts<EstateDocument>({
  ...source,
  intro: () => 'These are copies. Only the signed original counts.',
  empty: (ownerName) => `${ownerName} hasn't left any documents here.`,
  item: (document, { open }) => (
    <DocumentCard
      document={document}
      link={() => open(document.id, { bucket: 'documents', path: document.file_path })}
    />
  ),
})
