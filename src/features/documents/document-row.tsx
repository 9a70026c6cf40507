import type { EstateDocument } from '@/data/estate-documents'
import { storedFileLink } from '@/data/stored-files'
import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files'
import { documentWords } from '@/lib/wording'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { OpenFileButton } from '@/ui/open-file-button'

interface Props {
  document: EstateDocument
  onEdit: () => void
  onDelete: () => void
}

/** One document: what it is, and where its original lies. */
export function DocumentRow({ document, onEdit, onDelete }: Props) {
  const { description, file_path: path } = document
  return (
    <li>
      <Card
        className="wrap-anywhere"
        title={description}
        headingLevel={3}
        aside={<Badge>{documentWords[document.doc_type].name}</Badge>}
        actions={
          <>
            <OpenFileButton label={`Open document: ${description}`} link={() => storedFileLink(path)} />
            <Button icon="edit" onClick={onEdit} aria-label={`Edit ${description}`}>
              Edit
            </Button>
            <Button icon="trash" onClick={onDelete} aria-label={`Delete ${description}`}>
              Delete
            </Button>
          </>
        }
      >
        <DescriptionList
          items={[
            { term: 'Where is the original?', value: document.original_location },
            { term: 'File', value: fileNameOf(path) },
            { term: 'Added', value: formatDate(document.created_at) },
          ]}
        />
      </Card>
    </li>
  )
}
