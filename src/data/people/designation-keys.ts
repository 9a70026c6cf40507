/** The cache keys for designations, in a separate file, because the strip on every screen needs only these. */
export const designationKeys = {
  all: ['designations'] as const,
  ofOwner: (ownerId: string) => [...designationKeys.all, 'of-owner', ownerId] as const,
  ofPerson: (userId: string) => [...designationKeys.all, 'of-person', userId] as const,
}
