import type { ReactNode } from 'react'
import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/stored-names'
import { Badge } from '@/ui/base/badge'
import { Card } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'
import { OpenFileButton } from '@/ui/media/open-file-button'
import type { EstateDocument } from './data'
import { documentWords } from './document-words'

export interface DocumentCardProps {
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
      aside={<Badge>{documentWords[document.doc_type].name}</Badge>}
      actions={
        <>
          <OpenFileButton label={`Open document: ${description}`} link={link} />
          {actions}
        </>
      }
    >
      <DescriptionList
        folded={actions ? 'Still missing' : 'Not recorded'}
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
