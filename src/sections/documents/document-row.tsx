import { storedFileLink } from '@/data/files/row-files'
import { WhilePlanOpen } from '@/plan/plan-open'
import { Button } from '@/ui/button'
import type { EstateDocument } from './data'
import { DocumentCard } from './facts'

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
