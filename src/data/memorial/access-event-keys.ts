/** The cache keys of the access history, apart from it: the memorial only has to drop it. */
export const accessEventKeys = {
  all: ['access-events'] as const,
  ofOwner: (ownerId: string) => [...accessEventKeys.all, ownerId] as const,
}
