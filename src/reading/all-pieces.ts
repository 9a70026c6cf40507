import { type Late, late } from '@/browser/late'
import { type PlanPart, planParts } from '@/parts'

type PartKey = PlanPart['key']

/**
 * A piece of every part that has one, by the part's key. They come together, for what shows a whole plan or nothing.
 * @param pieceOf names the piece: its print, its steps
 */
export function allPieces<Code>(
  pieceOf: (part: PlanPart) => Late<Code> | null | undefined,
): Late<ReadonlyMap<PartKey, Code>> {
  const pieces = planParts.flatMap((part) => {
    const piece = pieceOf(part)
    return piece ? { key: part.key, piece } : []
  })
  return late(
    async () =>
      new Map(await Promise.all(pieces.map(async ({ key, piece }) => [key, await piece.get()] as const))),
  )
}
