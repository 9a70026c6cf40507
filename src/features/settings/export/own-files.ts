import type { StoredFile } from '@/data/files/downloads'
import type { OwnerData } from '@/data/rows/all-of-owner'
import { planParts } from '@/parts'
import { type Certificate, type ExportFile, filesToExport } from '@/reading/export/export-files'

/** An owner's files: those of all parts, and every death certificate that was stored for them. */
export function ownFiles(data: OwnerData, inStorage: readonly StoredFile[]): ExportFile[] {
  return filesToExport({
    parts: planParts,
    data,
    inStorage,
    certificates: certificates(data, inStorage),
    memories: data.memories,
  })
}

function certificates({ profiles }: OwnerData, inStorage: readonly StoredFile[]): Certificate[] {
  const rows = new Map(
    profiles.map((profile) => [profile.death_certificate_path, { table: 'profiles', id: profile.user_id }]),
  )
  const stored = inStorage.filter(({ bucket }) => bucket === 'death-certificates').map(({ path }) => path)
  return [...new Set([...rows.keys(), ...stored])]
    .filter((path) => path !== null)
    .map((path) => ({ path, row: rows.get(path) ?? null }))
}
