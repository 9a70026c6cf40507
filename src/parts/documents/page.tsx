import { fileLink } from '@/data/files/storage'
import { ListPage, wordsFor } from '@/parts/kit/list-page'
import { inDialog, onDemand } from '@/ui/late'
import { PagedList } from '@/ui/lists/paged-list'
import { documents, type EstateDocument } from './data'
import { DocumentCard } from './facts'

const DocumentDialog = onDemand(async () => (await import('./dialog')).DocumentDialog, inDialog)

const words = {
  ...wordsFor('Document', 'documents'),
  title: 'Wills & Trusts',
  intro: 'Your will and other legal papers, and where to find the signed originals.',
  why: 'A will (who gets what you own) only counts if someone finds it. Start with a photo of it, and say where the signed original is. Don’t have a will yet? Start with what you do have: a trust, a power of attorney, a deed.',
  visibility:
    'Everyone you’ve named, including beneficiaries, can read these unless you choose otherwise for someone, but only after your death unless you share them sooner. A copy here doesn’t replace the signed original.',
  name: ({ description }: EstateDocument) => description,
  consequence: () =>
    'The document and its file will be taken out of your plan. This can’t be undone. The paper original isn’t affected.',
}

/** /documents: the will, trusts, powers of attorney and other papers, and where their originals are. */
export function Component() {
  return (
    <ListPage list={documents} words={words} drawing="papers" dialog={DocumentDialog}>
      {(all, actionsOf) => (
        <PagedList label="Documents" items={all}>
          {(document) => (
            <DocumentCard
              document={document}
              link={() => fileLink({ bucket: 'documents', path: document.file_path })}
              actions={actionsOf(document, { hasMain: true })}
            />
          )}
        </PagedList>
      )}
    </ListPage>
  )
}
