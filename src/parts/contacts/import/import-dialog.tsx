import { type ReactNode, useId, useState } from 'react'
import { count, dotted, formatNumber } from '@/lib/text'
import { Button, DialogActions } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { SlowNote } from '@/ui/base/slow-note'
import { FormDialog } from '@/ui/dialogs/form-dialog'
import { ChoiceCard } from '@/ui/forms/choice-card'
import { ChooseFile } from '@/ui/forms/choose-file'
import { useAction } from '@/ui/hooks/use-action'
import { PagedList } from '@/ui/lists/paged-list'
import { type Contact, useImportContacts } from '../data'
import { type ImportPlan, type ImportRow, planImport } from './plan-import'
import { readContacts } from './read-contacts'

interface Props {
  ownerId: string
  /** The contacts that are there, to find the people of the file among them. */
  existing: readonly Contact[]
  onClose: () => void
}

interface ChosenFile {
  name: string
  plan: ImportPlan
}

/**
 * Adds people from a file that a phone or another program has exported. Shows first who would be added and who is there
 * already; nothing is written before the button at the end is pressed.
 */
export function ImportDialog({ ownerId, existing, onClose }: Props) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const reading = useAction()
  const importing = useImportContacts(ownerId)

  const choose = (file: File) =>
    reading.follow(
      readContacts(file).then((found) => {
        const plan = planImport(found, existing)
        setChosen({ name: file.name, plan })
        setMarked(new Set(plan.rows.filter(({ sameAs }) => sameAs === null).map(({ id }) => id)))
        importing.reset()
      }),
    )
  const mark = (id: string, on: boolean) => {
    const next = new Set(marked)
    if (on) next.add(id)
    else next.delete(id)
    setMarked(next)
  }
  const add = (rows: readonly ImportRow[]) =>
    importing.mutate(
      rows.filter(({ id }) => marked.has(id)).map(({ id, contact }) => ({ id, ...contact })),
      { onSuccess: onClose },
    )

  const chooseFile = (
    <ChooseFile
      label="File of contacts"
      accept=".vcf,.vcard,.csv,text/vcard,text/x-vcard,text/csv"
      variant={chosen ? 'quiet' : 'primary'}
      busy={reading.busy}
      busyLabel="Reading..."
      disabled={importing.isPending}
      onChoose={choose}
    >
      {chosen ? 'Choose another file' : 'Choose a file'}
    </ChooseFile>
  )

  return (
    <FormDialog
      title="Import contacts"
      description="From your phone, or from Google, Outlook or Apple. We won’t contact them unless your executor or a trustee invites them to your service."
      unsaved={false}
      busy={importing.isPending}
      onClose={onClose}
    >
      {(close) => (
        <>
          {chosen ? (
            <Preview {...chosen} marked={marked} onMark={mark} disabled={importing.isPending}>
              {chooseFile}
            </Preview>
          ) : (
            <HowToExport />
          )}
          <FailureNotice className="mt-5" title="This file can’t be imported" problem={reading.problem} />
          <FailureNotice className="mt-5" title="Unable to add contacts" problem={importing.error} />
          <SlowNote busy={importing.isPending} className="mt-5" />
          <DialogActions>
            {chosen && chosen.plan.rows.length > 0 ? (
              <Button
                variant="primary"
                icon="plus"
                disabled={marked.size === 0}
                busy={importing.isPending}
                busyLabel="Adding..."
                onClick={() => add(chosen.plan.rows)}
              >
                Add {count(marked.size, 'contact')}
              </Button>
            ) : null}
            {chosen ? null : chooseFile}
            <Button onClick={close}>Cancel</Button>
          </DialogActions>
        </>
      )}
    </FormDialog>
  )
}

function HowToExport() {
  return (
    <>
      <p className="mb-3">
        Choose a vCard (.vcf) or CSV file. You’ll see everyone in it before anything is added.
      </p>
      <dl className="grid gap-3">
        <Way name="iPhone or iPad">Contacts app, Lists, touch and hold a list, Export.</Way>
        <Way name="Android">Contacts app, Organize, Export to file.</Way>
        <Way name="Google Contacts">Export, as Google CSV or vCard.</Way>
        <Way name="Outlook">File, Open &amp; Export, Import/Export, Export to a file, as CSV.</Way>
      </dl>
    </>
  )
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  )
}

interface PreviewProps extends ChosenFile {
  /** The button that chooses another file. */
  children: ReactNode
  marked: ReadonlySet<string>
  onMark: (id: string, on: boolean) => void
  disabled: boolean
}

function Preview({ name, plan, marked, onMark, disabled, children }: PreviewProps) {
  const id = useId()
  const { rows, refused } = plan
  const known = rows.filter(({ sameAs }) => sameAs !== null).length
  return (
    <>
      <p id={id} role="status" className="mb-4 wrap-anywhere">
        {count(rows.length + refused.length, 'person', 'people')} in “{name}”.{' '}
        {known > 0
          ? `${formatNumber(known)} of them ${known === 1 ? 'seems' : 'seem'} to be in your list already and ${known === 1 ? 'isn’t' : 'aren’t'} checked.`
          : null}{' '}
        Nothing has been added yet.
      </p>
      <div className="-mt-3 mb-2 -ml-3">{children}</div>
      <fieldset aria-labelledby={id} disabled={disabled}>
        <PagedList key={rows[0]?.id} label="People in the file" className="grid gap-2" items={rows}>
          {(row) => (
            <ChoiceCard
              type="checkbox"
              label={row.contact.name}
              hint={<About row={row} />}
              checked={marked.has(row.id)}
              onChange={(event) => onMark(row.id, event.target.checked)}
            />
          )}
        </PagedList>
      </fieldset>
      {refused.length > 0 ? (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {count(refused.length, 'person', 'people')} can’t be added
          </summary>
          <ul className="list-disc pl-5">
            {refused.map(({ id, name, why }) => (
              <li key={id} className="wrap-anywhere">
                {name}: {why}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

const sameAsWords = {
  contact: 'Seems to be in your contacts already',
  file: 'Seems to be in this file twice',
}

function About({ row: { contact, sameAs, leftOut } }: { row: ImportRow }) {
  const lines = [
    dotted([contact.relation, contact.email, contact.phone]) || 'No email or phone number',
    ...(sameAs ? [sameAsWords[sameAs]] : []),
    ...leftOut,
  ]
  return lines.map((line) => (
    <span key={line} className="block wrap-anywhere">
      {line}
    </span>
  ))
}
