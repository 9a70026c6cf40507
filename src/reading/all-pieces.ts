import { type PlanPart, planParts } from '@/parts'
import { type CodeOnDemand, codeOnDemand } from '@/ui/base/code-on-demand'

type PartKey = PlanPart['key']

/**
 * A piece of every part that has one, by the part's key. They come together, for what shows a whole plan or nothing.
 * @param pieceOf names the piece: its print, its steps
 */
export function allPieces<Code>(
  pieceOf: (part: PlanPart) => CodeOnDemand<Code> | null | undefined,
): CodeOnDemand<ReadonlyMap<PartKey, Code>> {
  const pieces = planParts.flatMap((part) => {
    const piece = pieceOf(part)
    return piece ? { key: part.key, piece } : []
  })
  return codeOnDemand(
    async () =>
      new Map(await Promise.all(pieces.map(async ({ key, piece }) => [key, await piece.load()] as const))),
  )
}
