import { useQuery } from '@tanstack/react-query'
import { storedFileLink } from '@/data/files/row-files'
import { useUser } from '@/data/session/session'
import { ListPage, RowCards } from '@/plan/list-page'
import { documents, type EstateDocument } from './data'
import { DocumentCard } from './document-card'
import { DocumentDialog } from './document-dialog'

const words = {
  title: 'Wills & Trusts',
  intro: 'Your will and other papers that decide something, and where the signed originals are kept.',
  heading: 'Your documents',
  add: 'Add Document',
  loading: 'Loading your documents',
  failed: 'Unable to load documents',
  empty: {
    title: 'No documents yet',
    text: 'A will (who receives what you own) only counts if somebody finds it. Begin with a photo of it, and say where the signed original is. Have you not made one? Then begin with what you have: a trust, a power of attorney, a deed.',
  },
  visibility:
    'Everybody you designate, beneficiaries too, can read these after your death is verified, or sooner if you open your plan to them. A copy here does not replace the signed original.',
  deletion: ({ description }: EstateDocument) => ({
    title: `Delete ${description}?`,
    consequence:
      'The document and its file are taken out of your plan. This cannot be undone. The original stays where it is.',
  }),
}

/** /documents: the will, trusts, powers of attorney and other papers, and where their originals are. */
export function Component() {
  const user = useUser()
  return (
    <ListPage
      ownerId={user.id}
      list={documents}
      rows={useQuery(documents.query(user.id))}
      words={words}
      form={(document, onClose) => <DocumentDialog ownerId={user.id} document={document} onClose={onClose} />}
    >
      {(all, buttonsOf) => (
        <RowCards
          label="Documents"
          rows={all}
          buttonsOf={buttonsOf}
          nameOf={({ description }) => description}
        >
          {(document, actions) => (
            <DocumentCard
              document={document}
              link={() => storedFileLink(document.file_path)}
              actions={actions}
            />
          )}
        </RowCards>
      )}
    </ListPage>
  )
}
