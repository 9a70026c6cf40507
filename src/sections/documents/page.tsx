import { fileLink } from '@/data/files/file-link'
import { ListPage, wordsFor } from '@/plan/list-page'
import { PagedList } from '@/ui/lists/paged-list'
import { onDemand } from '@/ui/page/on-demand'
import { documents, type EstateDocument } from './data'
import { DocumentCard } from './document-card'

const DocumentDialog = onDemand(async () => (await import('./document-dialog')).DocumentDialog)

const words = {
  ...wordsFor('Document', 'documents'),
  title: 'Wills & Trusts',
  intro: 'Your will and other papers that decide something, and where the signed originals are kept.',
  why: 'A will (who receives what you own) only counts if somebody finds it. Begin with a photo of it, and say where the signed original is. Have you not made one? Then begin with what you have: a trust, a power of attorney, a deed.',
  visibility:
    'Everybody you designate, beneficiaries too, can read these after your death is verified, or sooner if you open your plan to them. A copy here does not replace the signed original.',
  name: ({ description }: EstateDocument) => description,
  consequence: () =>
    'The document and its file are taken out of your plan. This cannot be undone. The original stays where it is.',
}

/** /documents: the will, trusts, powers of attorney and other papers, and where their originals are. */
export function Component() {
  return (
    <ListPage list={documents} words={words} dialog={DocumentDialog}>
      {(all, actionsOf) => (
        <PagedList label="Documents" items={all}>
          {(document) => (
            <DocumentCard
              document={document}
              link={() => fileLink({ bucket: 'documents', path: document.file_path })}
              actions={actionsOf(document)}
            />
          )}
        </PagedList>
      )}
    </ListPage>
  )
}
