/** The sample.ts of every folder: the invented data of its part. */
const samples = Object.values(
  import.meta.glob<{ key: string; data: unknown }>('./*/sample.ts', { eager: true, import: 'sample' }),
)

/** The invented data of a part, for the practice memorial. @param key the key of its entry in the list */
export function sampleOf(key: string): unknown {
  return samples.find((sample) => sample.key === key)?.data
}
