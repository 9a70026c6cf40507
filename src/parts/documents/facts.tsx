import type { ReactNode } from 'react'
import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/stored-names'
import { listFacts } from '@/parts/kit/facts'
import { Badge } from '@/ui/base/badge'
import { Card } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'
import { OpenFileButton } from '@/ui/media/file-buttons'
import type { EstateDocument } from './data'
import { documentNames } from './words'

interface DocumentCardProps {
  document: EstateDocument
  /** Makes the link to its file; called when the person opens it. */
  link: () => Promise<string>
  /** Additional buttons. */
  actions?: ReactNode
}

/** One document: what it is, where the original is kept, and a button to open its file. */
export function DocumentCard({ document, link, actions }: DocumentCardProps) {
  const { description, file_path: path } = document
  return (
    <Card
      className="wrap-anywhere"
      title={description}
      headingLevel={3}
      aside={<Badge>{documentNames[document.doc_type]}</Badge>}
      actions={
        <>
          <OpenFileButton label={`Open document: ${description}`} link={link} />
          {actions}
        </>
      }
    >
      <DescriptionList
        folded="Not recorded"
        items={[
          {
            term: 'Where is the original?',
            value: document.original_location,
            inLine: 'where the original is',
          },
          { term: 'File', value: fileNameOf(path) },
          { term: 'Added', value: formatDate(document.created_at) },
        ]}
      />
    </Card>
  )
}

export const facts = listFacts<EstateDocument>({
  intro: () => 'These are copies. Only the signed original counts.',
  empty: (ownerName) => `${ownerName} hasn’t left any documents here.`,
  item: (document, { open }) => (
    <DocumentCard
      document={document}
      link={() => open(document.id, { bucket: 'documents', path: document.file_path })}
    />
  ),
})
