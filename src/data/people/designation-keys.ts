/** The cache's keys for designations, apart from what reads them: the strip on every screen knows no more of them. */
export const designationKeys = {
  all: ['designations'] as const,
  ofOwner: (ownerId: string) => [...designationKeys.all, 'of-owner', ownerId] as const,
  ofPerson: (userId: string) => [...designationKeys.all, 'of-person', userId] as const,
}
