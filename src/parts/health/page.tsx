import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { NewBrowserNotice, useHeldUntil } from '@/account/new-browser-notice'
import { fileLink } from '@/data/files/storage'
import { useOffered } from '@/data/offered-parts'
import { designationsQuery } from '@/data/people/designations'
import { partAccessQuery, timingsOfAll } from '@/data/people/part-access'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { operator } from '@/lib/env'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { DeleteRowDialog } from '@/parts/kit/delete-row-dialog'
import { PlanState, UnlessFrozen, useIsFrozen, WhilePlanOpen } from '@/parts/kit/plan-open'
import { useListDialogs } from '@/parts/kit/use-list-dialogs'
import { Button, ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureNotice } from '@/ui/base/failure'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { focusHeading, Page } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { ChoiceCard } from '@/ui/forms/choice-card'
import { inDialog, onDemand } from '@/ui/late'
import { OpenFileButton } from '@/ui/media/file-buttons'
import { HEALTH_WORDED_ON, whenTakingBackWaits } from '@/words/health-consent'
import { readersWords } from '@/words/part-readers'
import { noteRows, paperNames, paperRows } from '.'
import {
  consentQuery,
  type HealthNotes,
  type HealthPaper,
  healthNotes,
  healthPapers,
  type PaperKind,
  useGiveConsent,
  useStillRight,
  useWithdrawConsent,
} from './data'
import { NotesList } from './facts'
import { isPaperKind, paperExplanations, paperKinds } from './words'

const NotesDialog = onDemand(async () => (await import('./dialog')).NotesDialog, inDialog)
const PaperDialog = onDemand(async () => (await import('./papers/dialog')).PaperDialog, inDialog)

/** /health-and-care: what the people who care for the owner should know, and where the signed papers are. */
export function Component() {
  const { id } = useUser()
  const { query: offered, isOffered } = useOffered()
  const consent = useQuery(consentQuery(id))
  const notes = useQuery(noteRows.query(id))
  const papers = useQuery(paperRows.query(id))
  const hasOffer = isOffered('health')
  const isOpen = useContext(PlanState) === 'open'
  return (
    <Page
      title="Health & Care"
      intro="What an emergency room asks first, who decides for you, and where your signed papers are."
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      actions={
        notes.data?.length || papers.data?.length ? (
          <ButtonLink icon="print" to={paths.healthSheet}>
            Make a sheet for the fridge
          </ButtonLink>
        ) : undefined
      }
    >
      <Loaded
        query={allLoaded(consent, notes, papers, offered)}
        loading="Loading your health and care"
        errorTitle="Unable to load health and care"
        cards={2}
      >
        {([consented, [own], all]) => {
          const asks = hasOffer && (!consented || consented.worded_on < HEALTH_WORDED_ON)
          return (
            <div className="grid gap-6">
              {hasOffer ? null : (
                <Notice title="Health & Care isn’t offered here">
                  <p>
                    {consented
                      ? 'Nothing can be added now, and no one you’ve named can read it. What you wrote is below: you can read it, and delete it.'
                      : 'The people who run this site haven’t switched it on.'}
                  </p>
                </Notice>
              )}
              {asks ? <AskForConsent ownerId={id} isAgain={consented !== null} /> : null}
              {consented ? (
                <>
                  <Notes ownerId={id} notes={own} papers={all} canWrite={hasOffer} />
                  <GivenConsent ownerId={id} givenAt={consented.created_at} isAskedAgain={asks && isOpen} />
                </>
              ) : null}
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface NotesProps {
  ownerId: string
  notes: HealthNotes | undefined
  papers: readonly HealthPaper[]
  /** Whether the part is offered: otherwise it is only read and deleted. */
  canWrite: boolean
}

function Notes({ ownerId, notes, papers, canWrite }: NotesProps) {
  const { dialog, add, addKind, edit, remove, close } = useListDialogs([...(notes ? [notes] : []), ...papers])
  const [search] = useSearchParams()
  const added = search.get('add') ?? ''
  const ofDialog = dialog?.row ?? papers.find(({ kind }) => kind === added)
  const paper = ofDialog && 'kind' in ofDialog ? ofDialog : null
  const kind = paper?.kind ?? (isPaperKind(added) ? added : null)
  return (
    <>
      <Card
        title="For the people caring for you"
        actions={
          <>
            {canWrite ? (
              <WhilePlanOpen>
                <Button
                  variant={notes ? 'secondary' : 'primary'}
                  icon={notes ? 'edit' : 'plus'}
                  aria-label={notes ? 'Edit what they should know' : undefined}
                  onClick={() => (notes ? edit(notes) : add())}
                >
                  {notes ? 'Edit' : 'Write it down'}
                </Button>
              </WhilePlanOpen>
            ) : null}
            {notes ? (
              <UnlessFrozen>
                <Button
                  variant="quiet"
                  icon="trash"
                  aria-label="Delete what they should know"
                  onClick={() => remove(notes)}
                >
                  Delete
                </Button>
              </UnlessFrozen>
            ) : null}
            {canWrite && notes ? (
              <WhilePlanOpen>
                <StillRight ownerId={ownerId} notes={notes} />
              </WhilePlanOpen>
            ) : null}
          </>
        }
      >
        {notes ? (
          <>
            <p className="mb-3 text-ink-soft">
              You last looked through this on {formatDate(notes.updated_at)}.
            </p>
            <NotesList notes={notes} who="you" />
          </>
        ) : (
          <p className="max-w-prose">
            Start with a blood thinner and allergies: they’re what an emergency room asks first. Then who
            decides for you if you can’t.
          </p>
        )}
      </Card>
      <Card title="Signed papers">
        <p className="max-w-prose">
          Hospital staff act on signed papers, and on nothing that’s only written here. Say where each
          original is, so that someone can bring it at night. You can add a copy.
        </p>
        <ul className="mt-4 divide-y divide-line">
          {paperKinds.map((one) => (
            <PaperItem
              key={one}
              kind={one}
              paper={papers.find((given) => given.kind === one)}
              canWrite={canWrite}
              onAdd={() => addKind(one)}
              onEdit={edit}
              onDelete={remove}
            />
          ))}
        </ul>
      </Card>
      <Readers ownerId={ownerId} />
      {dialog?.name === 'delete' ? (
        paper ? (
          <DeleteRowDialog
            ownerId={ownerId}
            list={healthPapers}
            row={paper}
            name={paperNames[paper.kind]}
            consequence={`${paper.file_path ? 'The copy and where the original is' : 'Where the original is'} will be taken out of your plan. The signed paper itself isn’t affected.`}
            onClose={close}
          />
        ) : (
          notes && (
            <DeleteRowDialog
              ownerId={ownerId}
              list={healthNotes}
              row={notes}
              name="what they should know"
              consequence="Everything you wrote for the people caring for you will be taken out of your plan. Your signed papers stay."
              onClose={close}
            />
          )
        )
      ) : dialog && canWrite ? (
        kind ? (
          <PaperDialog key={kind} ownerId={ownerId} kind={kind} row={paper} onClose={close} />
        ) : (
          <NotesDialog ownerId={ownerId} row={notes ?? null} onClose={close} />
        )
      ) : null}
    </>
  )
}

/** Who can read it, by the owner's choices; what the plan of someone in the first hours shows now is on the memorial. */
function Readers({ ownerId }: { ownerId: string }) {
  const people = useQuery(designationsQuery(ownerId))
  const chosen = useQuery(partAccessQuery(ownerId))
  return (
    <Card title="Who can read it">
      <Loaded
        query={allLoaded(people, chosen)}
        loading="Loading who can read it"
        errorTitle="Unable to load who can read it"
      >
        {([named, rows]) => (
          <p className="max-w-prose wrap-anywhere">
            {readersWords('health', timingsOfAll(named, rows))} You choose that for each person, under{' '}
            <Link to={paths.whoCanSee}>Who Can See My Plan</Link>. We don’t put it in an email or keep it on
            anyone’s device. A copy that someone opens, saves or prints may stay with them.
          </p>
        )}
      </Loaded>
    </Card>
  )
}

function StillRight({ ownerId, notes }: { ownerId: string; notes: HealthNotes }) {
  const { mutate, isPending, error } = useStillRight(ownerId)
  return (
    <>
      <Button
        variant="quiet"
        icon="check"
        busy={isPending}
        busyLabel="Saving..."
        onClick={() => mutate({ loaded: notes })}
      >
        It’s all still right
      </Button>
      <FailureNotice className="basis-full" title="We couldn’t save that" problem={error} />
    </>
  )
}

interface PaperItemProps {
  kind: PaperKind
  /** Undefined when the owner added none of this kind. */
  paper: HealthPaper | undefined
  canWrite: boolean
  onAdd: () => void
  onEdit: (paper: HealthPaper) => void
  onDelete: (paper: HealthPaper) => void
}

function PaperItem({ kind, paper, canWrite, onAdd, onEdit, onDelete }: PaperItemProps) {
  const name = paperNames[kind]
  const explain = paperExplanations[kind]
  const path = paper?.file_path ?? null
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <h3 className="font-semibold">{name}</h3>
      <p className="max-w-prose wrap-anywhere">
        {paper ? (paper.place ?? 'You haven’t written down where the original is.') : explain}
      </p>
      <div className="row-of-actions empty:hidden">
        {path === null ? null : (
          <OpenFileButton label={`Open copy: ${name}`} link={() => fileLink({ bucket: 'documents', path })}>
            Open copy
          </OpenFileButton>
        )}
        {canWrite ? (
          <WhilePlanOpen>
            {paper ? (
              <Button variant="quiet" icon="edit" aria-label={`Edit ${name}`} onClick={() => onEdit(paper)}>
                Edit
              </Button>
            ) : (
              <Button icon="plus" aria-label={`Add ${name}`} onClick={onAdd}>
                Add
              </Button>
            )}
          </WhilePlanOpen>
        ) : null}
        {paper ? (
          <UnlessFrozen>
            <Button
              variant="quiet"
              icon="trash"
              aria-label={`Delete ${name}`}
              onClick={() => onDelete(paper)}
            >
              Delete
            </Button>
          </UnlessFrozen>
        ) : null}
      </div>
    </li>
  )
}

interface AskProps {
  ownerId: string
  /** The owner agreed before, to other words. */
  isAgain: boolean
}

/** What is kept and who reads it, before anything is written; nothing is agreed to beforehand. */
function AskForConsent({ ownerId, isAgain }: AskProps) {
  const [isAgreed, setAgreed] = useState(false)
  const { mutate, isPending, error } = useGiveConsent(ownerId)
  const isOpen = useContext(PlanState) === 'open'
  // Once it was refused, what was agreed to and the way on stay.
  if (!isOpen && error === null)
    return isAgain ? null : (
      <EmptyState title="Nothing here">Nothing about your health is kept in your plan.</EmptyState>
    )
  return (
    <Card
      title={isAgain ? 'Our words have changed' : 'Before you begin'}
      actions={
        <Button
          variant="primary"
          disabled={!isAgreed}
          busy={isPending}
          busyLabel="Saving..."
          // The button is gone then.
          onClick={() => mutate(undefined, { onSuccess: focusHeading })}
        >
          {isAgain ? 'Go on' : 'Begin'}
        </Button>
      }
    >
      <div className="grid max-w-prose gap-4">
        <p>
          {isAgain
            ? 'You agreed before that we keep what you write here. What we say about it has changed, so please read it again. Nothing is deleted until you decide.'
            : 'What you write here is about your health, so we ask you first.'}
        </p>
        <ul className="grid list-disc gap-2 pl-6 marker:text-heart">
          <li>Of the people you’ve named, only those you choose for it can read it, when you choose.</li>
          <li>We don’t put it in an email or in the history, or keep it on anyone’s device.</li>
          <li>
            {howToTakeBack} {whatIsDeleted()}
          </li>
        </ul>
        <p>
          <Link to={paths.healthPrivacy} className="tall-link">
            How we treat what you tell us about your health
          </Link>
        </p>
        <ChoiceCard
          type="checkbox"
          label={`I agree that ${PRODUCT_NAME} keeps what I write and upload here about my health`}
          hint="So that the people I choose can read it when I choose."
          checked={isAgreed}
          onChange={({ target }) => setAgreed(target.checked)}
        />
        <FailureNotice title="We couldn’t save that" problem={error} />
      </div>
    </Card>
  )
}

const howToTakeBack = `You can take this back. ${whenTakingBackWaits}`

function whatIsDeleted(): string {
  const { backupDays } = operator()
  return `Then everything here is deleted at once${backupDays === null ? ', and from our backups when those are deleted' : `, and from our backups within ${backupDays} days`}.`
}

interface GivenProps {
  ownerId: string
  givenAt: string
  /** The question above says how it is taken back, and how it is treated. */
  isAskedAgain: boolean
}

function GivenConsent({ ownerId, givenAt, isAskedAgain }: GivenProps) {
  const [isAsking, setAsking] = useState(false)
  const isHeld = useHeldUntil() !== null
  const { mutateAsync } = useWithdrawConsent(ownerId)
  const isFrozen = useIsFrozen()
  return (
    <Card
      title="Your consent"
      actions={
        isFrozen ? undefined : (
          <Button variant="danger" disabled={isHeld} onClick={() => setAsking(true)}>
            Take it back and delete everything
          </Button>
        )
      }
    >
      <p className="max-w-prose">
        On {formatDate(givenAt)} you agreed that {PRODUCT_NAME} keeps what you write here about your health.{' '}
        {isFrozen || isAskedAgain ? null : `${howToTakeBack} `}
        {isAskedAgain ? null : <Link to={paths.healthPrivacy}>How we treat it</Link>}
      </p>
      {isFrozen ? null : <NewBrowserNotice className="mt-5" what="take it back" />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete everything in Health & Care?"
        consequence={`${whatIsDeleted()} That includes the copies of your signed papers. This can’t be undone, and no one will be able to read it in an emergency.`}
        confirmLabel="Delete everything"
        tone="danger"
        busyLabel="Deleting..."
        onConfirm={() => mutateAsync().then(() => setAsking(false))}
      />
    </Card>
  )
}
