import type { EstateDocument } from '@/data/estate-documents'
import { storedFileLink } from '@/data/stored-files'
import { Button } from '@/ui/button'
import { DocumentCard } from '@/ui/plan/document-card'
import { WhilePlanOpen } from '@/ui/plan-open'

interface Props {
  document: EstateDocument
  onEdit: () => void
  onDelete: () => void
}

/** One document of the owner's own. */
export function DocumentRow({ document, onEdit, onDelete }: Props) {
  const { description } = document
  return (
    <li>
      <DocumentCard
        document={document}
        link={() => storedFileLink(document.file_path)}
        actions={
          <>
            <WhilePlanOpen>
              <Button icon="edit" onClick={onEdit} aria-label={`Edit ${description}`}>
                Edit
              </Button>
            </WhilePlanOpen>
            <Button icon="trash" onClick={onDelete} aria-label={`Delete ${description}`}>
              Delete
            </Button>
          </>
        }
      />
    </li>
  )
}
