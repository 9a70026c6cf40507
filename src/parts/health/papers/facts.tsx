import type { Facts } from '@/parts/kit/facts'
import { Loaded } from '@/ui/base/loaded'
import { PageSection } from '@/ui/base/page'
import { OpenFileButton } from '@/ui/media/file-buttons'
import { paperNames } from '..'
import type { HealthPaper } from '../data'
import { inOrderOfNeed } from '../words'

/** Says where the originals lie. Above everything else, because hospital staff act on nothing else. */
export function SignedPapers({
  papers,
  who,
  link,
}: {
  papers: readonly HealthPaper[]
  who: string
  /** Makes the link to the copy of a paper; called when the person opens it. */
  link: (paper: HealthPaper, path: string) => Promise<string>
}) {
  if (papers.length === 0) {
    return (
      <p>
        <strong>Hospital staff act on signed papers.</strong> {who} didn’t write down where any are.
      </p>
    )
  }
  return (
    <>
      <p>
        <strong>Hospital staff act on signed papers.</strong> {who}’s are here:
      </p>
      <ul aria-label="Signed papers" className="mt-2 grid gap-4">
        {inOrderOfNeed(papers).map((paper) => {
          const { kind, place, file_path: path } = paper
          const name = paperNames[kind]
          return (
            <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 wrap-anywhere">
              <span className="min-w-0">
                <span className="font-semibold">{name}:</span>{' '}
                {place ?? 'the place of the original isn’t written down'}
              </span>
              {path === null ? null : (
                <OpenFileButton label={`Open copy: ${name}`} link={() => link(paper, path)}>
                  Open copy
                </OpenFileButton>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

export const facts: Facts<HealthPaper[]> = {
  show: (papers, { ownerName, open }) => (
    // No card of its own: with the notes below it fits the screen of a phone.
    <div className="mb-4">
      <SignedPapers
        papers={papers}
        who={ownerName}
        link={(paper, path) => open(paper.id, { bucket: 'documents', path })}
      />
    </div>
  ),
  tab: (query, shown, words) => (
    <PageSection title={words.name} titleHidden>
      <Loaded query={query} loading={words.loading} errorTitle={words.errorTitle} cards={1}>
        {(papers) => facts.show(papers, shown, words)}
      </Loaded>
    </PageSection>
  ),
}
