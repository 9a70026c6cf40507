import type { Loadable } from './loaded'

/** Treats several queries as one: loaded when all of them are, failed when one is. */
export function allLoaded<Data extends readonly unknown[]>(
  ...queries: { [Index in keyof Data]: Loadable<Data[Index]> }
): Loadable<Data> {
  const data: readonly unknown[] = queries.map((query) => query.data)
  return {
    data: isComplete<Data>(data) ? data : undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

function isComplete<Data extends readonly unknown[]>(data: readonly unknown[]): data is Data {
  return data.every((one) => one !== undefined)
}
