import { formatDateTime } from '@/lib/dates'
import { toCsv } from '@/lib/files/csv'
import { formatSize, PRODUCT_NAME } from '@/lib/text'
import { errorSentence } from '@/words/refusals'
import type { ExportContents, ExportFile, ReportWords } from './export-files'

/** A file that is missing from the archive, or incomplete. */
export interface FailedFile {
  file: ExportFile
  error: unknown
  /** How many bytes of it are in the archive; 0 when it is missing. */
  kept: number
}

/** Describes what is wrong with a file, in a sentence or two. */
export function failureWords({ file, error, kept }: FailedFile): string {
  const size = file.stored.size
  const what =
    kept === 0
      ? 'It’s missing.'
      : `Only its first ${formatSize(kept)}${size === null ? '' : ` of ${formatSize(size)}`} are here.`
  return `${what} ${errorSentence(error)}`
}

/** files.csv: which row each file in the archive belongs to, and whether the file is complete. */
export function filesCsv(files: readonly ExportFile[], failed: readonly FailedFile[]): string {
  const problems = new Map(failed.map((failure) => [failure.file, failureWords(failure)]))
  return toCsv([
    ['file', 'table', 'row', 'stored_as', 'bytes', 'problem'],
    ...files.map((file) => [
      file.path,
      file.row?.table ?? null,
      file.row?.id ?? null,
      `${file.stored.bucket}/${file.stored.path}`,
      file.stored.size === null ? null : String(file.stored.size),
      problems.get(file) ?? null,
    ]),
  ])
}

/** report.txt: what the archive holds, what is missing, and how to read it, even twenty years later. */
export function reportText(
  { about, data, files, texts = [], words, now }: ExportContents,
  failed: readonly FailedFile[],
): string {
  const tables = (filled: boolean) =>
    Object.keys(data)
      .filter((table) => filled === Boolean(data[table]?.length))
      .join(', ') || 'none'
  return `${[
    `${PRODUCT_NAME}: ${words.title}`,
    `Made on ${formatDateTime(now.toISOString())} for ${about.email}.`,
    '',
    ...outcome(words, files, failed),
    '',
    'WHAT IS IN HERE',
    ...texts.map((one) => `- ${one.name}: ${one.about}.`),
    `- data.json: ${words.data}.`,
    '- tables: the same data as spreadsheet files (CSV), one for each table.',
    `  With rows: ${tables(true)}.`,
    `  With no rows, and so no file: ${tables(false)}.`,
    '- files.csv: which row of which table each file belongs to.',
    `- The other folders: ${words.files}.`,
    '',
    'HOW THE TABLES ARE WRITTEN',
    'The text is UTF-8 with commas between the cells. A cell with nothing in it was never filled in; a pair of quotes is',
    'an empty text.',
    'A spreadsheet might run what someone has typed as a formula. To prevent that, we’ve put an apostrophe in front of it:',
    'at the start of a cell, and after each semicolon, tab or line end in it, wherever any number of apostrophes, spaces',
    'and quotes are followed by = + - or @ (or their wide forms); and at the start of a cell that begins with a tab or a',
    'line end, with or without apostrophes before it. To get the original text, remove exactly one apostrophe at each of',
    'these places. data.json has every text as it was typed.',
  ].join('\r\n')}\r\n`
}

function outcome(words: ReportWords, files: readonly ExportFile[], failed: readonly FailedFile[]): string[] {
  if (files.length === 0) return [words.noFiles]
  if (failed.length === 0) return [`All files are here and complete: ${files.length} of ${files.length}.`]
  return [
    `PLEASE NOTE: ${failed.length} of ${files.length} files ${failed.length === 1 ? 'is' : 'are'} missing or incomplete.`,
    ...failed.map((failure) => `- ${failure.file.path}: ${failureWords(failure)}`),
    words.again,
  ]
}
