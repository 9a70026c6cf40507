import type * as z from 'zod/mini'
import type { FuneralPlan } from '@/data/funeral-plan'
import { type SaveFuneralPlan, saveFuneralPlan } from '@/data/save-funeral-plan'
import { propertyOf } from '@/lib/errors'
import { asForm, checkExported, type ExportedRow, type Incoming } from './incoming'

interface Options extends Pick<SaveFuneralPlan, 'loaded'> {
  schema: z.ZodMiniType<SaveFuneralPlan['values']>
  /** The columns of the part. */
  columns: readonly (keyof FuneralPlan)[]
  /** The row as the values of the part's form. */
  toForm?: (row: ExportedRow) => ExportedRow
}

const is = (one: unknown) => one !== null && one !== undefined

/** How the columns of a part that shares the one row of the funeral plan come in: only while they are empty. */
export function incomingPlan({
  schema,
  columns,
  toForm = asForm,
  loaded,
}: Options): Incoming<FuneralPlan | null> {
  return async (exported, { ownerId }) => {
    const row = exported('funeral_plan')[0]
    const isFilled = row !== undefined && columns.some((column) => is(row[column]))
    const { input: values, why } = isFilled ? checkExported(schema, toForm(row)) : {}
    const id = columns.join()
    return {
      rows: values
        ? [
            {
              id,
              name: '',
              file: null,
              add: () => saveFuneralPlan(ownerId, { values, isNew: true, loaded }),
            },
          ]
        : [],
      staysOut: why === undefined ? [] : [{ name: '', why }],
      compare: (plan) => {
        const isThere =
          values !== undefined &&
          columns.every((column) => (plan?.[column] ?? null) === (propertyOf(values, column) ?? null))
        const isOther = !isThere && columns.some((column) => is(plan?.[column]))
        return { there: new Set(isThere ? [id] : []), hasOthers: isOther }
      },
    }
  }
}
