import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { toastDone } from '@/browser/toasts'
import { isNetworkError } from '@/lib/errors'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import {
  earliestDay,
  type Letter,
  type LetterForm,
  type LetterInput,
  letterSchema,
  readLetter,
  toLetterForm,
  useSaveLetter,
} from '../data'
import {
  forgetLetterDraft,
  keepLetterDraft,
  keepsDrafts,
  type LetterDraft,
  type LetterVersion,
  readBegunLetter,
  readLetterDrafts,
  rememberBegunLetter,
} from './letter-draft'

/** How long after the last change a letter is saved, in milliseconds; and after a try without a connection. */
const PAUSE = 2_000
const NEXT_TRY = 15_000

const toVersion = (letter: Letter): LetterVersion => ({
  updated_at: letter.updated_at,
  values: toLetterForm(letter),
})

interface Options {
  ownerId: string
  /** The letter to change; null to write one. */
  row: Letter | null
  /** The owner's letters, among them perhaps the one that was begun in this tab. */
  known: readonly Letter[]
  /**
   * Whether others can read the plan now. Then a letter is saved only when the owner says so, because they would read half
   * a sentence.
   */
  isShared: boolean
  onClose: () => void
}

interface Start {
  id: string
  letter: Letter | null
  draft: LetterDraft | null
}

/** The letter with which the form begins: the given one, or the one that was begun here, or a new one. */
function startOf({ ownerId, row, known }: Options): Start {
  const drafts = readLetterDrafts(ownerId)
  const draftOf = (id: string) => drafts.find((draft) => draft.id === id) ?? null
  if (row) return { id: row.id, letter: row, draft: draftOf(row.id) }
  const begun = readBegunLetter()
  const saved = known.find(({ id }) => id === begun)
  if (saved) return { id: saved.id, letter: saved, draft: draftOf(saved.id) }
  const draft = drafts.find(({ id }) => id === begun) ?? drafts.find(({ isNew }) => isNew)
  // It may have been saved since, from this device in another tab.
  const letter = known.find(({ id }) => id === draft?.id) ?? null
  return { id: draft?.id ?? crypto.randomUUID(), letter, draft: draft ?? null }
}

/**
 * A letter that is saved while it is written. Each change is kept on this device at once; after a pause it is saved to the
 * plan, as soon as it says who receives it. What could not be saved stays on the device, see letter-draft.ts.
 */
export function useLetter(options: Options) {
  const { ownerId, row, isShared, onClose } = options
  const [{ id, letter, draft }] = useState(() => startOf(options))
  const { mutateAsync: save } = useSaveLetter(ownerId)
  const earliest = earliestDay(letter)
  const schema = useMemo(() => letterSchema(earliest), [earliest])
  const [loaded] = useState(() => letter && toVersion(letter))
  const latest = useRef<LetterForm>(draft?.values ?? toLetterForm(letter))
  const isClosing = useRef(false)
  const [isKept] = useState(keepsDrafts)

  const leave = () => {
    rememberBegunLetter(null)
    onClose()
  }
  const editing = useVersionedForm<LetterVersion, LetterForm, LetterInput>({
    schema,
    loaded,
    toValues: (version) => version?.values ?? toLetterForm(null),
    draft: draft && { values: draft.values, over: draft.over },
    save: async (input, over) => {
      const sent = latest.current
      const { updated_at } = await save({ id, over, input })
      if (latest.current === sent) forgetLetterDraft(ownerId, id)
      // What was typed, and not the row: a space at the end of the title must not go while the next word is typed.
      return { updated_at, values: sent }
    },
    reread: async () => toVersion(await readLetter(id)),
    onInvalid: () => {
      isClosing.current = false
    },
    onSaved: () => {
      if (!isClosing.current) return
      toastDone({ title: 'Letter saved' })
      leave()
    },
  })
  const { values, over, isDirty, busy, problem, submit } = editing

  useEffect(() => {
    latest.current = values
    if (!isDirty) return forgetLetterDraft(ownerId, id)
    keepLetterDraft(ownerId, { id, isNew: row === null, over: over.current, values })
  }, [values, isDirty, over, ownerId, id, row])
  useEffect(() => {
    if (row === null) rememberBegunLetter(id)
  }, [row, id])
  useEffect(() => {
    if (problem !== null) isClosing.current = false
  }, [problem])

  const isComplete = schema.safeParse(values).success
  const savesItself = isDirty && isComplete && !isShared && (problem === null || isNetworkError(problem))
  const saveNow = useEffectEvent(submit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause again
  useEffect(() => {
    if (!savesItself || busy) return
    const timer = setTimeout(() => saveNow(), problem === null ? PAUSE : NEXT_TRY)
    return () => clearTimeout(timer)
  }, [savesItself, busy, problem, values])

  const saveAndClose = () => {
    isClosing.current = true
    submit()
  }
  return {
    ...editing,
    earliest,
    /** Whether this device keeps what is not saved. */
    isKept,
    isComplete,
    /** Whether a version of it is saved. */
    isSaved: over.current !== null,
    saveAndClose: () => {
      if (isDirty || over.current === null) saveAndClose()
      else leave()
    },
    /** Closes it: at once when nothing is to be saved, or when that did not work, because this device keeps it. */
    close: () => {
      if (savesItself && !busy && problem === null) saveAndClose()
      else leave()
    },
  }
}
