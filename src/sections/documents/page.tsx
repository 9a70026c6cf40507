import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeleteRow } from '@/data/rows/owned-list'
import { useUser } from '@/data/session/session'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { WhilePlanOpen } from '@/plan/plan-open'
import { useWantsToAdd } from '@/plan/use-wants-to-add'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { PagedList } from '@/ui/lists/paged-list'
import { Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { documents as documentList, type EstateDocument } from './data'
import { DocumentDialog } from './document-dialog'
import { DocumentRow } from './document-row'

/** /documents: the will, trusts, powers of attorney and other papers, and where their originals are. */
export function Component() {
  const user = useUser()
  const documents = useQuery(documentList.query(user.id))
  const [editing, setEditing] = useState<'new' | EstateDocument | null>(useWantsToAdd() ? 'new' : null)
  const [deleting, setDeleting] = useState<EstateDocument | null>(null)
  const addButton = (
    <WhilePlanOpen>
      <Button variant="primary" icon="plus" disabled={!documents.data} onClick={() => setEditing('new')}>
        Add Document
      </Button>
    </WhilePlanOpen>
  )

  return (
    <Page
      title="Wills & Trusts"
      intro="Your will and other papers that decide something, and where the signed originals are kept."
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      actions={documents.data?.length ? addButton : undefined}
    >
      <Section title="Your documents">
        <Loaded query={documents} loading="Loading your documents" errorTitle="Unable to load documents">
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="No documents yet" action={addButton}>
                <p>
                  A will (who receives what you own) only counts if somebody finds it. Begin with a photo of
                  it, and say where the signed original is. Have you not made one? Then begin with what you
                  have: a trust, a power of attorney, a deed.
                </p>
              </EmptyState>
            ) : (
              <PagedList label="Documents" items={all}>
                {(document) => (
                  <DocumentRow
                    key={document.id}
                    document={document}
                    onEdit={() => setEditing(document)}
                    onDelete={() => setDeleting(document)}
                  />
                )}
              </PagedList>
            )
          }
        </Loaded>
        <VisibilityNote className="mt-4">
          Everybody you designate, beneficiaries too, can read these after your death is verified, or sooner
          if you open your plan to them. A copy here does not replace the signed original.
        </VisibilityNote>
      </Section>
      {editing ? (
        <DocumentDialog
          ownerId={user.id}
          document={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {deleting ? (
        <DeleteDocument ownerId={user.id} document={deleting} onClose={() => setDeleting(null)} />
      ) : null}
    </Page>
  )
}

interface DeleteProps {
  ownerId: string
  document: EstateDocument
  onClose: () => void
}

function DeleteDocument({ ownerId, document, onClose }: DeleteProps) {
  const remove = useDeleteRow(documentList, ownerId)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${document.description}?`}
      consequence="The document and its file are taken out of your plan. This cannot be undone. The original stays where it is."
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.error ? errorSentence(remove.error) : undefined}
      onConfirm={() => remove.mutate(document.id, { onSuccess: onClose })}
    />
  )
}
