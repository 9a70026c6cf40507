import type { QueryClient } from '@tanstack/react-query'
import { isReleased } from '@/data/account/profiles'
import { listStoredFiles } from '@/data/files/downloads'
import { type Memorial, memorialQuery, recordView } from '@/data/memorial/memorials'
import { memoriesQuery } from '@/data/memorial/memories'
import { readStepMarks } from '@/data/memorial/step-marks'
import { readTables } from '@/data/rows/all-of-owner'
import type { SessionUser } from '@/data/session/session'
import { formatDay } from '@/lib/dates'
import { CodedError } from '@/lib/errors'
import { archiveName } from '@/lib/files/archive-names'
import { PRODUCT_NAME } from '@/lib/text'
import { planParts } from '@/parts'
import { isReadBy } from '@/parts/kit/part'
import { filesToExport, sizeOf, textsToExport } from '@/reading/export/export-files'
import type { ExportPlan } from '@/reading/export/use-zip-export'
import { readCountry } from '@/reading/steps/countries'
import { loadPartSteps, planSteps } from '@/reading/steps/plan-steps'
import type { ReadPart } from '@/reading/use-plan'
import { roleWords } from '@/words/roles'
import { stepsText } from './first-days/steps-text'

interface Download {
  memorial: Memorial
  /** The parts of the plan as the page has read them. */
  read: readonly ReadPart[]
  reader: SessionUser
  cache: QueryClient
}

/**
 * Finds out what a designee may download: the parts of the plan that their role opens, with their files and the death
 * certificate. Saving it is recorded in the access history, each part and each file.
 * @throws HW006 when the plan was closed meanwhile
 */
export async function planDownload(
  { memorial, read, reader, cache }: Download,
  signal: AbortSignal,
): Promise<ExportPlan> {
  const { owner, role } = memorial
  const { user_id: ownerId, full_name: ownerName, death_certificate_path: certificate } = owner
  const parts = planParts.filter((part) => isReadBy(part, memorial))
  const [ofPlan, memories, inStorage, marks] = await Promise.all([
    readTables(ownerId, new Set(parts.map(({ table }) => table)), signal),
    isReleased(owner) ? cache.fetchQuery({ ...memoriesQuery(ownerId), staleTime: 0 }) : [],
    listStoredFiles(ownerId, signal),
    readStepMarks(ownerId, signal),
  ])
  // The policies return nothing of a closed plan, and the zip would look as if there had been nothing.
  const after = await cache.fetchQuery({ ...memorialQuery(ownerId), staleTime: 0 })
  if (!after?.canView || String(after.openParts) !== String(memorial.openParts)) throw new CodedError('HW006')

  const data = memories.length > 0 ? { ...ofPlan, memories } : ofPlan
  const files = filesToExport({
    parts,
    data,
    inStorage,
    certificates: certificate ? [{ path: certificate, row: { table: 'profiles', id: ownerId } }] : [],
    memories,
  })
  const texts = await textsToExport({ parts, data, files })
  const ofReader = read.filter((part) => isReadBy(part, memorial))
  const steps = planSteps(
    await loadPartSteps(ofReader),
    { who: ownerName ?? 'your loved one' },
    readCountry(),
  )
  const tabOf = (table: string) => parts.find((part) => part.table === table)?.tab
  const name = ownerName ?? 'a loved one'
  const asRole = roleWords[role].name.toLowerCase()
  return {
    about: { user_id: reader.id, email: reader.email, role, owner_id: ownerId, owner_name: ownerName },
    data,
    files,
    texts: [
      {
        name: 'what-to-do.txt',
        about: 'what to do after the death, made from the plan, with who’s doing what',
        text: stepsText({
          title: `What to do after ${ownerName ?? 'your loved one'}’s death`,
          steps,
          missing: ofReader.filter(({ query }) => query.data === undefined).map(({ words }) => words.name),
          marks,
          stoppedAt: owner.release_stopped_at,
          me: reader.id,
        }),
      },
      ...texts,
    ],
    size: sizeOf(files),
    fileName: `${archiveName(`heartwood-${name}`).replaceAll(' ', '-')}-${formatDay(new Date())}.zip`,
    words: {
      title: `${name}’s plan, as far as you can see it as ${asRole}`,
      data: 'every part of the plan that you can see',
      files: 'any documents, insurance papers, death certificate, videos and letters',
      noFiles: 'There are no files for you in this plan.',
      again: `To try again, open the memorial in ${PRODUCT_NAME} and download it again.`,
    },
    onSave: () => {
      for (const tab of new Set(parts.map((part) => part.tab))) void recordView(ownerId, tab)
      if (memories.length > 0) void recordView(ownerId, 'memories')
      for (const { row } of texts) {
        const tab = row && tabOf(row.table)
        if (tab) void recordView(ownerId, tab, row.id)
      }
    },
    onFile: ({ row }) => {
      if (row === null || row.table === 'memories') return
      const tab = tabOf(row.table)
      void (tab ? recordView(ownerId, tab, row.id) : recordView(ownerId, 'certificate'))
    },
  }
}
